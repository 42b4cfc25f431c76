import type { RtpCaseRow } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { deviationText } from './verdict-badge.tsx';

/** In a span of its own: as a cell of a grid it would be as wide as the cell. */
export function CaseStateBadge({ state }: Pick<RtpCaseRow, 'state'>) {
  const { t } = useTranslation('rtpMonitor');
  const isOpen = state === 'open';
  return (
    <span>
      <Badge tone={isOpen ? 'critical' : 'neutral'} ring={!isOpen}>
        {t(`caseState.${state}`)}
      </Badge>
    </span>
  );
}

/** Which way it deviates, and how far as measured last: `Pays too little, −6,4 σ`. */
export function CaseFinding({ row }: { row: Pick<RtpCaseRow, 'side' | 'latestZ'> }) {
  const { t } = useTranslation('rtpMonitor');
  return <>{`${t(`side.${row.side}`)}, ${deviationText(row.latestZ)}`}</>;
}
