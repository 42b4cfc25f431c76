import { describe, expect, it } from 'vitest';
import { romeDay, romeDayRange } from '../../infra/clock/index.ts';
import { type Check, type CountedTime, nextRun, type ServiceRun, sumByDay } from './outages.runs.ts';

const start = Date.parse('2026-05-04T10:00:00Z');
const at = (minute: number) => new Date(start + minute * 60_000);
const minuteOf = (date: Date) => (date.getTime() - start) / 60_000;

const longestGapMs = 3 * 60_000;
const next = (before: ServiceRun | undefined, check: Check) => nextRun(before, check, longestGapMs);

/** Plays checks a minute apart: `.` is good, `x` fails, `m` fails in a maintenance, a space is none. */
function play(checks: string, before?: ServiceRun) {
  let run = before;
  const turns: [string, number][] = [];
  const counted: CountedTime[] = [];
  [...checks].forEach((one, minute) => {
    if (one === ' ') return;
    const step = next(run, { at: at(minute), isFailing: one !== '.', isMaintenance: one === 'm' });
    run = step.run;
    counted.push(...step.counted);
    if (step.turn) turns.push([step.turn.kind, minuteOf(step.turn.at)]);
  });
  const minutes = { up: 0, degraded: 0, down: 0 };
  for (const { from, to, kind } of counted) minutes[kind] += minuteOf(to) - minuteOf(from);
  return { run, turns, minutes, counted };
}

describe('the run of a service', () => {
  it('opens an outage with the third failure as of the first, and ends it with the third good check as of the first', () => {
    const { turns, minutes } = play('..xxxxx.....');
    expect(turns).toEqual([
      ['opens', 2],
      ['closes', 7],
    ]);
    expect(minutes).toEqual({ up: 6, degraded: 0, down: 5 });
  });

  it('does not flap: alternating checks open nothing, and end nothing', () => {
    expect(play('.x.x.xx.xx.x.x').turns).toEqual([]);
    expect(play('xxx.x.x..x..x.x.').turns).toEqual([['opens', 0]]);
    expect(play('.x.xx..').minutes).toEqual({ up: 3, degraded: 3, down: 0 });
    expect(play('xxx..xxx...').minutes).toEqual({ up: 2, degraded: 0, down: 8 });
  });

  it('counts every minute between checks once', () => {
    const checks = '...x..xx.xxxx..x....xx.xxx...x';
    const { minutes, run, counted } = play(checks);
    const total = minutes.up + minutes.degraded + minutes.down;
    expect(total).toBe(minuteOf(run?.countedUntil as Date));
    counted.forEach((one, place) => {
      if (place > 0) expect(one.from).toEqual(counted[place - 1]?.to);
    });
  });

  it('counts no failure of a maintenance, and none together with those before', () => {
    expect(play('.xxmmmmxx..').turns).toEqual([]);
    expect(play('.mmmmxxx').turns).toEqual([['opens', 5]]);
    // What was down before a maintenance has not recovered by it.
    expect(play('xxxmmmmxx').turns).toEqual([['opens', 0]]);
  });

  it('knows nothing of a long silence: failures on both sides of it are not in a row', () => {
    const { turns, minutes } = play('.xx      x.');
    expect(turns).toEqual([]);
    expect(minutes).toEqual({ up: 1, degraded: 2, down: 0 });
    const open = play('xxx      xx...');
    expect(open.turns).toEqual([
      ['opens', 0],
      ['closes', 11],
    ]);
    expect(open.minutes).toEqual({ up: 2, degraded: 0, down: 4 });
  });

  it('checked every five minutes opens with three failures, and knows nothing of a silence of more than fifteen', () => {
    const gap = 15 * 60_000;
    const after = (minutes: readonly number[]) =>
      minutes.reduce<{ run: ServiceRun | undefined; opened: number | null }>(
        ({ run, opened }, minute) => {
          const step = nextRun(run, { at: at(minute), isFailing: true, isMaintenance: false }, gap);
          return { run: step.run, opened: step.turn ? minuteOf(step.turn.at) : opened };
        },
        { run: undefined, opened: null },
      ).opened;
    expect(after([0, 5, 10])).toBe(0);
    expect(after([0, 15, 30])).toBe(0);
    expect(after([0, 16, 21])).toBeNull();
  });

  it('goes on where it was after a restart', () => {
    const before = play('.xx').run as ServiceRun;
    const step = next(structuredClone(before), { at: at(3), isFailing: true, isMaintenance: false });
    expect(step.turn).toEqual({ kind: 'opens', at: at(1) });
  });

  it('that was closed by hand opens nothing before it has responded well', () => {
    const held = { ...(play('xxx').run as ServiceRun), isDown: false, isHeld: true };
    const failing = next(held, { at: at(3), isFailing: true, isMaintenance: false });
    expect([failing.turn, failing.run.isHeld]).toEqual([null, true]);
    let { run } = failing;
    for (const minute of [4, 5, 6])
      run = next(run, { at: at(minute), isFailing: false, isMaintenance: false }).run;
    expect(run.isHeld).toBe(false);
  });
});

describe('the days of a service', () => {
  const dayOf = (instant: Date) => ({ day: romeDay(instant), end: romeDayRange(romeDay(instant)).to });

  it('are split at midnight in Rome, and what lies in a maintenance is counted as such', () => {
    const times = [
      { from: new Date('2026-05-04T21:50:00Z'), to: new Date('2026-05-04T22:10:00Z'), kind: 'down' as const },
    ];
    const maintenance = { from: new Date('2026-05-04T21:55:00Z'), to: new Date('2026-05-04T22:04:00Z') };
    const minutes = [...sumByDay(times, [maintenance], dayOf)].map(([day, sum]) => [
      day,
      sum.down / 60_000,
      sum.maintenance / 60_000,
    ]);
    expect(minutes).toEqual([
      ['2026-05-04', 5, 5],
      ['2026-05-05', 6, 4],
    ]);
  });

  it('have 23 and 25 hours where the clocks change', () => {
    const hours = (from: string, to: string) =>
      [...sumByDay([{ from: new Date(from), to: new Date(to), kind: 'up' }], [], dayOf)].map(
        ([day, { up }]) => [day, up / 3_600_000],
      );
    expect(hours('2026-03-28T23:00:00Z', '2026-03-30T22:00:00Z')).toEqual([
      ['2026-03-29', 23],
      ['2026-03-30', 24],
    ]);
    expect(hours('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toEqual([['2026-10-25', 25]]);
  });
});
