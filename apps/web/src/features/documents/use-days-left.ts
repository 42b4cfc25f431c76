import type { Certificate } from '@ludus/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOf } from '../../lib/days.ts';
import { useToday } from '../../lib/use-today.ts';

/** An end this near is acted on: its days count. Beyond, months say more. */
const daysAtMost = 60;

/** Says how far the last day of a document is from today: "in 23 days", "in 11 months", "today", "3 days ago"; null without an end. */
export function useDaysLeft() {
  const { t } = useTranslation('documents');
  const today = useToday();
  return useCallback(
    ({ validUntil }: Pick<Certificate, 'validUntil'>): string | null => {
      if (validUntil === null) return null;
      if (validUntil === today) return t('endsToday');
      const isAhead = validUntil > today;
      const days = daysOf(isAhead ? { from: today, to: validUntil } : { from: validUntil, to: today }) - 1;
      if (days > daysAtMost)
        return t(isAhead ? 'expiresInMonths' : 'endedMonthsAgo', { count: Math.floor(days / 30) });
      return t(isAhead ? 'expiresIn' : 'endedAgo', { count: days });
    },
    [t, today],
  );
}
