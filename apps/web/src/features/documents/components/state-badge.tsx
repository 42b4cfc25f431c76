import { type Certificate, type CoverageState, type DocumentState, documentState } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { useToday } from '../../../lib/use-today.ts';

export const stateTones: Record<DocumentState | CoverageState, BadgeTone> = {
  upcoming: 'info',
  valid: 'positive',
  expiring: 'warning',
  expired: 'negative',
  missing: 'neutral',
  replaced: 'neutral',
};

/** The state of a document today; only what someone should look at is tinted. */
export function StateBadge({
  document,
}: {
  document: Pick<Certificate, 'validFrom' | 'validUntil' | 'replacedBy'>;
}) {
  const { t } = useTranslation('documents');
  const state = documentState(document, useToday());
  const isQuiet = state !== 'expiring' && state !== 'expired';
  return (
    <Badge tone={stateTones[state]} quiet={isQuiet} ring={state === 'upcoming' || state === 'replaced'}>
      {t(`states.${state}`)}
    </Badge>
  );
}
