import type { Coverage } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { type Day, dayInRome } from '../../lib/days.ts';

/** How far figures reach, and how many integrations are missing in them where that is said nowhere else, in words; of a day that is named beside them, only the time. */
export function useFreshness(): (
  coverage: Pick<Coverage, 'asOf'> & Partial<Pick<Coverage, 'notFetched'>>,
  beside?: Day,
) => string {
  const { t } = useTranslation('common');
  return ({ asOf, notFetched = 0 }, beside) => {
    if (asOf === null) return t('freshness.none');
    const isBeside = dayInRome(new Date(asOf)) === beside;
    const text = isBeside ? t('freshness.at', { time: asOf }) : t('freshness.on', { time: asOf });
    if (notFetched === 0) return text;
    return t('freshness.without', { text, count: notFetched });
  };
}
