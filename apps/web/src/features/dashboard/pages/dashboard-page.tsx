import { type DashboardPeriod, type DashboardTile, dashboardPeriods } from '@ludus/contract';
import { Button, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { useServiceStatuses } from '../../../domain/integration/last-services.ts';
import { quarantineCountsQuery } from '../../../domain/session/quarantine.ts';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import {
  dailyStatisticsQuery,
  trimesterStatisticsQuery,
  yesterdayStatisticsQuery,
} from '../../../domain/statistics/statistics.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { dayInRome } from '../../../lib/days.ts';
import { useFirstScreenShown } from '../../../lib/first-screen.ts';
import { formatInstantWith, formatLongDate } from '../../../lib/format.ts';
import { latePart } from '../../../lib/late-part.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { PeriodPanel } from '../components/period-panel.tsx';
import { PeriodTiles } from '../components/period-tiles.tsx';
import { ProfitTable } from '../components/profit-table.tsx';
import { ServiceList } from '../components/service-list.tsx';
import { SessionCounters } from '../components/session-counters.tsx';
import { TopGames } from '../components/top-games.tsx';
import styles from './dashboard-page.module.css';

interface DashboardPageProps {
  period: DashboardPeriod;
  onPeriod: (period: DashboardPeriod) => void;
  /** Address of a game's charts; null where the reader cannot open Charts. */
  chartsHref: (gameId: number) => string | null;
  /** What waits elsewhere for the reader. */
  attention?: ReactNode;
}

/** Few have one, and it is not what the screen waits for. */
const ComingMaintenance = latePart(
  async () => (await import('../components/coming-maintenance.tsx')).ComingMaintenance,
);

/** Not what the screen waits for. */
const LastPanels = latePart(async () => (await import('../components/last-panels.tsx')).LastPanels);

const panelId = 'dashboard-period';

const shortDate = { weekday: 'short', day: 'numeric', month: 'long' } as const;

/** How today, yesterday and the last three months went, in real money (area DASH). */
export function DashboardPage({ period, onPeriod, chartsHref, attention }: DashboardPageProps) {
  const { t, i18n } = useTranslation('dashboard');
  const freshness = useFreshness();
  const daily = useQuery(dailyStatisticsQuery());
  const yesterday = useQuery(yesterdayStatisticsQuery());
  const trimester = useQuery(trimesterStatisticsQuery());
  const { query: services, isLastKnown } = useServiceStatuses();
  const isProvider = useCan('integrations:manage');
  const isShown = useFirstScreenShown();
  const isPhone = useIsPhone();
  const mayReadQuarantine = useCan('sessions:fetch');
  const quarantine = useQuery({ ...quarantineCountsQuery(), enabled: mayReadQuarantine });
  const calls = [daily, yesterday, trimester];
  const isRefreshing = daily.data !== undefined && calls.some((call) => call.isFetching);
  // Deferred, what arrives is rendered in slices; taps are handled in between.
  const today = useDeferredValue(daily.data);
  const before = useDeferredValue(yesterday.data);
  const months = useDeferredValue(trimester.data);
  const checked = useDeferredValue(services.data);
  const tiles = useMemo(() => {
    const all = [today, before, months].flatMap((answer) => answer?.tiles ?? []);
    return new Map<DashboardPeriod, DashboardTile>(all.map((tile) => [tile.period, tile]));
  }, [today, before, months]);

  const covered = today?.coverage;
  const shown = tiles.get(period)?.coverage;
  const filter = shown ? { from: shown.from, to: shown.to, sessionTypeId: 1 as const } : null;
  // One line on a phone, where the time of the figures says more than the year.
  const date = isPhone
    ? formatInstantWith(covered?.from ?? new Date(), i18n.language, shortDate)
    : formatLongDate(covered?.from ?? new Date(), i18n.language);
  const others = [yesterday, trimester, services, ...(mayReadQuarantine ? [quarantine] : [])];
  const refetch = async () => {
    const [now] = await Promise.all([daily.refetch(), ...others.map((call) => call.refetch())]);
    const { tellRefreshed } = await import('../tell-refreshed.ts');
    await tellRefreshed(daily, now);
  };
  const context = covered
    ? `${date}. ${freshness({ asOf: covered.asOf }, dayInRome(new Date(covered.from)))}`
    : date;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={<TrustStrip filter={filter}>{context}</TrustStrip>}
        actions={attention}
        primary={
          <Button
            onClick={isRefreshing ? undefined : refetch}
            aria-busy={isRefreshing}
            leftSection={
              isRefreshing ? (
                <Loader size={16} color="currentColor" />
              ) : (
                <IconRefresh size={16} stroke={1.75} />
              )
            }
          >
            {t('refresh')}
          </Button>
        }
      />
      <PageBody>
        {isShown && !isProvider && (
          <Suspense fallback={null}>
            <ComingMaintenance />
          </Suspense>
        )}
        <QueryView query={calls}>
          {covered?.asOf === null ? (
            <EmptyState title={t('noAggregates')}>{t('noFiguresHelp')}</EmptyState>
          ) : (
            <>
              <PeriodTiles
                periods={dashboardPeriods}
                tiles={tiles}
                chosen={period}
                onChoose={onPeriod}
                panelId={panelId}
              />
              <div className={styles.boards}>
                <div className={styles.upper}>
                  <PeriodPanel
                    id={panelId}
                    period={period}
                    tile={tiles.get(period)}
                    daily={today}
                    onPeriod={onPeriod}
                  />
                  <div className={styles.side}>
                    <SessionCounters
                      daily={today}
                      onRefresh={() => void daily.refetch()}
                      refreshing={daily.isFetching}
                    />
                    <QueryView query={mayReadQuarantine ? [services, quarantine] : services} compact>
                      <ServiceList rows={checked?.rows} quarantine={quarantine.data} stale={isLastKnown} />
                    </QueryView>
                  </div>
                </div>
                <div className={styles.lower}>
                  <TopGames
                    games={today?.topGames}
                    coverage={today?.coverage}
                    stale={daily.isRefetching}
                    chartsHref={chartsHref}
                  />
                  <ProfitTable
                    tiles={tiles}
                    loading={!before || !months}
                    stale={yesterday.isRefetching || trimester.isRefetching}
                  />
                </div>
                {/* Beneath the figures, where what comes late moves nothing and takes no room from any. */}
                {isShown && (
                  <div className={styles.last}>
                    <Suspense fallback={null}>
                      <LastPanels />
                    </Suspense>
                  </div>
                )}
              </div>
            </>
          )}
        </QueryView>
      </PageBody>
    </>
  );
}
