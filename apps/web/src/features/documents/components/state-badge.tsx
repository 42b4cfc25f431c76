import { type Certificate, type CoverageState, type DocumentState, documentState } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { useToday } from '../../../lib/use-today.ts';

export const stateTones: Record<DocumentState | CoverageState, BadgeTone> = {
  upcoming: 'info',
  valid: 'positive',
  expiring: 'warning',
  expired: 'negative',
  // What never was: most games lack some, and what has ended would drown among them.
  missing: 'neutral',
  replaced: 'neutral',
};

/** The state of a document today. */
export function StateBadge({
  document,
}: {
  document: Pick<Certificate, 'validFrom' | 'validUntil' | 'replacedBy'>;
}) {
  const { t } = useTranslation('documents');
  const state = documentState(document, useToday());
  const isLater = state === 'upcoming';
  return (
    <Badge tone={isLater ? 'neutral' : stateTones[state]} ring={isLater || state === 'replaced'}>
      {t(`states.${state}`)}
    </Badge>
  );
}
