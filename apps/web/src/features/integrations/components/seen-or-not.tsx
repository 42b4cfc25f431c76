import { hiddenReasons } from '@ludus/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { formatCount } from '../../../lib/format.ts';
import { type HiddenGame, reasonOf } from '../game-rows.ts';
import type { ShownGames } from '../search.ts';
import styles from './panels.module.css';

interface SeenOrNotProps {
  seen: number;
  /** Null until they are known. */
  hidden: readonly HiddenGame[] | null;
  shown: ShownGames | undefined;
  onShown: (shown: ShownGames | undefined) => void;
}

/**
 * Which games of an integration are listed: those that it sees, or those that it does not see. These are counted as Manage games
 * counts them, games of the Catalog that are not assigned to it; what no integration sees stands apart.
 */
export function SeenOrNot({ seen, hidden, shown, onShown }: SeenOrNotProps) {
  const { t } = useTranslation('integrations');
  const counted = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} ${formatCount(count)}`;
  const ofReason = (reason: string) => hidden?.filter((game) => game.reason === reason).length;
  return (
    <div className={styles.seen}>
      <SegmentedSwitch
        label={t('visibility')}
        value={shown === undefined ? 'seen' : 'hidden'}
        onChange={(value) => onShown(value === 'seen' ? undefined : 'hidden')}
        options={[
          { value: 'seen', label: counted(t('seen'), seen) },
          { value: 'hidden', label: counted(t('hidden'), ofReason('notAssigned')) },
        ]}
        fullWidth
      />
      {shown !== undefined && (
        <Select
          aria-label={t('hiddenReason')}
          allowDeselect={false}
          description={t(`hiddenCounts.${reasonOf(shown)}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={reasonOf(shown)}
          onChange={(value) => onShown(value === 'notInCatalog' ? value : 'hidden')}
          data={[...hiddenReasons].reverse().map((value) => ({
            value,
            label: counted(t(`hiddenWhy.${value}`), ofReason(value)),
          }))}
        />
      )}
    </div>
  );
}
