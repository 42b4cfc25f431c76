/** Fetching: bringing sessions from the operator platforms into the books, and comparing the two. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FetchSummary } from '@ludus/contract';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';
import { type ClientLimits, createPlatformClient, type PlatformClient } from './fetching.client.ts';
import { createFeedOrigins, createFetchDirectory, type IntegrationsPort } from './fetching.directory.ts';
import { importSessions } from './fetching.import.ts';
import { defineFetchJob } from './fetching.jobs.ts';
import type { FetchBooks, FetchDirectory } from './fetching.ports.ts';
import { defineReconcileJob } from './fetching.reconcile.job.ts';
import { type ReconcileReport, reconcile } from './fetching.reconcile.ts';
import {
  countOpenFetches,
  findCoverage,
  findOldestRead,
  tryFetchLock,
  upsertCoverage,
  upsertQuarantinedRows,
} from './fetching.repo.ts';
import { fetchingRoutes } from './fetching.routes.ts';
import { catchUpAfterPause, cronOf, startReconciling, startSchedule } from './fetching.schedule.ts';
import { createFetchingService, type FetchingService } from './fetching.service.ts';
import { createSingleSessions, type SingleSessions } from './fetching.single.ts';

export { type DataService, type PlatformClient, PlatformError } from './fetching.client.ts';
export type { DayTotal, FetchBooks, FetchDirectory } from './fetching.ports.ts';
export { differenceText } from './fetching.reconcile.job.ts';
export type { Difference, ReconcileReport } from './fetching.reconcile.ts';
export type { FetchingService } from './fetching.service.ts';
export type { SingleSessions } from './fetching.single.ts';

export interface FetchingPorts {
  integrations: IntegrationsPort;
  books: FetchBooks;
  outgoing: Pick<Outgoing, 'send'>;
}

export interface FetchingOptions {
  limits?: Partial<ClientLimits>;
  rowsPerPage?: number;
}

export interface FetchingModule extends HubModule {
  service: FetchingService;
  client: PlatformClient;
  directory: FetchDirectory;
  /** One session at a time, for the session box. */
  single: SingleSessions;
  /** Queues a fetch of everything the platforms have, per integration resumable; for the seed. Answers the job's id. */
  requestInitialFetch(integrationIds?: readonly number[]): Promise<string>;
  /** Origins that the content security policy must let into frames: where feeds of sessions are. */
  frameOrigins(): readonly string[];
  /** Whether a fetch is running or waiting. */
  isFetching(): Promise<boolean>;
  /** Compares the books with the platforms' own totals, per Rome day (both ends included), and names differences. */
  reconcile(
    days: { from: string; to: string },
    options?: { integrationIds?: readonly number[] | undefined; signal?: AbortSignal | undefined },
  ): Promise<ReconcileReport[]>;
  /** Takes the sessions of one integration from NDJSON as its platform sends it; `say` hears of each batch. */
  importSessions(
    integrationId: number,
    pieces: AsyncIterable<Uint8Array>,
    say: (received: number) => void,
  ): Promise<FetchSummary>;
}

const rowsPerPage = 20_000;
const integrationsSideBySide = 2;

export function createFetchingModule(
  platform: Pick<Platform, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  ports: FetchingPorts,
  options: FetchingOptions = {},
): FetchingModule {
  const { settings, clock, postgres, jobs, realtime } = platform;
  const { books } = ports;
  const waiting = (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal });
  const client = createPlatformClient({
    outgoing: ports.outgoing,
    wait: waiting,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const directory = createFetchDirectory(ports.integrations);
  const store = {
    findCoverage: (integrationId: number) => findCoverage(postgres.db, integrationId),
    saveCoverage: (integrationId: number, coverage: { fromMs: number; toMs: number }) =>
      upsertCoverage(postgres.db, integrationId, coverage, clock.now()),
    keepAside: (
      jobId: string,
      integrationId: number,
      rows: Parameters<typeof upsertQuarantinedRows>[1]['rows'],
    ) => upsertQuarantinedRows(postgres.db, { integrationId, jobId, rows, now: clock.now() }),
    tryLock: (integrationId: number, onLost: (error: Error) => void) =>
      tryFetchLock(postgres, integrationId, onLost),
  };
  const job = defineFetchJob({
    client,
    directory,
    books,
    clock,
    realtime,
    store,
    wait: waiting,
    rowsPerPage: options.rowsPerPage ?? rowsPerPage,
    sideBySide: integrationsSideBySide,
    lookbackMs: settings.fetchLookbackHours * 3_600_000,
  });
  const compare: FetchingModule['reconcile'] = (days, { integrationIds, signal } = {}) =>
    reconcile({ client, directory, books }, days, {
      integrationIds,
      signal: signal ?? new AbortController().signal,
    });
  const reconcileJob = defineReconcileJob({ clock, reconcile: compare });
  const feedOrigins = createFeedOrigins(ports.integrations.directory);
  const service = createFetchingService({ postgres, jobs, job, directory, clock });

  return {
    name: 'fetching',
    endpoints: fetchingRoutes(service),
    jobs: [job, reconcileJob],
    service,
    client,
    directory,
    single: createSingleSessions({ client, directory, books, clock, keepAside: store.keepAside }),
    requestInitialFetch: (integrationIds) => service.requestInitialFetch(integrationIds),
    frameOrigins: () => feedOrigins.current(),
    isFetching: async () => (await countOpenFetches(postgres.db, job.name)) > 0,
    reconcile: compare,
    importSessions: (integrationId, pieces, say) =>
      importSessions({ directory, books, clock, keepAside: store.keepAside }, integrationId, pieces, say),
    async start() {
      await feedOrigins.refresh();
      await startSchedule(jobs, job, cronOf(settings.fetchIntervalMinutes));
      await startReconciling(jobs, reconcileJob, settings.fetchIntervalMinutes > 0);
      await catchUpAfterPause(jobs, job, {
        lastRead: await findOldestRead(postgres.db),
        now: clock.now(),
        intervalMinutes: settings.fetchIntervalMinutes,
      });
    },
  };
}
