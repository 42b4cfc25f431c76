import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { formatNumber, formatUngrouped, parseNumber } from '../../../lib/format.ts';

interface NumberFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Of the arrow keys. */
  step?: number;
  unit?: string;
  whole?: boolean;
  /** A dot is never for thousands, and none is written. */
  dotIsDecimal?: boolean;
  error?: string | undefined;
  description?: string;
}

/** A number as people type it, Italian or plain; arrow keys step it, never below 0. What cannot be read stays. */
export function NumberField({
  label,
  value,
  onChange,
  step = 1,
  unit,
  whole,
  dotIsDecimal = false,
  ...rest
}: NumberFieldProps) {
  const isWord = unit !== undefined && unit.length > 1;
  // An amount has its cents here as everywhere.
  const write = dotIsDecimal
    ? formatUngrouped
    : (number: number) => formatNumber(number, unit === '€' ? 2 : 0, 2);
  const stepBy = (event: KeyboardEvent, direction: 1 | -1) => {
    const number = parseNumber(value, { dotIsDecimal }) ?? 0;
    if (Number.isNaN(number)) return;
    event.preventDefault();
    onChange(write(Math.max(0, number + direction * step)));
  };
  return (
    <TextInput
      label={label}
      value={value}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      rightSection={
        unit ? (
          <span aria-hidden="true" style={isWord ? { paddingInline: 'var(--space-3)' } : undefined}>
            {unit}
          </span>
        ) : undefined
      }
      rightSectionWidth={isWord ? 'auto' : undefined}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const number = parseNumber(value, { dotIsDecimal });
        // Only what two decimals hold is written anew; anything else is for the check to judge.
        if (number !== null && Number.isFinite(number) && number >= 0) {
          const text = write(number);
          if (text !== value && parseNumber(text, { dotIsDecimal }) === number) onChange(text);
        }
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') stepBy(event, 1);
        else if (event.key === 'ArrowDown') stepBy(event, -1);
      }}
      {...rest}
    />
  );
}
