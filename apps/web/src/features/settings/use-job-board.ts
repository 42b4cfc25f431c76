import type { Job, ReportDelivery } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { integrationsQuery } from '../../domain/integration/integrations.ts';
import { type BoardQueue, boardQuery, deliveriesQuery, waitingQuery } from '../../domain/job/jobs-board.ts';
import { type Board, findLastRuns, joinBoards, matches } from './board.ts';
import { useJobTexts } from './use-job-texts.ts';

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

const noDeliveries: readonly ReportDelivery[] = [];

/** The jobs of both queues, with what is shown of them: names of integrations, and who got a report. */
export function useJobBoard() {
  const [isAnyActive, setAnyActive] = useState(false);
  const bookkeeping = useQueue('bookkeeping', isAnyActive);
  const reports = useQueue('reports', isAnyActive);
  const board = useMemo(
    () => (bookkeeping.board && reports.board ? joinBoards([bookkeeping.board, reports.board]) : undefined),
    [bookkeeping.board, reports.board],
  );
  const hasActive = board !== undefined && board.active.length > 0;
  useEffect(() => setAnyActive(hasActive), [hasActive]);
  const integrations = useQuery(integrationsQuery()).data?.rows;
  const names = useMemo(() => new Map(integrations?.map(({ id, name }) => [id, name])), [integrations]);
  const deliveries = useQuery({ ...deliveriesQuery(), staleTime: 0 }).data;
  const byJob = useMemo(() => new Map(deliveries?.map((one) => [one.jobId, one.deliveries])), [deliveries]);
  const { allOf } = useJobTexts(names);
  const deliveriesOf = ({ id }: Job) => byJob.get(id) ?? noDeliveries;
  return {
    queries: [bookkeeping.all, reports.all],
    board,
    names,
    deliveriesOf,
    lastRunsOf: (job: Job): Job[] => (board ? findLastRuns(board, job) : []),
    /** Whether what is shown of a job holds every typed word. */
    isFound: (job: Job, text: string | undefined) =>
      text === undefined || matches(allOf(job, deliveriesOf(job)), text),
  };
}

export type JobBoard = ReturnType<typeof useJobBoard>;
