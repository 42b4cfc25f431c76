import type { Check, CheckContext, Checks } from '../check.ts';
import { addDays, dayAt, hoursOfDay, latestClockChange, startOfDay } from '../days.ts';
import { askTotals, latestStates, sumByDay, summedFigures, totalKey, totalsOf } from '../evidence.ts';
import { expectPage, expectSameRows, walk } from '../feed.ts';
import { Skipped } from '../probe.ts';

const hourMs = 3_600_000;

/**
 * The latest day of 23 or of 25 hours. Its feed, asked hour by hour, has to be that of the whole day: an hour that is kept as a
 * clock reading is lost or doubled there. And its totals, with those of the days around it, have to be the sums of what was
 * created on each.
 */
function clockChange(hours: 23 | 25): Check {
  return async (context) => {
    const { client, evidence } = context;
    const day = latestClockChange(evidence.today, hours);
    const around = [addDays(day, -1), day, addDays(day, 1)];
    const reply = await askTotals(client, { from: addDays(day, -1), to: addDays(day, 1) });
    const totals = totalsOf(reply);
    if (totals === null) throw new Skipped('dependsOn', { check: 'totals-shape' });
    if (totals.totals.length === 0) throw new Skipped('noClockChange', { day });
    await expectHours(context, day);
    await expectTotals(context, around);
  };
}

async function expectHours({ client, probe }: CheckContext, day: string): Promise<void> {
  const starts = hoursOfDay(day);
  const whole = { from: startOfDay(day), to: startOfDay(addDays(day, 1)) };
  const before = await walk(client, whole);
  if (before.isTooMuch) throw new Skipped('tooMany', { most: client.options.maxSessions });
  if (!before.isWhole) throw new Skipped('dependsOn', { check: 'feed-pages' });
  const rows = [];
  for (const from of starts.slice(0, -1)) {
    const hour = await walk(client, { from, to: from + hourMs });
    for (const page of hour.pages) expectPage(probe, page);
    for (const row of hour.rows) {
      const at = Date.parse(row.updatedAt);
      const request = hour.pages[0]?.reply.request ?? null;
      if (at < from || at >= from + hourMs)
        probe.fail('outside', { id: row.sessionId, at: row.updatedAt }, request);
    }
    rows.push(...hour.rows);
  }
  const after = await walk(client, whole);
  const request = before.pages[0]?.reply.request ?? null;
  expectSameRows(probe, rows, { before: before.rows, after: after.rows }, request);
}

async function expectTotals({ client, evidence, probe }: CheckContext, days: string[]): Promise<void> {
  const [first = '', , last = ''] = days;
  const volume = totalsOf(await askTotals(client, { from: first, to: evidence.today }));
  const sessions = volume?.totals.reduce((sum, total) => sum + total.sessions, 0) ?? Number.POSITIVE_INFINITY;
  // What was changed since then is in the feed only at its latest change: all of it has to be read, or nothing is exact.
  if (sessions > client.options.maxSessions) {
    probe.note('notExact', { sessions, most: client.options.maxSessions });
    return;
  }
  const before = await askTotals(client, { from: first, to: last });
  const feed = await evidence.since(first);
  const after = await askTotals(client, { from: first, to: last });
  if (!feed.isWhole || feed.pages.some(({ wrong }) => wrong.length > 0)) {
    probe.note('dependsOn', { check: 'feed-pages' });
    return;
  }
  const created = [...latestStates(feed.rows).values()].filter(({ createdAt }) =>
    days.includes(dayAt(Date.parse(createdAt))),
  );
  const sums = sumByDay(created);
  const [low, high] = [before, after].map(
    (reply) => new Map(totalsOf(reply)?.totals.map((total) => [totalKey(total), total])),
  );
  for (const key of days.flatMap((day) => [`${day} 1`, `${day} 4`])) {
    for (const figure of summedFigures) {
      const [said, later] = [low?.get(key)?.[figure] ?? 0, high?.get(key)?.[figure] ?? 0];
      const found = sums.get(key)?.[figure] ?? 0;
      if (said !== later || said === found) continue;
      probe.fail('differs', { what: `${key} ${figure}`, expected: said, found }, before.request);
    }
  }
}

export const clockChangeChecks = {
  'clock-spring': clockChange(23),
  'clock-autumn': clockChange(25),
} satisfies Checks;
