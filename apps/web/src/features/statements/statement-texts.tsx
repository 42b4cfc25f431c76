import type {
  DisputeOutcome,
  PaymentState,
  StatementDetail,
  StatementState,
  UnstatedAmount,
} from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../components/display/badge.tsx';
import { splitUnstated } from '../../domain/statement/unstated.ts';
import { formatAmount, formatDayWith, formatNumber } from '../../lib/format.ts';

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
  disputeOutcome: DisputeOutcome | null;
  paid: number;
  open: number;
}

/** What needs someone decides the colour: a dispute first, then money that is late. */
function toneOf({ state, payment, disputeOutcome, open }: Standing): BadgeTone {
  if (state === 'void') return 'neutral';
  if (state === 'disputed' || payment === 'overdue') return 'negative';
  // What is in someone's favour is not at its end.
  if (payment === 'settled') return open < 0 ? 'info' : 'positive';
  if (payment === 'partPaid') return 'warning';
  return state === 'acknowledged' || disputeOutcome !== null ? 'info' : 'neutral';
}

/** What both sides have said of a statement, and how far it is paid, as one sign. */
export function StandingBadge(standing: Standing) {
  const { t } = useTranslation('statements');
  const { state, payment, disputeOutcome, paid, open } = standing;
  const amount = formatAmount(-open);
  // An answered dispute is news for the integration until it answers again.
  const said = disputeOutcome === null ? t(`states.${state}`) : t(`statesAnswered.${disputeOutcome}`);
  return (
    <Badge tone={toneOf(standing)} ring={state === 'void'}>
      {state === 'void' || payment === 'open'
        ? said
        : t('standing', {
            said,
            paid:
              open < 0
                ? t(paid > 0 ? 'paidAndInFavour' : 'amountInFavour', { amount })
                : t(`paid.${payment}`),
          })}
    </Badge>
  );
}

/** Adds amounts of euro, to the cent. */
export const sumOf = (...amounts: number[]) =>
  Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;

/**
 * What was disputed where an accepted dispute has taken off less; null where it took off all, or no amount was named. `history` is newest
 * first, as the call sends it.
 */
export function partlyOf(history: StatementDetail['history'], answer: StatementDetail['history'][number]) {
  if (answer.action !== 'accept' || answer.amount === null || answer.amount >= 0) return null;
  const before = history.slice(history.indexOf(answer) + 1);
  const disputed = before.find(({ action }) => action === 'dispute')?.amount ?? null;
  return disputed !== null && sumOf(disputed, answer.amount) > 0 ? disputed : null;
}

/** What a statement asks for after its disputes. */
export const askedBy = ({ total, adjusted }: { total: number; adjusted: number }) => sumOf(total, adjusted);

/** Who owes whom how much: `name` is the integration, left out where it is the reader's own. */
export function balanceText(t: StatementsText, balance: number, name: string | null): string {
  const amount = formatAmount(Math.abs(balance));
  if (balance === 0) return t('nothingOwed');
  if (name === null) return t(balance > 0 ? 'youOwe' : 'inYourFavour', { amount });
  return t(balance > 0 ? 'owes' : 'inFavour', { amount, name });
}

/** What is on no statement, a text for each part of it that is not nothing. */
export const unstatedTexts = (t: StatementsText, months: readonly UnstatedAmount[]): string[] =>
  splitUnstated(months)
    .filter(({ due }) => due !== 0)
    .map(({ part, due }) => t(`notStatedParts.${part}`, { amount: formatAmount(due) }));

/** What `balanceText` says without the amount, which stands beside it: of nothing it is the name of the figure. */
export function balanceLabel(t: StatementsText, balance: number, name: string | null): string {
  if (balance === 0) return t('owedLabel');
  if (name === null) return t(balance > 0 ? 'youOweLabel' : 'inYourFavourLabel');
  return t(balance > 0 ? 'owesLabel' : 'inFavourLabel', { name });
}

/** Whether it is a sum of money: above 0, in whole cents. */
export const isAmount = (euros: number | null): boolean =>
  euros !== null && euros > 0 && Math.round(euros * 100) / 100 === euros;
