import { TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTime, parseTimeText, stepTime } from '../../lib/time-text.ts';
import { OptionalLabel } from './optional-label.tsx';

interface TimeInputProps {
  label: string;
  optional?: boolean;
  /** `HH:MM`, empty, or what was typed while it is neither. */
  value?: string;
  onChange: (time: string) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  error?: ReactNode;
  disabled?: boolean | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 15, ArrowDown: -15, PageUp: 60, PageDown: -60 };

/**
 * A time of day by a clock of 24 hours, whatever the browser's is: typed, also as 9, 930 or 9.30, or stepped with the arrow keys. Text
 * that is no time stays, and is named as an error.
 */
export function TimeInput({
  label,
  optional,
  value = '',
  onChange,
  onBlur,
  error,
  disabled,
}: TimeInputProps) {
  const { t } = useTranslation('common');
  // While someone types, their text: it must not turn into another spelling of the time, nor be called wrong yet.
  const [isTyping, setTyping] = useState(false);
  const isInvalid = value !== '' && !isTime(value) && !isTyping;
  const settle = () => {
    setTyping(false);
    const time = parseTimeText(value);
    if (time !== null && time !== value) onChange(time);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Sends the form: what is wrong shows now.
    if (event.key === 'Enter') settle();
    const minutes = steps[event.key];
    if (minutes === undefined) return;
    event.preventDefault();
    setTyping(false);
    onChange(stepTime(parseTimeText(value), minutes));
  };
  return (
    <TextInput
      label={optional ? <OptionalLabel label={label} /> : label}
      aria-label={optional ? label : undefined}
      aria-description={t('timeKeys')}
      placeholder={t('timeFormat')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      disabled={disabled ?? false}
      error={isInvalid ? t('timeInvalid') : error}
      value={value}
      onChange={(event) => {
        setTyping(true);
        onChange(event.currentTarget.value);
      }}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
      onKeyDown={onKeyDown}
      leftSection={<IconClock size={16} stroke={1.5} aria-hidden="true" />}
      leftSectionPointerEvents="none"
    />
  );
}
