import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickState, Picks } from '../use-requesting.ts';
import styles from './pick-box.module.css';

interface PickBoxProps {
  id: number;
  name: string;
  state: NonNullable<PickState>;
  onPick: Picks['onPick'];
  /** On art it has a plate of its own. */
  onArt?: boolean;
}

/** Asks for one game. Everything around the box is its target too. */
export function PickBox({ id, name, state, onPick, onArt }: PickBoxProps) {
  const { t } = useTranslation('catalog');
  const boxId = useId();
  return (
    <label htmlFor={boxId} className={styles.pick} data-on-art={onArt || undefined}>
      <Checkbox
        id={boxId}
        checked={state === 'ticked'}
        onChange={(event) => onPick(id, event.currentTarget.checked)}
        aria-label={t('requesting.pick', { name })}
      />
    </label>
  );
}
