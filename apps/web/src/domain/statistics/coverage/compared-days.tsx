import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CalmLine } from '../../../components/feedback/calm-line.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { daysOf } from '../../../lib/days.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { reconciliationQuery } from '../reconciliation.ts';

/**
 * Whether every day is complete, and how that is known: how many of the last days, of each integration, are equal to the totals of
 * its platform. Silent while it is not read.
 */
export function ComparedDays() {
  const { t } = useTranslation('statisticsCoverage');
  const { data: matrix } = useQuery(reconciliationQuery({}));
  if (!matrix || matrix.integrations.length === 0) return null;
  const states = matrix.integrations.flatMap(({ days }) => days.map(({ state }) => state));
  const all = matrix.integrations.length * daysOf(matrix);
  const of = (wanted: 'equal' | 'differs') => states.filter((state) => state === wanted).length;
  const [equal, differing] = [of('equal'), of('differs')];
  const isWhole = equal === all;
  const notCompared = all - equal - differing;
  return (
    <CalmLine tone={isWhole ? 'positive' : 'neutral'} title={t(isWhole ? 'comparedAll' : 'compared')}>
      {[
        formatPeriod(matrix),
        t('comparedOf', { count: matrix.integrations.length }),
        ...(differing > 0 ? [t('comparedDiffer', { count: differing })] : []),
        ...(notCompared > 0 ? [t('comparedNot', { count: notCompared })] : []),
      ].join(' · ')}{' '}
      <InternalLink href="/reconciliation">{t('comparedShow')}</InternalLink>
    </CalmLine>
  );
}
