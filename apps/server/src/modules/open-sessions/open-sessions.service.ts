import { randomUUID } from 'node:crypto';
import {
  type countOpenSessions,
  eurosFromCents,
  type listOpenSessions,
  messageOf,
  type QueryOf,
  type ResponseOf,
  type SessionRun,
  type SessionRunAction,
} from '@ludus/contract';
import { type Actor, integrationScope, visibleIntegrations } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { SessionStore, StoredSession } from '../session-store/index.ts';
import { maySeeListedDue, requireVisible, toSessionRow, unknownGame } from '../sessions/index.ts';
import { actionOfJob, type SessionRunJob, sessionRunJobNames } from './open-sessions.job.ts';
import { findRunJob, insertRun, listRunRows, type SessionRunRow } from './open-sessions.repo.ts';

export interface OpenSessionsService {
  /** By integration and age; integrations without open sessions are left out. */
  count(
    actor: Actor,
    query: QueryOf<typeof countOpenSessions>,
  ): Promise<ResponseOf<typeof countOpenSessions>>;
  list(actor: Actor, query: QueryOf<typeof listOpenSessions>): Promise<ResponseOf<typeof listOpenSessions>>;
  /** Queues the job and returns its id. @throws NotFoundError unless every session is one of the actor's integrations */
  start(actor: Actor, action: SessionRunAction, ids: readonly string[]): Promise<string>;
  /** @throws NotFoundError when there is none, or when it is someone else's */
  getRun(actor: Actor, jobId: string): Promise<SessionRun>;
}

const defaultPage = 50;

export function createOpenSessionsService(deps: {
  sessionStore: Pick<SessionStore, 'open'>;
  referenceData: Pick<ReferenceData, 'read'>;
  clock: Clock;
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  jobs: Pick<JobQueueClient, 'enqueue'>;
  runJobs: Record<SessionRunAction, SessionRunJob>;
}): OpenSessionsService {
  const { sessionStore, referenceData, clock, postgres, jobs, runJobs } = deps;

  return {
    async count(actor, { sessionTypeId }) {
      const at = clock.now();
      const found = await sessionStore.open.count(integrationScope(actor), {
        at,
        sessionType: sessionTypeId,
      });
      const names = await referenceData.read();
      const cells = Map.groupBy(found, ({ integrationId }) => integrationId);
      const rows = [...cells].map(([id, ofIntegration]) => ({
        integration: { id, name: integrationName(names, id) },
        cells: ofIntegration.map(({ age, count, bet }) => ({ age, count, bet: eurosFromCents(bet) })),
      }));
      return {
        at: at.toISOString(),
        rows: rows.sort((a, b) => a.integration.name.localeCompare(b.integration.name)),
      };
    },

    async list(actor, query) {
      const at = clock.now();
      const { sort = 'createdAt', direction = 'asc', page = 1, limit = defaultPage } = query;
      const found = await sessionStore.open.list(
        integrationScope(actor),
        {
          at,
          ages: query.ages,
          integrations: query.integrationId,
          sessionType: query.sessionTypeId,
        },
        { field: sort, direction },
        { page, limit },
      );
      const names = await referenceData.read();
      const showDue = maySeeListedDue(actor);
      return {
        at: at.toISOString(),
        rows: found.rows.map((row) => toSessionRow(row, names, showDue)),
        count: found.count,
      };
    },

    async start(actor, action, ids) {
      const found = await sessionStore.open.findChosen(integrationScope(actor), ids);
      const byId = new Map(found.map((session) => [session.id, session]));
      const asked = new Set(ids.map((id) => id.toLowerCase()));
      const sessions = [...asked].map((id): StoredSession => requireVisible(byId.get(id)));
      const runId = randomUUID();
      return postgres.transaction(async (tx) => {
        const jobId = await jobs.enqueue(runJobs[action], { runId }, { actor, tx });
        await insertRun(tx, { runId, jobId }, sessions);
        return jobId;
      });
    },

    async getRun(actor, jobId) {
      const job = await findRunJob(postgres.db, jobId, Object.values(sessionRunJobNames));
      if (job === undefined || (job.user_id !== actor.userId && !actor.can('jobs:manage'))) {
        throw new NotFoundError(messageOf('refusals.jobNotFound'));
      }
      const rows = await listRunRows(postgres.db, job.runId);
      // Whoever belongs to another integration by now sees nothing of the former one.
      const visible = visibleIntegrations(actor);
      const names = await referenceData.read();
      return {
        jobId: job.id,
        action: actionOfJob(job.name),
        state: job.state,
        username: job.username,
        requestedAt: job.created_at.toISOString(),
        finishedAt: job.finished_at?.toISOString() ?? null,
        rows: rows
          .filter((row) => visible === null || visible.includes(row.integration_id))
          .map((row) => runRow(row, names)),
      };
    },
  };
}

function runRow(
  row: SessionRunRow,
  names: Awaited<ReturnType<ReferenceData['read']>>,
): SessionRun['rows'][number] {
  const reason = row.reason as SessionRun['rows'][number]['reasonDetail'] | null;
  return {
    id: row.session_id,
    sessionId: row.platform_session_id,
    integration: { id: row.integration_id, name: integrationName(names, row.integration_id) },
    game: names.games.get(row.game_id)?.summary ?? unknownGame(row.game_id),
    outcome: row.outcome,
    reason: reason === null || reason === undefined ? null : renderMessage(reason),
    ...(reason === null || reason === undefined ? {} : { reasonDetail: reason }),
  };
}
