import { maxTiers } from '@ludus/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TierDraft } from '../terms-draft.ts';
import forms from './forms.module.css';
import styles from './statements.module.css';

interface TiersEditorProps {
  tiers: readonly TierDraft[];
  error: string | undefined;
  disabled: boolean;
  onChange: (tiers: TierDraft[]) => void;
}

/** Rates by parts of the base: each from its amount on, to the part above only. The first one starts at zero. */
export function TiersEditor({ tiers, error, disabled, onChange }: TiersEditorProps) {
  const { t } = useTranslation('statements');
  const change = (key: number, part: Partial<TierDraft>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...part } : tier)));
  const add = () =>
    onChange([...tiers, { key: Math.max(...tiers.map(({ key }) => key)) + 1, from: '', rate: '' }]);
  return (
    <div>
      <div className="hub-label" style={{ marginBottom: 6 }} id="tiers-label">
        {t('tiersLabel')}
      </div>
      <p className={styles.help}>{t('tiersHelp')}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset of fields is around it already */}
      <div className={forms.tiers} role="group" aria-labelledby="tiers-label">
        {tiers.map(({ key, from, rate }, index) => (
          <div key={key} className={forms.tier}>
            <TextInput
              aria-label={t('tierStart', { place: index + 1 })}
              leftSection={<span aria-hidden="true">{t('fromShort')}</span>}
              leftSectionWidth={44}
              rightSection={<span aria-hidden="true">€</span>}
              inputMode="decimal"
              autoComplete="off"
              disabled={disabled || index === 0}
              value={from}
              onChange={(event) => change(key, { from: event.currentTarget.value })}
              error={error !== undefined}
            />
            <TextInput
              aria-label={t('tierRate', { place: index + 1 })}
              rightSection={<span aria-hidden="true">%</span>}
              inputMode="decimal"
              autoComplete="off"
              disabled={disabled}
              value={rate}
              onChange={(event) => change(key, { rate: event.currentTarget.value })}
              error={error !== undefined}
            />
            {index > 0 && (
              <ActionIcon
                aria-label={t('removeTier', { place: index + 1 })}
                disabled={disabled}
                onClick={() => onChange(tiers.filter((tier) => tier.key !== key))}
              >
                <IconX size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p className={forms.problem} role="alert">
          {error}
        </p>
      )}
      {!disabled && tiers.length < maxTiers && (
        <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} stroke={1.75} />} onClick={add}>
          {t('addTier')}
        </Button>
      )}
    </div>
  );
}
