import type { ReconciledState } from '@ludus/contract';
import { IconAlertTriangle, IconCheck, IconCircle, IconEqualNot, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import styles from './reconciliation.module.css';

export type ShownState = ReconciledState | 'none';

export const shownStates: readonly ShownState[] = ['equal', 'differs', 'failed', 'none'];

/** Each state has a sign of its own: not everyone sees colours. */
const signs: Record<ShownState, TablerIcon> = {
  equal: IconCheck,
  differs: IconEqualNot,
  failed: IconAlertTriangle,
  none: IconCircle,
};

const tones: Record<ShownState, BadgeTone> = {
  equal: 'positive',
  differs: 'negative',
  failed: 'warning',
  none: 'neutral',
};

export function StateSign({ state }: { state: ShownState }) {
  const Sign = signs[state];
  return (
    <span className={styles.sign} data-state={state} aria-hidden="true">
      <Sign size={state === 'none' ? 10 : 14} stroke={2} />
    </span>
  );
}

export function StateBadge({ state }: { state: ShownState }) {
  const { t } = useTranslation('reconciliation');
  return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>;
}
