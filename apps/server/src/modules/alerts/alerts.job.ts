import type { evaluateAlertRules, ResponseOf } from '@ludus/contract';
import { z } from 'zod';
import { type Clock, zone } from '../../infra/clock/index.ts';
import { afterCommit, type Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../infra/queue/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { applyResults, type NotifyIncident } from './alerts.apply.ts';
import { type EvaluationDeps, measureAlerts, readMuteSpans } from './alerts.evaluation.ts';
import { findSettings, findStates, lockAlerts, saveEvaluated } from './alerts.repo.ts';
import { readRules } from './alerts.rules.ts';

const hourMs = 3_600_000;
/** After a longer pause the hours before are passed over: what happened then is no news. */
const mostHours = 24;

const payload = z.strictObject({});
export type EvaluateAlertsJob = JobDefinition<typeof payload>;

export interface EvaluateDeps extends EvaluationDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'coverage' | 'state'>;
  referenceData: Pick<ReferenceData, 'read'>;
  notifyOf: NotifyIncident;
  publishChange(): void;
}

/** The ends of the whole hours that are to be judged, oldest first. */
export function hoursToJudge(until: Date | null, now: Date): Date[] {
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  const first = Math.max(until === null ? last : until.getTime() + hourMs, last - (mostHours - 1) * hourMs);
  const hours: Date[] = [];
  for (let hour = first; hour <= last; hour += hourMs) hours.push(new Date(hour));
  return hours;
}

/**
 * Evaluates the rules for the whole hours since the last evaluation. Each hour is one transaction: a process that dies goes on with
 * the next one, and no hour is counted twice.
 */
export async function evaluateAlerts(
  deps: EvaluateDeps,
  signal: AbortSignal,
): Promise<{ hours: number; opened: number }> {
  const { postgres, clock } = deps;
  const hours = hoursToJudge((await findSettings(postgres.db)).evaluated_until, clock.now());
  let opened = 0;
  const storeState = await deps.sessionStore.state();
  for (const hour of hours) {
    signal.throwIfAborted();
    const isLatest = hour === hours.at(-1);
    const references = await deps.referenceData.read();
    await postgres.transaction(async (tx) => {
      await lockAlerts(tx);
      const settings = await findSettings(tx);
      if (settings.evaluated_until !== null && settings.evaluated_until >= hour) return;
      const [rules, states] = [await readRules(tx), await findStates(tx)];
      const results = await measureAlerts(
        tx,
        { rules, references, states, hour, isLatest, storeState },
        deps,
      );
      const spans = await readMuteSpans(tx, clock.now(), {
        maintenanceHours: settings.maintenance_hours,
        graceHours: settings.grace_hours,
      });
      const now = clock.now();
      const applied = await applyResults(tx, results, { now, spans, references, notifyOf: deps.notifyOf });
      await saveEvaluated(tx, hour, now);
      if (applied.changed > 0) afterCommit(tx, deps.publishChange);
      opened += applied.opened;
    });
  }
  return { hours: hours.length, opened };
}

/** Does now what the schedule does every hour. */
export async function evaluateOnRequest(
  deps: EvaluateDeps,
  signal: AbortSignal,
): Promise<ResponseOf<typeof evaluateAlertRules>> {
  const { hours, opened } = await evaluateAlerts(deps, signal);
  const rules = (await readRules(deps.postgres.db)).filter(({ isEnabled }) => isEnabled).length;
  const { evaluated_at, evaluated_until } = await findSettings(deps.postgres.db);
  // Also without an incident: that nothing was found is news to whoever looks at a month that ended in these hours.
  if (hours > 0) deps.publishChange();
  return {
    hours,
    rules,
    opened,
    evaluatedAt: evaluated_at?.toISOString() ?? null,
    evaluatedUntil: evaluated_until?.toISOString() ?? null,
  };
}

export function defineEvaluateAlertsJob(deps: EvaluateDeps): EvaluateAlertsJob {
  return defineJob({
    name: 'evaluate-alerts',
    queue: 'system',
    payload,
    options: { retries: 3, retryDelaySeconds: 60, timeoutSeconds: 900 },
    run: async ({ signal }) => void (await evaluateAlerts(deps, signal)),
  });
}

/** Sessions of an hour are fetched within minutes after it: at 25 past, those of platforms that respond are there. */
const minutePast = 25;

export function startEvaluating(jobs: JobQueueClient, job: EvaluateAlertsJob): Promise<void> {
  return jobs.schedule(job, `${minutePast} * * * *`, { tz: zone, key: 'hour', payload: {} });
}

/**
 * When the schedule next finds an hour to judge: where someone has had the last one evaluated before it came round, that is one
 * round later. Rome's hours begin with those of UTC.
 */
export function nextEvaluation(now: Date, until: Date | null): Date {
  const pastMs = minutePast * 60_000;
  const hour = (Math.floor((now.getTime() - pastMs) / hourMs) + 1) * hourMs;
  const isJudged = until !== null && until.getTime() >= hour;
  return new Date((isJudged ? hour + hourMs : hour) + pastMs);
}
