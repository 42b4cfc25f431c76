import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInvalidDay, parseDayText, type TypedDay } from '../../lib/days.ts';
import { formatDay } from '../../lib/format.ts';
import { OptionalLabel } from './optional-label.tsx';
import { useCalendarLabels } from './use-calendar-labels.ts';

interface DayInputProps {
  label: string;
  optional?: boolean;
  placeholder?: string;
  value: TypedDay;
  onChange: (day: TypedDay) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** A day as it is typed, 30/06/2027, or chosen from a calendar. Text that is no day stays, and is named as an error. */
export function DayInput({ label, optional, placeholder, value, onChange, error, disabled }: DayInputProps) {
  const { t, i18n } = useTranslation('common');
  const calendarLabels = useCalendarLabels();
  const [opened, setOpened] = useState(false);
  // While someone types: their text, which must not turn into another spelling of the day, nor be called wrong yet.
  const [typed, setTyped] = useState<string | null>(null);
  const isInvalid = isInvalidDay(value);
  const day = isInvalid ? null : value;
  const change = (next: TypedDay) => {
    setTyped(null);
    setOpened(false);
    onChange(next);
  };
  return (
    <Popover
      opened={opened && !disabled}
      onChange={setOpened}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
      withinPortal
    >
      <Popover.Target>
        <TextInput
          label={optional ? <OptionalLabel label={label} /> : label}
          aria-label={optional ? label : undefined}
          placeholder={placeholder ?? t('dayFormat')}
          autoComplete="off"
          disabled={disabled ?? false}
          error={isInvalid && typed === null ? t('periodProblems.noDay') : error}
          value={typed ?? (isInvalid ? (value ?? '') : day === null ? '' : formatDay(day))}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            setOpened(true);
            onChange(text.trim() === '' ? null : (parseDayText(text) ?? text));
          }}
          onFocus={() => setOpened(true)}
          onClick={() => setOpened(true)}
          onBlur={() => {
            setTyped(null);
            setOpened(false);
          }}
          onKeyDown={(event) => {
            // Sends the form: what is wrong shows now.
            if (event.key === 'Enter') setTyped(null);
            if (event.key !== 'Escape' || !opened) return;
            // Closes the calendar, and not the dialog that the field stands in.
            event.stopPropagation();
            setOpened(false);
          }}
          data-mantine-stop-propagation={opened || undefined}
          leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden="true" />}
          leftSectionPointerEvents="none"
          rightSection={
            value === null ? undefined : (
              <ActionIcon
                size="sm"
                disabled={disabled ?? false}
                aria-label={t('remove', { what: label })}
                onClick={() => change(null)}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            )
          }
        />
      </Popover.Target>
      {/* The field keeps the focus: what is chosen here is the same value. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <DatePicker
          key={day}
          value={day}
          {...(day === null ? {} : { defaultDate: day })}
          onChange={change}
          locale={i18n.language}
          firstDayOfWeek={1}
          ariaLabels={calendarLabels}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
