import {
  type Message,
  messageOf,
  type Scope,
  type SessionRunAction,
  type SessionRunOutcome,
  sessionRunActions,
} from '@ludus/contract';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, type HubError, NotFoundError, UpstreamError } from '../../infra/errors/index.ts';
import { OperatorApiError } from '../../infra/operator-api/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobContext, type JobDefinition } from '../../infra/queue/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { SessionsService } from '../sessions/index.ts';
import { attachRun, listRunRows, markBegun, type SessionRunRow, saveOutcome } from './open-sessions.repo.ts';

export const sessionRunJobNames = {
  refresh: 'refresh-sessions',
  close: 'close-sessions',
} as const satisfies Record<SessionRunAction, string>;

/** Who may do it when the job runs: the scopes of the calls that ask for it. */
const scopeOf: Record<SessionRunAction, Scope> = { refresh: 'sessions:refresh', close: 'sessions:close' };

/** The sessions are in `session_run_rows`: one that is repeated goes on with those that have no outcome yet. */
const sessionRunPayload = z.strictObject({ runId: z.uuid() });
type SessionRunPayload = z.output<typeof sessionRunPayload>;

export interface SessionRunDeps {
  postgres: Pick<Postgres, 'db'>;
  clock: Clock;
  realtime: Realtime;
  /** A session of a job is refreshed and closed as a single one is: the same rules, the same log. */
  sessions: Pick<SessionsService, 'refresh' | 'close' | 'resumeClose'>;
  /** The person as they are now. @throws ForbiddenError when they may not sign in or lack the scope by now */
  findPrincipal(userId: string, scope: Scope): Promise<Actor>;
}

export type SessionRunJob = JobDefinition<typeof sessionRunPayload>;

export function defineSessionRunJobs(deps: SessionRunDeps): Record<SessionRunAction, SessionRunJob> {
  const define = (action: SessionRunAction) =>
    defineJob({
      name: sessionRunJobNames[action],
      queue: 'bookkeeping',
      payload: sessionRunPayload,
      options: { retries: 5, retryDelaySeconds: 5, concurrency: 2 },
      run: (context) => runSessions(action, context, deps),
    });
  return { refresh: define('refresh'), close: define('close') };
}

interface Outcome {
  outcome: SessionRunOutcome;
  reason: Message | null;
}

/** Calls of one job at the same time; the operator API limits those of one platform as well. */
const concurrency = 4;

async function runSessions(
  action: SessionRunAction,
  context: JobContext<SessionRunPayload>,
  deps: SessionRunDeps,
): Promise<void> {
  const { db } = deps.postgres;
  const { runId } = context.payload;
  const actor = await deps.findPrincipal(context.job.userId, scopeOf[action]);
  await attachRun(db, runId, context.job.id);
  const rows = await listRunRows(db, runId);
  const changes = createChanges(deps.realtime, deps.clock);
  const report = () => reportProgress(action, rows, context);
  report();

  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const runOne = async (row: SessionRunRow) => {
    signal.throwIfAborted();
    const isResumed = row.begun_at !== null;
    try {
      if (!isResumed) await markBegun(db, row, deps.clock.now());
      const done = await perform(action, row.session_id, { actor, isResumed, signal }, deps.sessions);
      await saveOutcome(db, row, done);
      row.outcome = done.outcome;
      changes.add(row.integration_id);
    } catch (error) {
      // A store of our own has failed: the other sessions stop, and the next attempt goes on with what is left.
      failure.abort(error);
      throw error;
    }
    report();
  };
  const limit = pLimit(concurrency);
  const left = rows.filter(({ outcome }) => outcome === null);
  const results = await Promise.allSettled(left.map((row) => limit(runOne, row)));
  changes.publish();
  context.signal.throwIfAborted();
  if (results.some(({ status }) => status === 'rejected')) throw failure.signal.reason;

  const count = rows.length;
  const { closed, open, refused, failed } = tally(rows);
  context.progress(
    100,
    action === 'refresh'
      ? messageOf('jobs.sessionsRefreshed', { count, closed, open, failed })
      : messageOf('jobs.sessionsClosed', { count, closed, refused, failed }),
  );
}

/** Shortest time between two events: each has every open list of sessions read again. */
const eventEveryMs = 1000;

/** Publishes which integrations' sessions have changed, at most once a second. */
function createChanges(realtime: Realtime, clock: Clock) {
  const integrations = new Set<number>();
  let publishedAt = clock.now().getTime();
  const publish = () => {
    publishedAt = clock.now().getTime();
    for (const [index, integration] of [...integrations].entries()) {
      // One event is enough for those who see all of them.
      const audience = index === 0 ? { providers: true as const, integration } : { integration };
      realtime.publish({ name: 'changed', data: { topic: 'sessions' } }, audience);
    }
    integrations.clear();
  };
  return {
    add(integrationId: number) {
      integrations.add(integrationId);
      if (clock.now().getTime() - publishedAt >= eventEveryMs) publish();
    },
    publish,
  };
}

async function perform(
  action: SessionRunAction,
  id: string,
  { actor, isResumed, signal }: { actor: Actor; isResumed: boolean; signal: AbortSignal },
  sessions: SessionRunDeps['sessions'],
): Promise<Outcome> {
  try {
    const { isOpen } =
      action === 'refresh'
        ? await sessions.refresh(actor, id, signal)
        : await (isResumed ? sessions.resumeClose : sessions.close)(actor, id, signal);
    return { outcome: isOpen ? 'open' : 'closed', reason: null };
  } catch (error) {
    // A call that was cut off says nothing of the session.
    signal.throwIfAborted();
    if (error instanceof ConflictError) return { outcome: 'refused', reason: reasonOf(error) };
    if (error instanceof UpstreamError) {
      const { cause } = error;
      return { outcome: 'failed', reason: reasonOf(cause instanceof OperatorApiError ? cause : error) };
    }
    if (error instanceof NotFoundError) return { outcome: 'failed', reason: reasonOf(error) };
    throw error;
  }
}

const reasonOf = ({ detail, message }: HubError): Message =>
  detail ?? messageOf('plain.text', { text: message });

function tally(rows: readonly Pick<SessionRunRow, 'outcome'>[]): Record<SessionRunOutcome, number> {
  const counts = { closed: 0, open: 0, refused: 0, failed: 0 };
  for (const { outcome } of rows) if (outcome !== null) counts[outcome] += 1;
  return counts;
}

function reportProgress(
  action: SessionRunAction,
  rows: readonly SessionRunRow[],
  { progress, summarise }: JobContext<SessionRunPayload>,
): void {
  const { closed, open, refused, failed } = tally(rows);
  const done = closed + open + refused + failed;
  const all = rows.length;
  summarise(
    action === 'refresh'
      ? { closed, stillOpen: open, failed }
      : { closed, ...(refused === 0 ? {} : { notClosable: refused }), failed },
  );
  const message = action === 'refresh' ? 'jobs.sessionsRefreshing' : 'jobs.sessionsClosing';
  progress(Math.min(99, Math.floor((100 * done) / Math.max(1, all))), messageOf(message, { done, all }));
}

/** The action that a job of this name does. */
export function actionOfJob(name: string): SessionRunAction {
  const action = sessionRunActions.find((one) => sessionRunJobNames[one] === name);
  if (action === undefined) throw new Error(`The job ${name} refreshes and closes no sessions.`);
  return action;
}
