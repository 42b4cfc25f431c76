import { mostComparedDays } from '@ludus/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { addDays, addMonths, type Period } from '../../../lib/days.ts';
import { formatDay, formatDayWith, formatPeriod } from '../../../lib/format.ts';

/** A whole month by its name, other days by the first and the last. */
function nameOf({ from, to }: Period, language: string): string {
  const isMonth = from.endsWith('-01') && addDays(addMonths(from, 1), -1) === to;
  return isMonth
    ? formatDayWith(from, language, { month: 'long', year: 'numeric' })
    : formatPeriod({ from, to });
}

interface NotComparedProps {
  period: Period;
  /** The last day that may be compared. */
  latest: string;
  /** Starts a comparison; none for those who may not. */
  action?: ReactNode;
}

/** In place of days that all have no state: that they have none, when they get one by themselves, and how to get it now. */
export function NotCompared({ period, latest, action }: NotComparedProps) {
  const { t, i18n } = useTranslation('reconciliation');
  const earliest = addDays(latest, 1 - mostComparedDays);
  return (
    <EmptyState compact title={t('untouched', { period: nameOf(period, i18n.language) })} actions={action}>
      {period.from >= earliest
        ? [t('untouchedText'), ...(action === undefined ? [] : [t('untouchedNow')])].join(' ')
        : t('untouchedPart', { from: formatDay(earliest) })}
    </EmptyState>
  );
}
