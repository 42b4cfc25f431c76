import { randomUUID } from 'node:crypto';
import { type ReportType, reportTypeNames } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import { catchUpDays, nextDue, reportDays } from './reports.days.ts';
import type { ReportJob } from './reports.job.ts';
import { deleteRunsBefore, findLastPlanned, insertRun, updateRunJob } from './reports.repo.ts';

export interface PlanDeps {
  postgres: Pick<Postgres, 'transaction'>;
  clock: Clock;
  jobs: Pick<JobQueueClient, 'enqueue'>;
  job(): ReportJob;
}

const dayMs = 86_400_000;
const keptDays = 400;

/**
 * Makes sure that the next report of each type is among the delayed jobs. May be called at any time and by any number
 * of processes: a type and its due time exist once, written with the job. A time that passed while the hub was off is
 * planned all the same, and its job runs at once.
 */
export async function planReports({ postgres, clock, jobs, job }: PlanDeps): Promise<void> {
  for (const type of reportTypeNames) await postgres.transaction((tx) => plan(tx, type));

  async function plan(tx: Tx, type: ReportType): Promise<void> {
    const now = clock.now();
    const oldest = new Date(now.getTime() - catchUpDays[type] * dayMs);
    const last = await findLastPlanned(tx, type);
    if (last?.is_open && last.due_at > oldest) return;
    const after = last === undefined ? now : last.due_at > oldest ? last.due_at : oldest;
    const due = nextDue(type, after);
    const runId = randomUUID();
    const run = { id: runId, report_type: type, due_at: due, created_at: now, addressed_at: null };
    if (!(await insertRun(tx, run))) return;
    const payload = { type, ...reportDays(type, due), integrationId: null, runId };
    await updateRunJob(tx, runId, await jobs.enqueue(job(), payload, { tx, startAfter: due }));
  }
}

/** Deletes runs that have been kept long enough. */
export function forgetOldRuns({ postgres, clock }: Pick<PlanDeps, 'postgres' | 'clock'>): Promise<void> {
  return postgres.transaction((tx) =>
    deleteRunsBefore(tx, new Date(clock.now().getTime() - keptDays * dayMs)),
  );
}
