import { changeOf, encodeStatisticsRequest } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange } from '../../../components/display/change.ts';
import { ChangeFigure } from '../../../components/display/change-figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { addDays, type Day } from '../../../lib/days.ts';
import { explainsFor } from '../../../lib/explain.ts';
import { formatDayWith, formatInstantWith } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import styles from './panels.module.css';

/** The totals of an integration on a day, in real money. */
const totalsOf = (integrationId: number, day: Day) =>
  encodeStatisticsRequest({
    from: day,
    to: day,
    sessionTypeId: 1,
    integrations: [integrationId],
    stats: ['grosswin'],
    key: 'day',
  });

function useTotals(integrationId: number, day: Day) {
  const request = useMemo(() => totalsOf(integrationId, day), [integrationId, day]);
  // Figures of another day would be those of yesterday for a moment after midnight.
  return useQuery({ ...statisticsQuery(request), placeholderData: undefined });
}

/** The gross win of an integration yesterday, compared with the same weekday of the week before as the dashboard does. */
export function YesterdayLine({ integrationId }: { integrationId: number }) {
  const { t, i18n } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const day = addDays(useToday(), -1);
  const weekBefore = addDays(day, -7);
  const yesterday = useTotals(integrationId, day);
  const before = useTotals(integrationId, weekBefore);
  const showsSkeleton = useDelayed(yesterday.isPending || before.isPending);
  const current = yesterday.data;
  const previous = before.data;
  if (!current || !previous) {
    return (
      <QueryView query={[yesterday, before]} text={t('yesterdayFailed')} compact>
        <div className={styles.yesterday} aria-busy="true">
          {showsSkeleton && <SkeletonLine width={220} />}
        </div>
      </QueryView>
    );
  }
  const { from, to, asOf, notFetched } = current.coverage;
  const known = asOf === null ? 0 : Date.parse(asOf);
  // What is still to be fetched of the day is no loss against a whole one.
  const isWhole = notFetched === 0 && known >= Date.parse(to);
  const change = changeOf(current.grandTotals.grosswin, previous.grandTotals.grosswin);
  const compared = previous.coverage;
  return (
    <QueryView query={[yesterday, before]} compact>
      <p
        className={styles.yesterday}
        {...explainsFor({ from: day, to: day, sessionTypeId: 1, integrations: [integrationId] })}
      >
        <span>{t('yesterday')}</span>
        <strong>
          <MetricFigure
            metric="grosswin"
            value={known > Date.parse(from) ? current.grandTotals.grosswin : null}
          />
        </strong>
        {isWhole && change && (
          <span className={styles.change}>
            <ChangeFigure
              change={change}
              text={common('change.grosswin', {
                change: formatChange(change),
                comparison: common('comparedWith.yesterday', {
                  weekday: formatInstantWith(compared.from, i18n.language, { weekday: 'long' }),
                }),
                from: compared.from,
                to: compared.to,
              })}
            />
            <small aria-hidden="true">
              {common('change.since', {
                span: formatDayWith(weekBefore, i18n.language, {
                  day: 'numeric',
                  month: 'short',
                }),
              })}
            </small>
          </span>
        )}
        {isWhole && !change && (
          <span className="hub-visually-hidden">
            {common('change.none', { from: compared.from, to: compared.to })}
          </span>
        )}
      </p>
    </QueryView>
  );
}
