import { dictionary, type GrandTotals, type MetricId, mayExplain, sessionTypes } from '@ludus/contract';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { sessionTotalsQuery } from '../../../domain/session/sessions.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { explainsFor } from '../../../lib/explain.ts';
import { figureFilterOf, type ListFilters, queryOf, type TypeName } from '../search.ts';
import styles from './list-table.module.css';

interface ListTotalsProps {
  filters: ListFilters;
  /** The figure that the list was opened from: it comes first, with what it is made of. */
  figure: MetricId | undefined;
  /** The rows are there: their totals, which read every session, come after them. */
  enabled: boolean;
}

const shownMetrics: readonly MetricId[] = [
  'usersCount',
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'rtp',
  'rounds',
];

/** What all rows of the list add up to, on every page. Real and fun have a line each: play money is no euro. */
export function ListTotals({ filters, figure, enabled }: ListTotalsProps) {
  const { t } = useTranslation('sessionsList');
  const query = useQuery({ ...sessionTotalsQuery(queryOf(filters)), enabled });
  const { data } = query;
  const explained = figureFilterOf(filters);
  if (query.isError && !data) {
    return (
      <p className={styles.failed} role="status">
        {t('totalFailed')}{' '}
        <Anchor component="button" type="button" inherit onClick={() => void query.refetch()}>
          {t('totalAgain')}
        </Anchor>
      </p>
    );
  }
  if (!data) return <Awaited lines={filters.type === 'all' ? 2 : 1} />;
  return (
    <div role="status" className={styles.totals}>
      {linesOf(filters.type, data.byType).map((type) => (
        <p
          key={type}
          className={styles.total}
          {...explainsFor(explained && { ...explained, sessionTypeId: sessionTypes[type] })}
        >
          <span className={styles.count}>
            {t(filters.type === 'all' ? `totalOfType.${type}` : 'totalOf', {
              count: data.byType[type].sessionsTotal,
            })}
          </span>
          <Figures totals={data.byType[type]} figure={figure} isFun={type === 'fun'} />
        </p>
      ))}
    </div>
  );
}

/** As many cells as there will be: what follows stays where it is. */
function Awaited({ lines }: { lines: number }) {
  const { scopes } = useUser();
  const metrics = shownMetrics.filter((id) => mayExplain(id, scopes));
  return (
    <div className={styles.totals} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and never move
        <p key={line} className={styles.total}>
          <span>
            <SkeletonLine width="80%" my={2} height={16} />
          </span>
          {metrics.map((id) => (
            <span key={id}>
              <SkeletonLine width="60%" my={2} height={16} />
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

function linesOf(type: TypeName, byType: Record<'real' | 'fun', GrandTotals>): ('real' | 'fun')[] {
  if (type !== 'all') return [type];
  const lines = (['real', 'fun'] as const).filter((one) => byType[one].sessionsTotal > 0);
  return lines.length > 0 ? lines : ['real'];
}

interface FiguresProps {
  totals: GrandTotals;
  figure: MetricId | undefined;
  isFun: boolean;
}

function Figures({ totals, figure, isFun }: FiguresProps) {
  const { t: common } = useTranslation('common');
  const { scopes } = useUser();
  const isAllowed = figure !== undefined && mayExplain(figure, scopes);
  const terms = isAllowed ? dictionary[figure].terms : null;
  const first = isAllowed ? [figure, ...(terms === null ? [] : [terms.left, terms.right])] : [];
  const rest = shownMetrics.filter(
    // No one owes anything for play money.
    (id) => !first.includes(id) && totals[id] !== undefined && !(id === 'due' && isFun),
  );
  return [...first.filter((id) => id !== 'sessionsTotal'), ...rest].map((id) => (
    <span key={id}>
      {common(`metric.${id}`)}{' '}
      <MetricFigure metric={id} value={totals[id]} missing="na" strong={id === figure} />
    </span>
  ));
}
