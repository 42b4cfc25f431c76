import { ActionIcon } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Day, parseDayText } from '../../lib/days.ts';
import { OptionalLabel } from './optional-label.tsx';

interface DayInputProps {
  label: string;
  optional?: boolean;
  placeholder?: string;
  value: Day | null;
  onChange: (day: Day | null) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** A day as it is typed, 30/06/2027, or chosen from a calendar. */
export function DayInput({ label, optional, placeholder, value, onChange, ...rest }: DayInputProps) {
  const { t } = useTranslation('common');
  return (
    <DateInput
      label={optional ? <OptionalLabel label={label} /> : label}
      aria-label={optional ? label : undefined}
      placeholder={placeholder ?? t('dayFormat')}
      valueFormat="DD/MM/YYYY"
      // The framework would take the first digits for a month.
      dateParser={parseDayText}
      value={value}
      onChange={onChange}
      leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden="true" />}
      leftSectionPointerEvents="none"
      rightSection={
        value === null ? undefined : (
          <ActionIcon
            size="sm"
            disabled={rest.disabled}
            aria-label={t('remove', { what: label })}
            onClick={() => onChange(null)}
          >
            <IconX size={14} stroke={1.75} />
          </ActionIcon>
        )
      }
      popoverProps={{ withinPortal: true }}
      {...rest}
    />
  );
}
