import { RangeSlider, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, PLACEHOLDER, parseNumber } from '../../lib/format.ts';
import styles from './range-input.module.css';

export interface RangeValue {
  min: number | null;
  max: number | null;
}

interface RangeInputProps {
  label: string;
  unit?: string;
  /** Null until the user has touched it: an untouched range is no filter. */
  value: RangeValue | null;
  onChange: (value: RangeValue) => void;
  /** The slider's ends; each grows when a value lies beyond it. */
  sliderMin?: number;
  sliderMax?: number;
  step?: number;
  /** The least a typed value may be; 0 from the slider is allowed. Leave it off for ranges that may be negative. */
  typedMin?: number;
  error?: ReactNode;
}

/** Both ends of the slider for a value: they grow beyond their defaults, never shrink. */
export function sliderBounds(value: RangeValue | null, low: number, high: number): [number, number] {
  const ends = [value?.min, value?.max].filter((end): end is number => typeof end === 'number');
  return [Math.min(low, ...ends), Math.max(high, ...ends)];
}

/** What a typed end becomes: null when empty, raised to the least allowed, undefined when it is no number. */
export function typedEnd(text: string, least?: number): number | null | undefined {
  const number = parseNumber(text);
  if (number === null) return null;
  if (Number.isNaN(number)) return undefined;
  const rounded = Math.round(number * 100) / 100;
  return least === undefined ? rounded : Math.max(least, rounded);
}

function fieldText(end: number | null | undefined): string {
  // Whole euro without cents: four fields stand in a row, and a figure that is cut is another figure.
  return end === null || end === undefined ? '' : formatNumber(end, Number.isInteger(end) ? 0 : 2, 2);
}

const unbounded: RangeValue = { min: null, max: null };

/** A range by slider and by two fields. An end that is empty, or was never touched, is no bound. */
export function RangeInput(props: RangeInputProps) {
  const { t } = useTranslation('common');
  const { value, onChange, sliderMin = 0, sliderMax = 3000, step = 1, unit = '€', typedMin } = props;
  const [low, high] = sliderBounds(value, sliderMin, sliderMax);
  const { min, max } = value ?? unbounded;
  const [texts, setTexts] = useState({ min: fieldText(min), max: fieldText(max) });
  useEffect(() => setTexts({ min: fieldText(min), max: fieldText(max) }), [min, max]);

  const commit = (key: 'min' | 'max') => {
    const typed = typedEnd(texts[key], typedMin);
    const before = key === 'min' ? min : max;
    if (typed === undefined || texts[key] === fieldText(before)) {
      setTexts({ min: fieldText(min), max: fieldText(max) });
      return;
    }
    setTexts({ ...texts, [key]: fieldText(typed) });
    onChange({ ...(value ?? unbounded), [key]: typed });
  };
  const field = (key: 'min' | 'max', label: string) => (
    <TextInput
      size="sm"
      inputMode="decimal"
      aria-label={label}
      placeholder={t('noBound')}
      error={props.error ? true : undefined}
      withErrorStyles
      value={texts[key]}
      onChange={(event) => setTexts({ ...texts, [key]: event.currentTarget.value })}
      onBlur={() => commit(key)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(key);
      }}
    />
  );
  const minLabel = t('rangeMin', { label: props.label });
  const maxLabel = t('rangeMax', { label: props.label });
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <legend className={`hub-label ${styles.label}`} style={{ padding: 0 }}>
        {props.label} <i>{unit}</i>
      </legend>
      <div className={styles.fields}>
        {field('min', minLabel)}
        <span>{PLACEHOLDER}</span>
        {field('max', maxLabel)}
      </div>
      <RangeSlider
        className={styles.slider}
        data-untouched={value === null || undefined}
        label={null}
        min={low}
        max={high}
        step={step}
        minRange={0}
        value={[Math.min(min ?? low, max ?? high), Math.max(max ?? high, min ?? low)]}
        thumbFromLabel={minLabel}
        thumbToLabel={maxLabel}
        onChange={([from, to]) => {
          // An end that still stands where the slider begins or ends, and was never set, is no bound.
          const bound = (end: number, edge: number, before: number | null | undefined) =>
            end === edge && typeof before !== 'number' ? null : end;
          onChange({ min: bound(from, low, value?.min), max: bound(to, high, value?.max) });
        }}
      />
      <div className={`hub-caption ${styles.ends}`}>
        <span>{formatNumber(low)}</span>
        <span>
          {formatNumber(high)} {unit}
        </span>
      </div>
      {props.error && <div className={styles.error}>{props.error}</div>}
    </fieldset>
  );
}
