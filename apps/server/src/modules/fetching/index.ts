/** Fetching: bringing sessions from the operator platforms into the session store, and comparing the two. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FetchSummary } from '@ludus/contract';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import { importSessions } from './fetching.import.ts';
import { defineFetchJobs, fetchJobNames } from './fetching.jobs.ts';
import { createFetchLags } from './fetching.lag.ts';
import { acquireFetchLock, type FetchLockOptions } from './fetching.lock.ts';
import type { FetchSessionStore, FetchTargets } from './fetching.ports.ts';
import { countQuarantinedCreatedIn } from './fetching.quarantine.repo.ts';
import { addQuarantineMetrics, createQuarantine } from './fetching.quarantine.ts';
import { type ReconcileReport, reconcile } from './fetching.reconcile.ts';
import { countOpenJobs } from './fetching.repo.ts';
import { fetchingRoutes } from './fetching.routes.ts';
import { catchUpAfterPause, cronOf, defineScheduleJob, startSchedule } from './fetching.schedule.ts';
import { createFetchingService, type FetchingService } from './fetching.service.ts';
import { createSingleSessions, type SingleSessions } from './fetching.single.ts';
import { createFeedOrigins, createFetchTargets, type IntegrationsPort } from './fetching.targets.ts';

export { checkRow, type Refusal, type RowContext } from './fetching.check.ts';
export { rowContext } from './fetching.parts.ts';
export { aheadMs } from './fetching.plan.ts';
export type { DayTotal, FetchSessionStore, FetchTarget, FetchTargets } from './fetching.ports.ts';
export {
  countNewQuarantinedRows,
  findQuarantinedSessions,
  type QuarantinedSession,
} from './fetching.quarantine.repo.ts';
export type { Difference, ReconcileReport } from './fetching.reconcile.ts';
export type { FetchingService } from './fetching.service.ts';
export type { SingleSessions } from './fetching.single.ts';

export interface FetchingPorts {
  integrations: IntegrationsPort;
  sessionStore: FetchSessionStore;
  operatorApi: OperatorApi;
}

export interface FetchingOptions {
  rowsPerPage?: number;
}

export interface FetchingModule extends HubModule {
  service: FetchingService;
  targets: FetchTargets;
  /** One session at a time, for the session details. */
  single: SingleSessions;
  /** Queues a fetch of everything the platforms have, resumable per integration; for the seed. Returns the job's id. */
  requestInitialFetch(integrationIds?: readonly number[]): Promise<string>;
  /** Origins that the content security policy must let into frames: where feeds of sessions are. */
  frameOrigins(): readonly string[];
  /** Adds work to do after each fetch, in the process that fetched, with the integrations that were fetched. */
  whenFetched(work: (integrationIds: readonly number[]) => Promise<void>): void;
  /** Compares the session store with the platforms' own totals, per Rome day (both ends included), and names differences. */
  reconcile(
    days: { from: string; to: string },
    options?: { integrationIds?: readonly number[] | undefined; signal?: AbortSignal | undefined },
  ): Promise<ReconcileReport[]>;
  /** Counts the quarantined rows of sessions created in a range of time, and of those that do not say when. */
  countQuarantined(
    integrationIds: readonly number[],
    range: { from: Date; to: Date },
  ): Promise<Map<number, number>>;
  /** Stores the sessions of one integration from NDJSON as its platform sends it; `reportProgress` is called after each batch. */
  importSessions(
    integrationId: number,
    chunks: AsyncIterable<Uint8Array>,
    reportProgress: (received: number) => void,
  ): Promise<FetchSummary>;
}

/** Whether a fetch is running or waiting; for those that fetching itself is made from. */
export function createFetchStatus({ postgres }: Pick<Infra, 'postgres'>): () => Promise<boolean> {
  return async () => (await countOpenJobs(postgres.db, Object.values(fetchJobNames))) > 0;
}

const hourMs = 3_600_000;
const rowsPerPage = 20_000;
const maxConcurrentIntegrations = 2;

export function createFetchingModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime' | 'metrics'>,
  ports: FetchingPorts,
  options: FetchingOptions = {},
): FetchingModule {
  const { settings, clock, postgres, jobs, realtime, metrics } = infra;
  const { sessionStore, operatorApi: client } = ports;
  const { referenceData } = ports.integrations;
  const waiting = (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal });
  const targets = createFetchTargets(ports.integrations);
  const store = {
    findCoverage: sessionStore.coverage.find,
    saveCoverage: sessionStore.coverage.save,
    acquireLock: (integrationId: number, options: FetchLockOptions) =>
      acquireFetchLock(postgres, integrationId, options),
  };
  const quarantine = createQuarantine({ postgres, clock });
  const followers: ((integrationIds: readonly number[]) => Promise<void>)[] = [];
  const fetchJobs = defineFetchJobs({
    client,
    targets,
    sessionStore,
    clock,
    realtime,
    store,
    quarantine,
    async fetched(integrationIds) {
      for (const work of followers) await work(integrationIds);
    },
    wait: waiting,
    rowsPerPage: options.rowsPerPage ?? rowsPerPage,
    concurrency: maxConcurrentIntegrations,
    lookbackMs: settings.fetchLookbackHours * hourMs,
    safetyMs: settings.fetchSafetyHours * hourMs,
  });
  const compare: FetchingModule['reconcile'] = (days, { integrationIds, signal } = {}) =>
    reconcile({ client, targets, sessionStore }, days, {
      integrationIds,
      signal: signal ?? new AbortController().signal,
    });
  const lags = createFetchLags({ targets, sessionStore, clock, settings });
  const scheduling = { jobs, job: fetchJobs.scheduled, targets };
  const scheduleJob = defineScheduleJob(scheduling, lags);
  const feedOrigins = createFeedOrigins(referenceData);
  const service = createFetchingService({
    postgres,
    jobs,
    job: fetchJobs.requested,
    targets,
    referenceData,
  });

  return {
    name: 'fetching',
    endpoints: fetchingRoutes(service),
    jobs: [fetchJobs.requested, fetchJobs.scheduled, scheduleJob],
    retention: [
      retentionRule({
        table: 'quarantined_rows',
        column: 'received_at',
        days: settings.retentionDays.quarantinedRows,
      }),
    ],
    service,
    targets,
    single: createSingleSessions({
      client,
      targets,
      sessionStore,
      clock,
      quarantine,
    }),
    requestInitialFetch: (integrationIds) => service.requestInitialFetch(integrationIds),
    frameOrigins: () => feedOrigins.current(),
    whenFetched: (work) => void followers.push(work),
    reconcile: compare,
    countQuarantined: (ids, range) => countQuarantinedCreatedIn(postgres.db, ids, range),
    importSessions: (integrationId, chunks, reportProgress) =>
      importSessions({ targets, sessionStore, clock, quarantine }, integrationId, chunks, reportProgress),
    async start() {
      addQuarantineMetrics(metrics, postgres, referenceData);
      lags.addMetrics(metrics);
      await feedOrigins.refresh();
      await startSchedule(jobs, scheduleJob, cronOf(settings.fetchIntervalMinutes));
      await catchUpAfterPause(scheduling, {
        readAt: await sessionStore.coverage.listReads(),
        now: clock.now(),
        intervalMinutes: settings.fetchIntervalMinutes,
      });
    },
  };
}
