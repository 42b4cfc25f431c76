import type { PaymentState, StatementState } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../components/display/badge.tsx';
import { formatDayWith, formatNumber } from '../../lib/format.ts';

export type StatementsText = ReturnType<typeof useTranslation<'statements'>>['t'];

/** `2026-10` in the reader's words. */
export const monthName = (month: string, language: string, width: 'long' | 'short' = 'long') =>
  formatDayWith(`${month}-01`, language, { month: width, year: 'numeric' });

/** Hundredths of a percent: 1250 is `12,5%`. */
export const rateText = (basisPoints: number) => `${formatNumber(basisPoints / 100, 0, 2)}%`;

/** In groups of four, as it is printed. */
export const ibanText = (iban: string) => iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ');

interface Standing {
  state: StatementState;
  payment: PaymentState;
}

/** What needs someone decides the colour: a dispute first, then money that is late. */
function toneOf({ state, payment }: Standing): BadgeTone {
  if (state === 'void') return 'neutral';
  if (state === 'disputed' || payment === 'overdue') return 'negative';
  if (payment === 'settled') return 'positive';
  if (payment === 'partPaid') return 'warning';
  return state === 'acknowledged' ? 'info' : 'neutral';
}

/** What both sides have said of a statement, and how far it is paid, as one sign. */
export function StandingBadge({ state, payment }: Standing) {
  const { t } = useTranslation('statements');
  const isCalm = state === 'void' || (state !== 'disputed' && payment === 'settled');
  const said = t(`states.${state}`);
  return (
    <Badge tone={toneOf({ state, payment })} quiet={isCalm} ring={state === 'void'}>
      {state === 'void' || payment === 'open' ? said : t('standing', { said, paid: t(`paid.${payment}`) })}
    </Badge>
  );
}
