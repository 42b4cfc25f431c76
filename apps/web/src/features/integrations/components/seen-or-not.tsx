import { hiddenReasons } from '@ludus/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { formatCount } from '../../../lib/format.ts';
import type { HiddenGame } from '../game-rows.ts';
import type { ShownGames } from '../search.ts';
import styles from './panels.module.css';

interface SeenOrNotProps {
  seen: number;
  /** Null until they are known. */
  hidden: readonly HiddenGame[] | null;
  shown: ShownGames | undefined;
  onShown: (shown: ShownGames | undefined) => void;
}

/** Which games of an integration are listed: those that it sees, or those that it does not see, of all reasons or of one. */
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
          { value: 'hidden', label: counted(t('hidden'), hidden?.length) },
        ]}
        fullWidth
      />
      {shown !== undefined && (
        <Select
          aria-label={t('hiddenReason')}
          allowDeselect={false}
          value={shown}
          onChange={(value) => onShown((value as ShownGames | null) ?? 'hidden')}
          data={[
            { value: 'hidden', label: counted(t('allReasons'), hidden?.length) },
            ...hiddenReasons.map((value) => ({
              value,
              label: counted(t(`hiddenWhy.${value}`), ofReason(value)),
            })),
          ]}
        />
      )}
    </div>
  );
}
