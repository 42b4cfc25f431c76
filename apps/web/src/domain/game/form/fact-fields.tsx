import { gameTypes, payMethods } from '@ludus/contract';
import { Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ratingText, Volatility } from '../../../components/display/brand-mark.tsx';
import { DayInput } from '../../../components/form/day-input.tsx';
import styles from './game-form.module.css';
import { NumberField } from './number-field.tsx';
import type { GameForm } from './use-game-form.ts';
import { type GameType, hasLines, type PayMethod } from './values.ts';

const volatilities = Array.from({ length: 11 }, (_unused, value) => value);

/** The figures of a game: from RTP to rows. */
export function FactFields({ form }: { form: GameForm }) {
  const { t } = useTranslation('gameForm');
  const { t: common } = useTranslation('common');
  const { values, set, errors } = form;
  const number = (
    field:
      | 'rtp'
      | 'rtp_std_dev'
      | 'hit_frequency'
      | 'max_multiplier_win'
      | 'max_bet'
      | 'min_bet'
      | 'lines'
      | 'reels'
      | 'gameRows',
    more: { unit?: string; step?: number; whole?: boolean; dotIsDecimal?: boolean } = {},
  ) => (
    <NumberField
      label={t(`field.${field}`)}
      value={values[field]}
      onChange={(text) => set({ [field]: text })}
      error={errors[field]}
      {...more}
    />
  );
  return (
    <div className={styles.facts}>
      <div className={styles.fields}>
        {number('rtp', { unit: '%', dotIsDecimal: true })}
        {number('rtp_std_dev', { unit: 'x', step: 0.1 })}
        <DayInput
          label={t('field.rtp_since')}
          optional
          value={values.rtp_since}
          onChange={(day) => set({ rtp_since: day })}
          error={errors.rtp_since}
        />
        <Select
          label={t('field.volatility')}
          data={volatilities.map((value) => ({
            value: String(value),
            label: value === 0 ? common('notAvailable') : ratingText(value),
          }))}
          value={String(values.volatility)}
          allowDeselect={false}
          onChange={(value) => set({ volatility: Number(value) })}
          error={errors.volatility}
          renderOption={({ option }) => (
            <span className={styles.rated}>
              {option.value !== '0' && <Dots value={Number(option.value)} />}
              {option.label}
            </span>
          )}
          {...(values.volatility > 0 && {
            leftSection: <Dots value={values.volatility} />,
            leftSectionWidth: 70,
            leftSectionPointerEvents: 'none',
          })}
        />
        {number('hit_frequency', { unit: '%', dotIsDecimal: true })}
        {number('max_multiplier_win', { unit: 'x', step: 0.1 })}
        {number('min_bet', { unit: '€', step: 0.1 })}
        {number('max_bet', { unit: '€' })}
      </div>
      {/* What it is, and how its reels pay: two wide ones, and four. */}
      <div className={`${styles.fields} ${styles.kinds}`}>
        <Select
          className={styles.type}
          label={t('field.type')}
          data={gameTypes.map((type) => ({ value: type, label: type }))}
          value={values.type}
          allowDeselect={false}
          onChange={(value) => set({ type: value as GameType })}
          error={errors.type}
        />
        <TextInput
          label={t('field.format')}
          value={values.format}
          onChange={(event) => set({ format: event.currentTarget.value })}
          error={errors.format}
        />
        <Select
          label={t('field.pay_method')}
          data={payMethods.map((method) => ({ value: method, label: method }))}
          value={values.pay_method}
          allowDeselect={false}
          onChange={(value) => set({ pay_method: value as PayMethod })}
          error={errors.pay_method}
        />
        {hasLines(values.pay_method) && number('lines', { whole: true })}
        {number('reels', { whole: true })}
        {number('gameRows', { whole: true })}
      </div>
    </div>
  );
}

/** The rating as the game page has it; the number beside it says the same. */
const Dots = ({ value }: { value: number }) => (
  <span aria-hidden="true">
    <Volatility value={value} />
  </span>
);

/** Platforms, switches and the release date. */
export function StateFields({ form }: { form: GameForm }) {
  const { t } = useTranslation('gameForm');
  const { values, set, errors } = form;
  return (
    <div className={styles.stack}>
      <DayInput
        label={t('field.release_date')}
        optional
        value={values.release_date}
        onChange={(day) => set({ release_date: day })}
        error={errors.release_date}
      />
      <fieldset className={styles.group}>
        <legend>{t('platforms')}</legend>
        <div className={styles.inline}>
          {(['mobile', 'desktop'] as const).map((field) => (
            <Checkbox
              key={field}
              label={t(`field.${field}`)}
              checked={values[field]}
              onChange={(event) => set({ [field]: event.currentTarget.checked })}
            />
          ))}
        </div>
        {errors.mobile && <p className={styles.error}>{errors.mobile}</p>}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('choices')}</legend>
        {(['isBuyBonus', 'isDev', 'isDemo'] as const).map((field) => (
          <Switch
            key={field}
            label={t(`field.${field}`)}
            checked={values[field]}
            onChange={(event) => set({ [field]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
    </div>
  );
}
