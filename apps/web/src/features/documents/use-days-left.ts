import type { Certificate } from '@ludus/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOf } from '../../lib/days.ts';
import { useToday } from '../../lib/use-today.ts';

/** Says how far the last day of a document is from today: "in 23 days", "today", "3 days ago"; null without an end. */
export function useDaysLeft() {
  const { t } = useTranslation('documents');
  const today = useToday();
  return useCallback(
    ({ validUntil }: Pick<Certificate, 'validUntil'>): string | null => {
      if (validUntil === null) return null;
      if (validUntil === today) return t('endsToday');
      return validUntil > today
        ? t('expiresIn', { count: daysOf({ from: today, to: validUntil }) - 1 })
        : t('endedAgo', { count: daysOf({ from: validUntil, to: today }) - 1 });
    },
    [t, today],
  );
}
