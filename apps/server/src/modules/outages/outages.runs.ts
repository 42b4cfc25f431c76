/** Where a service stands after each check, and what the time between checks was. Pure. */
import { checksToClose, checksToOpen } from '@ludus/contract';

/** A service after its last check. */
export interface ServiceRun {
  checkedAt: Date;
  isFailing: boolean;
  /** Equal checks in a row, and when the first of them was. */
  length: number;
  since: Date;
  /** Up to where the time is counted into its days: a run that may yet become something else waits. */
  countedUntil: Date;
  isDown: boolean;
  /** Closed by hand: opens no outage before it has responded well. */
  isHeld: boolean;
}

export interface Check {
  at: Date;
  isFailing: boolean;
  /** Whether a maintenance touches the service then: failures are expected. */
  isMaintenance: boolean;
}

export type TimeKind = 'up' | 'degraded' | 'down';

/** Some time of a service, half-open. */
export interface CountedTime {
  from: Date;
  to: Date;
  kind: TimeKind;
}

export interface RunStep {
  run: ServiceRun;
  counted: CountedTime[];
  /** An outage of the service begins or ends, as of an instant in the past: the first check of the run. */
  turn: { kind: 'opens' | 'closes'; at: Date } | null;
}

/**
 * Takes a check. Three failures in a row open an outage as of the first of them, three good checks end it likewise, so that checks
 * which alternate do neither. In a maintenance failures open nothing; what was down before stays so. After a silence of more than
 * `longestGapMs` nothing is known of the time before.
 */
export function nextRun(before: ServiceRun | undefined, check: Check, longestGapMs: number): RunStep {
  const { at } = check;
  const isFailing = check.isFailing && (!check.isMaintenance || before?.isDown === true);
  const isKnown = before !== undefined && at.getTime() - before.checkedAt.getTime() <= longestGapMs;
  const continues = isKnown && before.isFailing === isFailing;
  const run: ServiceRun = {
    checkedAt: at,
    isFailing,
    length: continues ? before.length + 1 : 1,
    since: continues ? before.since : at,
    countedUntil: isKnown ? before.countedUntil : at,
    isDown: before?.isDown ?? false,
    isHeld: before?.isHeld ?? false,
  };
  const counted: CountedTime[] = [];
  const count = (from: Date, to: Date, kind: TimeKind) => {
    if (from < to) counted.push({ from, to, kind });
  };
  // What was undecided when the checks stopped stays what it was.
  if (before !== undefined && !isKnown) {
    count(before.countedUntil, before.checkedAt, kindOf(before));
  }
  let turn: RunStep['turn'] = null;
  if (run.isHeld && !isFailing && run.length >= checksToClose) run.isHeld = false;
  if (isFailing && !run.isDown && !run.isHeld && run.length >= checksToOpen) {
    count(run.countedUntil, run.since, 'up');
    count(later(run.since, run.countedUntil), at, 'down');
    run.isDown = true;
    turn = { kind: 'opens', at: run.since };
  } else if (!isFailing && run.isDown && run.length >= checksToClose) {
    count(run.countedUntil, run.since, 'down');
    count(later(run.since, run.countedUntil), at, 'up');
    run.isDown = false;
    turn = { kind: 'closes', at: run.since };
  } else if (!continues && isKnown) {
    // The run before has ended without an outage beginning or ending.
    count(run.countedUntil, at, kindOf(before));
  } else if (continues && isDecided(run)) {
    count(run.countedUntil, at, kindOf(run));
  } else return { run, counted, turn };
  return { run: { ...run, countedUntil: at }, counted, turn };
}

/** Whether more checks like the last one change nothing any more. */
const isDecided = ({ isFailing, isDown, isHeld }: ServiceRun) =>
  isFailing === isDown || (isFailing && isHeld);

function kindOf({ isDown, isFailing }: ServiceRun): TimeKind {
  if (isDown) return 'down';
  return isFailing ? 'degraded' : 'up';
}

const later = (a: Date, b: Date) => (a > b ? a : b);

export type DaySums = Record<TimeKind | 'maintenance', number>;

/**
 * Milliseconds by day of some time, without what lies in a maintenance, which is counted as such. `dayOf` names the day of an instant
 * and the instant at which it ends.
 */
export function sumByDay(
  times: readonly CountedTime[],
  maintenances: readonly { from: Date; to: Date }[],
  dayOf: (at: Date) => { day: string; end: Date },
): Map<string, DaySums> {
  const sums = new Map<string, DaySums>();
  const edges = maintenances.flatMap(({ from, to }) => [from.getTime(), to.getTime()]);
  for (const { from, to, kind } of times) {
    let at = from.getTime();
    while (at < to.getTime()) {
      const start = at;
      const { day, end } = dayOf(new Date(start));
      const stop = Math.min(end.getTime(), to.getTime(), ...edges.filter((edge) => edge > start));
      const isMaintained = maintenances.some(
        (one) => one.from.getTime() <= start && start < one.to.getTime(),
      );
      const sum = sums.get(day) ?? { up: 0, degraded: 0, down: 0, maintenance: 0 };
      sum[isMaintained ? 'maintenance' : kind] += stop - start;
      sums.set(day, sum);
      at = stop;
    }
  }
  return sums;
}
