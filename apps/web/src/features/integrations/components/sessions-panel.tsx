import { encodeStatisticsRequest } from '@ludus/contract';
import { Button } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconArrowRight, IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { GameName } from '../../../components/display/entity-label.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useCalendarLabels } from '../../../components/form/use-calendar-labels.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { addDays, type Day, isDay } from '../../../lib/days.ts';
import { explainsFor } from '../../../lib/explain.ts';
import { formatCount, formatDay } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useThumbs } from '../use-thumbs.ts';
import { LongList } from './long-list.tsx';
import styles from './panels.module.css';
import { YesterdayLine } from './yesterday-line.tsx';

interface SessionsPanelProps {
  integrationId: number;
  day: Day | undefined;
  onDay: (day: Day | undefined) => void;
  /** Null where the page of sessions does not exist. */
  onManage: ((day: Day) => void) | null;
}

/**
 * How many sessions an integration opened on a day, and at which games. The session store counts them: a day
 * may have a hundred thousand.
 */
export function SessionsPanel({ integrationId, day: chosen, onDay, onManage }: SessionsPanelProps) {
  const { t, i18n } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const present = useToday();
  const day = chosen ?? present;
  const dayBefore = addDays(day, -1);
  const [draft, setDraft] = useState<Day | null>(null);
  const request = useMemo(
    () =>
      encodeStatisticsRequest({
        from: day,
        to: day,
        sessionTypeId: null,
        integrations: [integrationId],
        stats: ['sessionsTotal'],
        datasetGames: true,
        datasetTypes: true,
        key: 'day',
      }),
    [day, integrationId],
  );
  const query = useQuery(statisticsQuery(request));
  const games = useQuery(gamesWithCoversQuery());
  const thumbs = useThumbs(games.data?.rows);
  // The statistics know a game by one text; the catalogue by its name and its subtitle.
  const gamesById = useMemo(() => new Map(games.data?.rows.map((game) => [game.id, game])), [games.data]);
  const showsSkeleton = useDelayed(query.isPending);
  const counts = useMemo(
    () =>
      (query.data?.datasets.games?.sessionsTotals ?? [])
        .map(({ gameId, label, total }) => ({ gameId, label, total: total ?? 0 }))
        .filter(({ total }) => total > 0)
        .sort((a, b) => b.total - a.total || a.label.localeCompare(b.label, 'it')),
    [query.data],
  );
  const total = query.data?.grandTotals.sessionsTotal;
  const byType = query.data?.byType;
  const most = counts[0]?.total ?? 1;
  // One width for all, so that the bars end in line; no more than the largest figure needs, which names could use.
  const countWidth = `${formatCount(most).length}ch`;
  const submit = () => {
    const next = draft ?? day;
    setDraft(null);
    if (next === day) void query.refetch();
    else onDay(next === present ? undefined : next);
  };
  return (
    <Panel
      title={t('sessions')}
      coverage={<TrustStrip filter={{ from: day, to: day, integrations: [integrationId] }} />}
      flush
      className={styles.sessions}
      actions={
        <form
          className={styles.day}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <DatePickerInput
            aria-label={`${t('day')}: ${formatDay(draft ?? day)}`}
            value={draft ?? day}
            onChange={(value) => isDay(value) && setDraft(value)}
            valueFormat="DD/MM/YYYY"
            maxDate={present}
            locale={i18n.language}
            firstDayOfWeek={1}
            leftSection={<IconCalendar size={16} stroke={1.5} />}
            w={150}
            ariaLabels={useCalendarLabels()}
          />
          <Button type="submit" variant="default" loading={query.isPlaceholderData}>
            {common('submit')}
          </Button>
        </form>
      }
    >
      <QueryView query={query} text={t('serverError')} compact>
        {total === undefined ? (
          <div className={`${styles.figure} ${styles.awaited}`} aria-busy="true">
            {showsSkeleton && <SkeletonLine width={160} height={20} my={8} />}
          </div>
        ) : (
          <div
            className={query.isPlaceholderData ? 'hub-stale' : undefined}
            aria-busy={query.isPlaceholderData}
          >
            <p
              className={styles.figure}
              {...explainsFor({ from: day, to: day, sessionTypeId: null, integrations: [integrationId] })}
            >
              <Trans
                t={t}
                i18nKey="sessionsOn"
                count={total}
                values={{ day }}
                components={{
                  figure: (
                    <strong>
                      <MetricFigure metric="sessionsTotal" value={total} />
                    </strong>
                  ),
                  words: <span />,
                }}
              />{' '}
              <small>
                {byType === undefined
                  ? t('sessionsCoverage')
                  : t('sessionsByType', {
                      real: formatCount(byType.real.sessionsTotal),
                      fun: formatCount(byType.fun.sessionsTotal),
                    })}{' '}
                <ExplainFigure metric="sessionsTotal" />
              </small>
            </p>
            {counts.length === 0 ? (
              <EmptyState
                compact
                title={t('noSessions')}
                actions={
                  <Button variant="default" onClick={() => onDay(dayBefore)}>
                    {formatDay(dayBefore)}
                  </Button>
                }
              >
                {t('noSessionsHelp')}
              </EmptyState>
            ) : (
              <LongList
                label={t('sessionsPerGame')}
                items={counts}
                // As high as the panels beside it.
                maxHeight={520}
                itemKey={({ gameId }) => gameId}
                render={({ gameId, label, total: count }) => (
                  <>
                    <span className={styles.game}>
                      <GameName
                        name={gamesById.get(gameId)?.name ?? label}
                        subName={gamesById.get(gameId)?.sub_name ?? null}
                        src={thumbs.get(gameId)}
                      />
                    </span>
                    <span className={styles.bar} aria-hidden="true">
                      <span style={{ width: `${(100 * count) / most}%` }} />
                    </span>
                    <span className={styles.count} style={{ minWidth: countWidth }}>
                      {formatCount(count)}
                    </span>
                  </>
                )}
              />
            )}
          </div>
        )}
      </QueryView>
      {/* Beside the figures of another day it would be taken for theirs. */}
      {day === present && <YesterdayLine integrationId={integrationId} />}
      {onManage && (
        <div className={styles.way}>
          <Button
            className={styles.link}
            variant="subtle"
            size="xs"
            rightSection={<IconArrowRight size={16} stroke={1.5} />}
            onClick={() => onManage(day)}
          >
            {t('manageSessions')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
