import { type FigureFilter, type MetricId, type RestatedMonth, sessionTypes } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { restatedMonthsQuery } from '../../../domain/period/restated-months.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDayWith, formatInstant } from '../../../lib/format.ts';
import styles from './figures.module.css';

interface RestatedMonthsProps {
  metric: MetricId;
  filter: FigureFilter;
}

/**
 * Closed months that the period of a figure touches and that have changed since: by how much, of how many sessions, why, and when
 * it arrived. Nothing where there are none, for fun sessions, which no month closes, for a player, whom changes do not name, and for
 * those who may not see months.
 */
export function RestatedMonths(props: RestatedMonthsProps) {
  const { sessionTypeId, userId } = props.filter;
  const isKnown = sessionTypeId !== sessionTypes.fun && userId === undefined;
  const isAsked = useCan('periods:read') && isKnown;
  return isAsked ? <Months {...props} /> : null;
}

function Months({ metric, filter }: RestatedMonthsProps) {
  const { t } = useTranslation('figures');
  const query = useQuery(restatedMonthsQuery(filter));
  const rows = query.data?.rows ?? [];
  if (!query.isError && rows.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t('restated')}>
      <h3 className={styles.partTitle}>{t('restated')}</h3>
      <QueryView query={query} compact>
        <p className={styles.help}>{t('restatedHelp')}</p>
        <ul className={styles.restated}>
          {rows.map((row) => (
            <MonthRow key={`${row.integration.id} ${row.month}`} row={row} metric={metric} />
          ))}
        </ul>
      </QueryView>
    </section>
  );
}

/** The figure of lines that stands for a metric: ratios and players are no sums of them. */
function shownIn({ amounts }: RestatedMonth, metric: MetricId): readonly [MetricId, number] {
  const value = metric in amounts ? amounts[metric as keyof typeof amounts] : undefined;
  return value === undefined ? ['grosswin', amounts.grosswin] : [metric, value];
}

function MonthRow({ row, metric }: { row: RestatedMonth; metric: MetricId }) {
  const { t, i18n } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const { integration, month, sessions, reasons, firstAt, lastAt, closedAt, closedBy } = row;
  const [shown, value] = shownIn(row, metric);
  const name = formatDayWith(`${month}-01`, i18n.language, { month: 'long', year: 'numeric' });
  const [first, last] = [firstAt, lastAt].map((at) => formatInstant(at, 'minutes'));
  return (
    <li>
      <InternalLink href={`/period-close?integration=${integration.id}&month=${month}`}>
        {t('restatedMonth', { integration: integration.name, month: name })}
      </InternalLink>
      <span>
        {common(`metric.${shown}`)} <MetricFigure metric={shown} value={value} />,{' '}
        {t('restatedSessions', { count: sessions })}
      </span>
      <span className={styles.help}>
        {reasons.map(({ reason, sessions: count }) => t(`restatedReason.${reason}`, { count })).join(', ')}
        {'. '}
        {first === last ? t('restatedAt', { at: first }) : t('restatedBetween', { first, last })}{' '}
        {t('closedBy', { at: formatInstant(closedAt, 'minutes'), who: closedBy })}
      </span>
    </li>
  );
}
