import { Button, TextInput } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Day,
  daysOf,
  type Period,
  type PresetName,
  parseDayText,
  presetNames,
  presetOf,
  presetPeriod,
} from '../../lib/days.ts';
import { formatDay, formatPeriod } from '../../lib/format.ts';
import { latePart } from '../../lib/late-part.ts';
import { useToday } from '../../lib/use-today.ts';
import { LatePopover } from '../overlay/floats.tsx';
import styles from './period-picker.module.css';

// The calendar is most of the weight, and only an open picker needs it.
const loadCalendar = async () => (await import('./period-calendar.tsx')).default;
const PeriodCalendar = latePart(loadCalendar);
/** Ahead of its use; a failure counts once it is used. */
const prepareCalendar = () => void loadCalendar().catch(() => {});

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

interface Problem {
  field: 'from' | 'to';
  kind: 'noDay' | 'endsBefore' | 'tooEarly' | 'tooLate';
}

/** Why typed ends are no period that may be chosen, and which of them is to blame; null when they are one. */
function problemOf(
  from: Day | null,
  to: Day | null,
  { min, max }: Pick<PeriodPickerProps, 'min' | 'max'>,
): Problem | null {
  if (from === null) return { field: 'from', kind: 'noDay' };
  if (to === null) return { field: 'to', kind: 'noDay' };
  if (to < from) return { field: 'to', kind: 'endsBefore' };
  if (min && from < min) return { field: 'from', kind: 'tooEarly' };
  if (max && to > max) return { field: 'to', kind: 'tooLate' };
  return null;
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
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState<[Day | null, Day | null]>([value.from, value.to]);
  const [texts, setTexts] = useState({ from: formatDay(value.from), to: formatDay(value.to) });
  const [problem, setProblem] = useState<Problem | null>(null);
  const { from, to } = value;
  useEffect(() => {
    setDraft([from, to]);
    setTexts({ from: formatDay(from), to: formatDay(to) });
    setProblem(null);
  }, [from, to]);

  const problemId = useId();

  const day = useToday();
  const current = presetOf(value, day);
  const choose = (period: Period, close: boolean) => {
    onChange(period);
    if (close) change(false);
  };
  // A period that is not taken stays in its fields, and is said; the value shown outside is still the one before.
  const commitTexts = () => {
    const first = parseDayText(texts.from);
    const last = parseDayText(texts.to);
    const found = problemOf(first, last, { min, max });
    setProblem(found);
    if (first && last && found === null && (first !== from || last !== to)) {
      choose({ from: first, to: last }, false);
    }
  };
  const change = (open: boolean) => {
    setOpened(open);
    // At the beginning: as it closes, a field that is left is still read.
    if (!open) return;
    setTexts({ from: formatDay(from), to: formatDay(to) });
    setProblem(null);
  };
  const field = (key: 'from' | 'to', name: string) => (
    <TextInput
      label={name}
      size="sm"
      w={116}
      inputMode="numeric"
      placeholder={t('dayFormat')}
      value={texts[key]}
      error={problem?.field === key}
      aria-describedby={problem?.field === key ? problemId : undefined}
      onChange={(event) => {
        setTexts({ ...texts, [key]: event.currentTarget.value });
        setProblem(null);
      }}
      onBlur={commitTexts}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commitTexts();
      }}
    />
  );

  return (
    <LatePopover
      opened={opened}
      onChange={change}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      disabled={disabled}
      dropdown={{ p: 0 }}
      target={
        <button
          type="button"
          className={styles.button}
          disabled={disabled}
          aria-label={
            label ? `${label}: ${formatPeriod(value)}` : t('periodOf', { value: formatPeriod(value) })
          }
          onPointerEnter={prepareCalendar}
          onFocus={prepareCalendar}
          onClick={() => change(!opened)}
        >
          <IconCalendar size={16} stroke={1.5} />
          <span>{formatPeriod(value)}</span>
          <IconChevronDown size={16} stroke={1.5} />
        </button>
      }
    >
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
          {problem && (
            <p id={problemId} className={styles.problem} role="alert">
              {t(`periodProblems.${problem.kind}`, {
                day: problem.kind === 'tooEarly' ? min : max,
              })}
            </p>
          )}
          <Suspense fallback={<div className={styles.wait} />}>
            <PeriodCalendar
              value={draft}
              shownFirst={to}
              min={min}
              max={max}
              onChange={(range) => {
                setDraft(range);
                const [first, last] = range;
                if (first && last) choose({ from: first, to: last }, true);
              }}
            />
          </Suspense>
          <div className={`hub-caption ${styles.zone}`}>{t('daysInRome')}</div>
        </div>
      </div>
    </LatePopover>
  );
}

interface LastMonthButtonProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

/** The way on where a short period, such as the first minutes of a day, has nothing to show. */
export function LastMonthButton({ period, onPeriod }: LastMonthButtonProps) {
  const { t } = useTranslation('common');
  const lastMonth = presetPeriod('last30', useToday());
  if (daysOf(period) >= daysOf(lastMonth)) return null;
  return (
    <Button variant="default" onClick={() => onPeriod(lastMonth)}>
      {t('presets.last30')}
    </Button>
  );
}
