import { Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Day,
  isDay,
  type Period,
  type PresetName,
  presetNames,
  presetOf,
  presetPeriod,
  today,
} from '../lib/days.ts';
import { formatDay } from '../lib/format.ts';
import styles from './period-picker.module.css';

interface PeriodPickerProps {
  value: Period;
  onChange: (period: Period) => void;
  presets?: readonly PresetName[];
  min?: Day;
  max?: Day;
  /** Spoken name in place of "Period". */
  label?: string;
  disabled?: boolean;
}

/** `dd/MM/yyyy`, or both ends with a dash when they differ. */
export function formatPeriod(period: Period): string {
  return period.from === period.to
    ? formatDay(period.from)
    : `${formatDay(period.from)} – ${formatDay(period.to)}`;
}

/** Reads `dd/MM/yyyy` (also with dots, hyphens or single digits); null when it is no calendar day. */
export function parseDayText(text: string): Day | null {
  const match = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/.exec(text);
  if (!match) return null;
  const day = `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/** Calendar days in Rome: presets, a calendar, and two fields for the keyboard. It always shows its value. */
export function PeriodPicker({
  value,
  onChange,
  presets = presetNames,
  min,
  max,
  label,
  disabled,
}: PeriodPickerProps) {
  const { t, i18n } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState<[Day | null, Day | null]>([value.from, value.to]);
  const [texts, setTexts] = useState({ from: formatDay(value.from), to: formatDay(value.to) });
  const { from, to } = value;
  useEffect(() => {
    setDraft([from, to]);
    setTexts({ from: formatDay(from), to: formatDay(to) });
  }, [from, to]);

  const day = today();
  const current = presetOf(value, day);
  const choose = (period: Period, close: boolean) => {
    onChange(period);
    if (close) setOpened(false);
  };
  const inBounds = (candidate: Day) => (!min || candidate >= min) && (!max || candidate <= max);
  const commitTexts = () => {
    const first = parseDayText(texts.from);
    const last = parseDayText(texts.to);
    if (first && last && first <= last && inBounds(first) && inBounds(last)) {
      if (first !== from || last !== to) choose({ from: first, to: last }, false);
    } else {
      setTexts({ from: formatDay(from), to: formatDay(to) });
    }
  };
  const field = (key: 'from' | 'to', name: string) => (
    <TextInput
      label={name}
      size="sm"
      w={116}
      inputMode="numeric"
      placeholder={t('dayFormat')}
      value={texts[key]}
      onChange={(event) => setTexts({ ...texts, [key]: event.currentTarget.value })}
      onBlur={commitTexts}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commitTexts();
      }}
    />
  );

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      disabled={disabled}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.button}
          disabled={disabled}
          aria-label={
            label ? `${label}: ${formatPeriod(value)}` : t('periodOf', { value: formatPeriod(value) })
          }
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={16} stroke={1.5} />
          <span>{formatPeriod(value)}</span>
          <IconChevronDown size={16} stroke={1.5} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={styles.panel}>
          <div className={styles.presets}>
            {presets.map((name) => (
              <button
                key={name}
                type="button"
                className={styles.preset}
                aria-pressed={current === name}
                onClick={() => choose(presetPeriod(name, day), true)}
              >
                {t(`presets.${name}`)}
                {current === name && <IconCheck size={16} stroke={1.75} />}
              </button>
            ))}
          </div>
          <div className={styles.calendar}>
            <div className={styles.fields}>
              {field('from', t('firstDay'))}
              {field('to', t('lastDay'))}
            </div>
            <DatePicker
              type="range"
              allowSingleDateInRange
              value={draft}
              defaultDate={to}
              minDate={min}
              maxDate={max}
              locale={i18n.language}
              firstDayOfWeek={1}
              ariaLabels={{
                previousMonth: t('calendar.previousMonth'),
                nextMonth: t('calendar.nextMonth'),
                previousYear: t('calendar.previousYear'),
                nextYear: t('calendar.nextYear'),
                previousDecade: t('calendar.previousDecade'),
                nextDecade: t('calendar.nextDecade'),
              }}
              onChange={(range) => {
                setDraft(range);
                const [first, last] = range;
                if (first && last) choose({ from: first, to: last }, true);
              }}
            />
            <div className={`hub-caption ${styles.zone}`}>{t('daysInRome')}</div>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
