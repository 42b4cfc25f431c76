/** Reconciliation: the session store against the platforms' own figures, day by day and down to the session. */
import {
  checkReconciliationFile,
  compareDays,
  compareReconciliationFile,
  getReconciledDay,
  getReconciliation,
  getReconciliationProof,
  listDifferingSessions,
  listFileSessions,
  listReconciledDays,
  listReconciliationFiles,
  refetchDay,
} from '@ludus/contract';
import type { IntegrationScope } from '../../infra/access/index.ts';
import type { CurrentRights } from '../../infra/access/principal.ts';
import { bind, bindUpload } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import { type FetchingModule, findQuarantinedSessions, type ReconcileReport } from '../fetching/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { createFilesService } from './files.service.ts';
import { createProofFiles } from './proof.files.ts';
import { compareIntegration } from './reconciliation.compare.ts';
import { requestFirstComparison } from './reconciliation.first.ts';
import {
  addReconciliationMetrics,
  defineCompareJobs,
  recordFailedFirst,
  startReconciling,
} from './reconciliation.job.ts';
import { listDifferingDays } from './reconciliation.repo.ts';
import {
  createReconciliationService,
  type DayState,
  type ReconciliationDeps,
  type ReconciliationService,
} from './reconciliation.service.ts';

export { differenceText } from './reconciliation.job.ts';
export type { DayState } from './reconciliation.service.ts';

export interface ReconciliationPorts {
  sessionStore: Pick<SessionStore, 'stream' | 'open' | 'coverage'>;
  operatorApi: Pick<OperatorApi, 'readTotals' | 'readSessionPage'>;
  fetching: Pick<FetchingModule, 'reconcile' | 'targets' | 'service' | 'whenFetched'>;
  referenceData: Pick<ReferenceData, 'read'>;
  findTerms: ReconciliationDeps['findTerms'];
  /** The rights of a person who opens the proof of a month. */
  rights: CurrentRights;
}

export interface ReconciliationModule extends HubModule {
  /** Compares and stores, integration by integration; for the command line. */
  compare(
    days: { from: string; to: string },
    options?: { integrationIds?: readonly number[] | undefined },
  ): Promise<ReconcileReport[]>;
  /** Whether each day of each active integration in the scope was compared, and was equal; both ends included. */
  findDayStates(days: { from: string; to: string }, scope: IntegrationScope): Promise<DayState[]>;
  /** Both sides and differences of each day and integration that the actor sees. */
  listDays: ReconciliationService['days'];
  /** Days on which figures differed when they were last compared, the newest first; both ends included. */
  findUnreconciledDays(
    days: { from: string; to: string },
    integrationIds: readonly number[],
  ): Promise<{ integrationId: number; day: string }[]>;
}

export function createReconciliationModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime' | 'metrics'>,
  { sessionStore, operatorApi, fetching, referenceData, findTerms, rights }: ReconciliationPorts,
): ReconciliationModule {
  const { settings, clock, postgres, jobs, realtime, metrics } = infra;
  const { targets } = fetching;
  const compareDeps = {
    client: operatorApi,
    targets,
    sessionStore,
    clock,
    postgres,
    compareTotals: fetching.reconcile,
    quarantined: (integrationId: number, sessionIds: readonly string[]) =>
      findQuarantinedSessions(postgres.db, integrationId, sessionIds),
  };
  const compareJobs = defineCompareJobs({
    clock,
    jobs,
    realtime,
    targets,
    compare: (integrationId, days, options) => compareIntegration(compareDeps, integrationId, days, options),
  });
  const isScheduled = settings.fetchIntervalMinutes > 0;
  if (isScheduled) {
    const first = {
      clock,
      db: postgres.db,
      jobs,
      job: compareJobs.requested,
      coverage: sessionStore.coverage,
    };
    fetching.whenFetched((integrationIds) => requestFirstComparison(first, integrationIds));
    jobs.whenFailed(compareJobs.requested, recordFailedFirst(clock));
  }
  const service = createReconciliationService({
    clock,
    postgres,
    jobs,
    compareJob: compareJobs.requested,
    fetching: fetching.service,
    referenceData,
    findTerms,
  });
  const files = createFilesService({ ...compareDeps, referenceData });
  const proofs = createProofFiles(infra, { rights, month: service.month, files: files.list });
  return {
    name: 'reconciliation',
    endpoints: [
      bind(getReconciliation, ({ actor, query }) => service.matrix(actor, query)),
      bind(listReconciledDays, ({ actor, query }) => service.days(actor, query)),
      bind(getReconciliationProof, ({ actor, query }) => proofs.addresses(actor, query.month)),
      bind(getReconciledDay, ({ actor, params }) => service.day(actor, params)),
      bind(listDifferingSessions, ({ actor, params, query }) => service.sessions(actor, params, query)),
      bind(compareDays, async ({ actor, body }) => ({ jobId: await service.compare(actor, body) })),
      bindUpload(checkReconciliationFile, ({ actor, params, file, body }) =>
        files.check(actor, params.integrationId, file, body.mapping),
      ),
      bindUpload(compareReconciliationFile, ({ actor, params, file, body }) =>
        files.compare(actor, params.integrationId, file, body.mapping),
      ),
      bind(listReconciliationFiles, ({ actor }) => files.list(actor)),
      bind(listFileSessions, ({ actor, params }) => files.sessions(actor, params.id)),
      bind(refetchDay, ({ actor, params }) => service.refetch(actor, params)),
    ],
    jobs: [compareJobs.scheduled, compareJobs.requested],
    plugin: proofs.plugin,
    async compare(days, { integrationIds } = {}) {
      const { signal } = new AbortController();
      const reports: ReconcileReport[] = [];
      for (const { id } of await targets.listIntegrations()) {
        if (integrationIds !== undefined && !integrationIds.includes(id)) continue;
        const report = await compareIntegration(compareDeps, id, days, { requester: null, signal });
        if (report !== undefined) reports.push(report);
      }
      return reports;
    },
    findDayStates: service.findDayStates,
    listDays: service.days,
    findUnreconciledDays: (days, integrationIds) => listDifferingDays(postgres.db, days, integrationIds),
    async start() {
      addReconciliationMetrics(metrics, postgres, clock, referenceData);
      await startReconciling(jobs, compareJobs.scheduled, isScheduled);
    },
  };
}
