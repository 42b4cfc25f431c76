import { randomUUID } from 'node:crypto';
import { asHtml, asMarkdown } from '@ludus/conformance';
import {
  type ConformanceFormat,
  type ConformanceRun,
  type getConformance,
  type getConformanceFile,
  messageOf,
  type ResponseOf,
} from '@ludus/contract';
import type { ConformanceReport } from '@ludus/contract/conformance';
import { type Actor, visibleIntegrations } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { afterCommit, type Db, type Postgres } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { lockIntegration } from '../integrations/index.ts';
import type { ConformanceJob } from './conformance.job.ts';
import {
  findOpenRun,
  findReports,
  findRuns,
  insertRun,
  isOpenJob,
  markCancelled,
  messageOfJob,
  type StoredRun,
} from './conformance.repo.ts';

export interface ConformanceService {
  /** @throws NotFoundError, also for another integration than the actor's own */
  get(actor: Actor, integrationId: number): Promise<ResponseOf<typeof getConformance>>;
  /** Queues a run and returns the id of its job. @throws NotFoundError, ConflictError while another one is under way */
  start(actor: Actor, integrationId: number, given: { withWrites: boolean }): Promise<string>;
  /** @throws NotFoundError, ConflictError when none is under way */
  cancel(actor: Actor, integrationId: number): Promise<void>;
  /** @throws NotFoundError as `get`, and for a run without a result, or of another integration */
  file(
    actor: Actor,
    integrationId: number,
    runId: string,
    format: ConformanceFormat,
  ): Promise<ResponseOf<typeof getConformanceFile>>;
}

export interface ConformanceServiceDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  jobs: Pick<JobQueueClient, 'enqueue' | 'cancel'>;
  realtime: Pick<Realtime, 'publish'>;
  job: ConformanceJob;
  /** Until the transaction ends. @throws NotFoundError when there is no such integration */
  lockIntegration: typeof lockIntegration;
  /** @throws NotFoundError */
  findName(integrationId: number): Promise<string>;
}

const writers = {
  html: { extension: 'html', mediaType: 'text/html', write: asHtml },
  json: {
    extension: 'json',
    mediaType: 'application/json',
    write: (report: ConformanceReport) => JSON.stringify(report, null, 2),
  },
  markdown: { extension: 'md', mediaType: 'text/markdown', write: asMarkdown },
} as const satisfies Record<
  ConformanceFormat,
  { extension: string; mediaType: string; write(report: ConformanceReport): string }
>;

export function createConformanceService(deps: ConformanceServiceDeps): ConformanceService {
  const { postgres, clock, jobs, realtime, job, lockIntegration, findName } = deps;

  const publishAfter = (tx: Db, integrationId: number) =>
    afterCommit(tx, () =>
      realtime.publish(
        { name: 'changed', data: { topic: 'conformance', id: String(integrationId) } },
        { providers: true, integration: integrationId },
      ),
    );

  /** @throws NotFoundError for an integration that is not there, or that the actor does not see */
  async function nameFor(actor: Actor, integrationId: number): Promise<string> {
    if (visibleIntegrations(actor, [integrationId])?.length === 0)
      throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return findName(integrationId);
  }

  return {
    async get(actor, integrationId) {
      await nameFor(actor, integrationId);
      const runs = (await findRuns(postgres.db, integrationId)).map(runOf);
      const completed = runs.filter(({ state }) => state === 'completed').slice(0, 2);
      const reports = await findReports(
        postgres.db,
        integrationId,
        completed.map(({ id }) => id),
      );
      const [last = null, before = null] = completed.flatMap((run) => {
        const report = reports.get(run.id);
        return report === undefined ? [] : [{ run, report }];
      });
      return { runs, last, before };
    },

    async start(actor, integrationId, { withWrites }) {
      return postgres.transaction(async (tx) => {
        const { name } = await lockIntegration(tx, integrationId);
        if ((await findOpenRun(tx, integrationId)) !== undefined)
          throw new ConflictError(messageOf('refusals.conformanceRunning'));
        const runId = randomUUID();
        // One that was cancelled may still wait for its last response.
        const singletonKey = String(integrationId);
        const jobId = await jobs.enqueue(job, { runId, integrationId }, { actor, tx, singletonKey });
        const run = { id: runId, integrationId, jobId, userId: actor.userId, at: clock.now(), withWrites };
        await insertRun(tx, run);
        await recordAudit(tx, {
          actor,
          type: 'integrations',
          action: 'check-conformance',
          objectId: integrationId,
          description: messageOf(
            withWrites ? 'logs.conformanceStartedWithWrites' : 'logs.conformanceStarted',
            { name },
          ),
          object: { name },
        });
        publishAfter(tx, integrationId);
        return jobId;
      });
    },

    async cancel(actor, integrationId) {
      const jobId = await postgres.transaction(async (tx) => {
        const { name } = await lockIntegration(tx, integrationId);
        const open = await findOpenRun(tx, integrationId);
        if (open === undefined) throw new ConflictError(messageOf('refusals.conformanceNotRunning'));
        await markCancelled(tx, open.id, clock.now());
        await recordAudit(tx, {
          actor,
          type: 'integrations',
          action: 'cancel-conformance',
          objectId: integrationId,
          description: messageOf('logs.conformanceCancelled', { name }),
          object: { name },
        });
        publishAfter(tx, integrationId);
        return open.job_id;
      });
      // One that runs finds out by itself.
      await jobs.cancel(jobId);
    },

    async file(actor, integrationId, runId, format) {
      const name = await nameFor(actor, integrationId);
      const report = (await findReports(postgres.db, integrationId, [runId])).get(runId);
      if (report === undefined) throw new NotFoundError(messageOf('refusals.conformanceRunNotFound'));
      const { extension, mediaType, write } = writers[format];
      const plain = name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '');
      const day = romeDay(new Date(report.startedAt));
      return {
        name: `conformance-${plain || integrationId}-${day}.${extension}`,
        mediaType,
        text: write(report),
      };
    },
  };
}

function runOf(row: StoredRun): ConformanceRun {
  const isCompleted = row.passed !== null;
  const state = isCompleted
    ? 'completed'
    : row.cancelled_at !== null || row.job_state === 'cancelled'
      ? 'cancelled'
      : isOpenJob(row.job_state)
        ? 'running'
        : 'failed';
  const finishedAt = row.finished_at ?? (state === 'running' ? null : row.job_finished_at);
  const detail = state === 'failed' ? (messageOfJob(row.job_error) ?? messageOf('plain.internal')) : null;
  return {
    id: row.id,
    jobId: row.job_id,
    state,
    username: row.username,
    withWrites: row.with_writes,
    requestedAt: row.requested_at.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    passed: row.passed,
    failed: row.failed,
    skipped: row.skipped,
    error: detail === null ? null : renderMessage(detail),
    ...(detail === null ? {} : { errorDetail: detail }),
  };
}
