import { dictionary, type FigureFilter, type MetricId, mayExplain } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { useFigureTotals } from '../../../domain/statistics/figures.ts';
import { useUser } from '../../../lib/auth/index.ts';
import styles from './list-table.module.css';

interface FigureTotalProps {
  metric: MetricId;
  /** Null where the rows are not those of a figure any more. */
  filter: FigureFilter | null;
}

/** What all rows of the list add up to, on every page: the figure that the list was opened from, and what it is made of. */
export function FigureTotal({ metric, filter }: FigureTotalProps) {
  const { t } = useTranslation('sessionsList');
  const { scopes } = useUser();
  if (!mayExplain(metric, scopes)) return null;
  return (
    <p className={styles.total} role="status">
      {filter === null ? t('noTotal') : <Totals metric={metric} filter={filter} />}
    </p>
  );
}

function Totals({ metric, filter }: { metric: MetricId; filter: FigureFilter }) {
  const { t } = useTranslation('sessionsList');
  const { t: common } = useTranslation('common');
  const query = useFigureTotals(filter, true);
  const totals = query.data?.grandTotals;
  if (query.isError) return t('totalFailed');
  if (!totals) return <SkeletonLine width={240} />;
  const { terms } = dictionary[metric];
  const shown: MetricId[] = terms === null ? [metric] : [metric, terms.left, terms.right];
  return (
    <>
      <span className={styles.totalOf}>{t('totalOf', { count: totals.sessionsTotal })}</span>
      {shown.map((one) => (
        <span key={one}>
          {common(`metric.${one}`)}{' '}
          <MetricFigure metric={one} value={totals[one]} missing="na" strong={one === metric} />
        </span>
      ))}
    </>
  );
}
