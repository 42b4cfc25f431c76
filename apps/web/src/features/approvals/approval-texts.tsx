import type { ChangeRequestState, ChangeValue } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../components/display/badge.tsx';
import { formatAmount } from '../../lib/format.ts';
import { renderMessage } from '../../lib/messages.ts';

const tones: Record<ChangeRequestState, BadgeTone> = {
  waiting: 'warning',
  approved: 'positive',
  refused: 'negative',
  withdrawn: 'neutral',
  expired: 'neutral',
  outdated: 'negative',
};

export function ChangeBadge({ state }: { state: ChangeRequestState }) {
  const { t } = useTranslation('approvals');
  const isOver = state !== 'waiting';
  return (
    <Badge tone={tones[state]} quiet={isOver} ring={isOver}>
      {t(`states.${state}`)}
    </Badge>
  );
}

/** A value of a change in the reader's language; null is nothing. */
export function valueText(value: ChangeValue | null): string | null {
  if (value === null) return null;
  if ('cents' in value) return value.cents.map((cents) => formatAmount(cents / 100)).join(' · ');
  return renderMessage(value);
}
