/** The first comparison of a finished month: asked for by the fetch that completes it, so that no one has to think of it. */
import { addDays, type Clock, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import type { CompareJob } from './reconciliation.job.ts';
import { daysOf } from './reconciliation.read.ts';
import { listDays } from './reconciliation.repo.ts';

export interface FirstComparisonDeps {
  clock: Clock;
  db: Parameters<typeof listDays>[0];
  jobs: Pick<JobQueueClient, 'enqueue'>;
  job: CompareJob;
  coverage: Pick<SessionStore['coverage'], 'find'>;
}

interface Range {
  from: string;
  to: string;
}

/**
 * Requests a comparison of what no comparison has tried yet of the last finished month, for those of the integrations whose fetch
 * covers all of it. A day that could not be compared was tried: a platform that fails is left to the nightly comparison.
 */
export async function requestFirstComparison(
  deps: FirstComparisonDeps,
  integrationIds: readonly number[],
): Promise<void> {
  const yesterday = addDays(romeDay(deps.clock.now()), -1);
  const month = monthBefore(addDays(yesterday, 1));
  const byRange = new Map<string, { days: Range; ids: number[] }>();
  for (const id of integrationIds) {
    if (!(await isCovered(deps, id, month))) continue;
    const days = untriedDays(month, await triedDays(deps, id, month), yesterday);
    if (days === null) continue;
    const key = `${days.from} ${days.to}`;
    const group = byRange.get(key) ?? { days, ids: [] };
    group.ids.push(id);
    byRange.set(key, group);
  }
  for (const [key, { days, ids }] of byRange) {
    await deps.jobs.enqueue(
      deps.job,
      { ...days, integrationIds: ids, isFirst: true },
      { singletonKey: `first ${key} ${ids.join()}`, whenPresent: 'skip' },
    );
  }
}

function monthBefore(today: string): Range {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** Whether all changes since the month began were read, the last time after it ended. */
async function isCovered(
  { coverage }: FirstComparisonDeps,
  id: number,
  { from, to }: Range,
): Promise<boolean> {
  const found = await coverage.find(id);
  return (
    found !== null &&
    found.fromMs <= startOfRomeDay(from).getTime() &&
    found.readAt >= startOfRomeDay(addDays(to, 1))
  );
}

async function triedDays({ db }: FirstComparisonDeps, id: number, month: Range): Promise<Set<string>> {
  return new Set((await listDays(db, month, [id])).map(({ day }) => day));
}

/**
 * Returns the days from the first untried one to the last; of a month that is wholly untried, up to yesterday. On the first of a
 * month, the nightly comparison is still to come for the day before.
 */
function untriedDays(month: Range, tried: ReadonlySet<string>, yesterday: string): Range | null {
  if (tried.size === 0) return { from: month.from, to: yesterday };
  const untried = daysOf(month).filter((day) => !tried.has(day) && day < yesterday);
  const [from, to] = [untried[0], untried.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}
