import type { Job, ReportDelivery } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import {
  type BoardQueue,
  boardQuery,
  deliveriesQuery,
  waitingQuery,
} from '../../../domain/job/jobs-board.ts';
import { formatCount } from '../../../lib/format.ts';
import { type Board, columnNames, joinBoards, matches } from '../board.ts';
import { useJobTexts } from '../use-job-texts.ts';
import { JobCard } from './job-card.tsx';
import styles from './jobs-board.module.css';

const waitingRefreshMs = 30_000;

/** A queue's jobs. While one of any queue runs, those that wait are read again every half a minute. */
function useQueue(queue: BoardQueue, isAnyActive: boolean) {
  const all = useQuery({ ...boardQuery(queue), staleTime: 0 });
  const waiting = useQuery({
    ...waitingQuery(queue),
    enabled: isAnyActive,
    refetchInterval: isAnyActive ? waitingRefreshMs : false,
  });
  const board: Board | undefined =
    all.data && waiting.data && waiting.dataUpdatedAt > all.dataUpdatedAt
      ? { ...all.data, waiting: waiting.data }
      : all.data;
  return { all, board };
}

interface JobsBoardProps {
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
}

/** What the hub does in the background, by state. */
export function JobsBoard({ search, onSearch }: JobsBoardProps) {
  const { t } = useTranslation('settings');
  const [isAnyActive, setAnyActive] = useState(false);
  const bookkeeping = useQueue('bookkeeping', isAnyActive);
  const reports = useQueue('reports', isAnyActive);
  const queues = [bookkeeping, reports];
  const board = useMemo(
    () => (bookkeeping.board && reports.board ? joinBoards([bookkeeping.board, reports.board]) : undefined),
    [bookkeeping.board, reports.board],
  );
  const hasActive = board !== undefined && board.active.length > 0;
  useEffect(() => setAnyActive(hasActive), [hasActive]);
  const now = useNow(hasActive || (board !== undefined && board.delayed.length > 0));
  const showsSkeleton = useDelayed(!board);
  return (
    <Panel
      title={t('board')}
      coverage={t('boardNote')}
      actions={
        <SearchField
          compact
          label={t('searchJobs')}
          placeholder={t('searchJobs')}
          value={search}
          onSearch={onSearch}
        />
      }
      ruled
    >
      <QueryView query={queues.map(({ all }) => all)} text={t('serverError')} compact>
        <div className={styles.columns}>
          {columnNames.map((name) => (
            <Column
              key={name}
              title={t(`columns.${name}`)}
              jobs={board?.[name]}
              isLoading={showsSkeleton}
              search={search}
              now={now}
            />
          ))}
        </div>
      </QueryView>
    </Panel>
  );
}

const noDeliveries: readonly ReportDelivery[] = [];

interface ColumnProps {
  title: string;
  jobs: readonly Job[] | undefined;
  isLoading: boolean;
  search: string | undefined;
  now: number;
}

function Column({ title, jobs, isLoading, search, now }: ColumnProps) {
  const { t } = useTranslation('settings');
  const integrations = useQuery(integrationsQuery()).data?.rows;
  const names = useMemo(() => new Map(integrations?.map(({ id, name }) => [id, name])), [integrations]);
  const deliveries = useQuery({ ...deliveriesQuery(), staleTime: 0 }).data;
  const byJob = useMemo(() => new Map(deliveries?.map((one) => [one.jobId, one.deliveries])), [deliveries]);
  const { allOf } = useJobTexts(names);
  const shown = jobs?.filter(
    (job) => search === undefined || matches(allOf(job, byJob.get(job.id) ?? noDeliveries), search),
  );
  return (
    <section className={styles.column} aria-label={title}>
      <h3 className={styles.heading}>
        {title}
        {shown && <span className={styles.count}>{formatCount(shown.length)}</span>}
      </h3>
      {!shown && isLoading && <SkeletonLine width="100%" height={56} />}
      {shown?.length === 0 && (
        <p className={styles.empty}>{jobs?.length === 0 ? t('empty') : t('nothingFound')}</p>
      )}
      {shown && shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((job) => (
            <li key={job.id}>
              <JobCard job={job} deliveries={byJob.get(job.id) ?? noDeliveries} names={names} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The time, once a second while something shown depends on it. */
function useNow(ticks: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticks) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticks]);
  return now;
}
