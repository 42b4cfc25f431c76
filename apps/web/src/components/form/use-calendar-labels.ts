import { useTranslation } from 'react-i18next';

/** The spoken names of a calendar's buttons, in the reader's language. */
export function useCalendarLabels() {
  const { t } = useTranslation('common');
  return {
    previousMonth: t('calendar.previousMonth'),
    nextMonth: t('calendar.nextMonth'),
    previousYear: t('calendar.previousYear'),
    nextYear: t('calendar.nextYear'),
    previousDecade: t('calendar.previousDecade'),
    nextDecade: t('calendar.nextDecade'),
  };
}
