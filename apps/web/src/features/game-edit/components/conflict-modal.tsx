import type { Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import type { GamePayload, GameValues } from '../../../domain/game/form/values.ts';
import { formatDay, formatNumber, PLACEHOLDER } from '../../../lib/format.ts';
import { type ConflictField, differencesOf, resolved, type Side } from '../conflict.ts';
import styles from './conflict-modal.module.css';

interface ConflictModalProps {
  base: Game;
  mine: GameValues;
  theirs: Game;
  onClose: () => void;
  onResolved: (values: GameValues) => void;
}

/** Someone else saved meanwhile: both versions side by side, and whose is kept, field by field. */
export function ConflictModal({ base, mine, theirs, onClose, onResolved }: ConflictModalProps) {
  const { t } = useTranslation('gameEdit');
  const { t: form } = useTranslation('gameForm');
  const { t: common } = useTranslation('common');
  const differences = useMemo(() => differencesOf(base, mine, theirs), [base, mine, theirs]);
  const [choices, setChoices] = useState<Partial<Record<ConflictField, Side>>>(() =>
    Object.fromEntries(differences.map(({ field, suggested }) => [field, suggested])),
  );
  const labelOf = (field: ConflictField) => {
    if (field === 'supportedPlatforms') return t('platforms');
    return form(`field.${field === 'propertiesData' ? 'properties' : field}`);
  };
  const textOf = (field: ConflictField, payload: GamePayload): string => {
    const value = payload[field];
    if (field === 'supportedPlatforms') {
      const { mobile, desktop } = payload.supportedPlatforms;
      const names = [mobile && form('field.mobile'), desktop && form('field.desktop')].filter(Boolean);
      return names.join(', ') || PLACEHOLDER;
    }
    if (field === 'propertiesData') {
      const lines = Object.entries(payload.propertiesData).map(([name, text]) => `${name}: ${text}`);
      return lines.join('\n') || PLACEHOLDER;
    }
    if (field === 'release_date' || field === 'rtp_since') return formatDay(payload[field]);
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return formatNumber(value);
    return value ? String(value) : PLACEHOLDER;
  };
  return (
    <Modal opened onClose={onClose} title={t('conflictTitle')} size={760}>
      <p className={styles.intro}>{t(differences.length === 0 ? 'conflictNone' : 'conflictText')}</p>
      {differences.map(({ field, ...versions }) => (
        <fieldset key={field} className={styles.field}>
          <legend className="hub-label">{labelOf(field)}</legend>
          <div className={styles.sides}>
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side} className={styles.side} data-chosen={choices[field] === side || undefined}>
                <input
                  type="radio"
                  name={`conflict-${field}`}
                  checked={choices[field] === side}
                  onChange={() => setChoices({ ...choices, [field]: side })}
                />
                <span>
                  <b>{t(side)}</b>
                  <span className={styles.value}>{textOf(field, versions[side])}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button onClick={() => onResolved(resolved(mine, theirs, choices))}>{t('conflictApply')}</Button>
      </div>
    </Modal>
  );
}
