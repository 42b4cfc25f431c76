import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../lib/days.ts';
import { useCalendarLabels } from './use-calendar-labels.ts';

interface PeriodCalendarProps {
  value: [Day | null, Day | null];
  /** The day whose month shows when the calendar appears. */
  shownFirst: Day;
  min?: Day | undefined;
  max?: Day | undefined;
  onChange: (value: [Day | null, Day | null]) => void;
}

/** The calendar of the period picker, which loads when the picker opens. */
export default function PeriodCalendar({ value, shownFirst, min, max, onChange }: PeriodCalendarProps) {
  const { i18n } = useTranslation();
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      value={value}
      defaultDate={shownFirst}
      minDate={min}
      maxDate={max}
      locale={i18n.language}
      firstDayOfWeek={1}
      ariaLabels={useCalendarLabels()}
      onChange={onChange}
    />
  );
}
