import {
  MAX_TOTALS_DAYS,
  type PlatformTotal,
  platformEndpoints,
  platformTotalsSchema,
} from '@ludus/contract/operator-api';
import type { Check, Checks } from '../check.ts';
import { addDays, dayAt } from '../days.ts';
import {
  askTotals,
  latestStates,
  type Recent,
  type Sums,
  sumByDay,
  summedFigures,
  totalKey,
  totalsOf,
} from '../evidence.ts';
import { type Probe, Skipped } from '../probe.ts';

const noSums: Sums = { sessions: 0, open: 0, bet: 0, win: 0, netWin: 0, due: 0, rounds: 0 };

const shape: Check = async ({ evidence, probe }) => {
  const { totalsBefore, days } = await evidence.recent();
  const body = probe.expectJson(totalsBefore, platformTotalsSchema);
  if (body === null) return;
  const { request } = totalsBefore;
  for (const [at, total] of body.totals.entries()) {
    const before = body.totals[at - 1];
    if (before !== undefined && totalKey(before) >= totalKey(total))
      probe.fail('totalsOrder', { first: totalKey(before), second: totalKey(total) }, request);
    if (!days.includes(total.day)) probe.fail('outside', { id: total.day, at: total.day }, request);
    if (total.open > total.sessions)
      probe.fail(
        'differs',
        { what: `${totalKey(total)} open`, expected: `≤ ${total.sessions}`, found: total.open },
        request,
      );
  }
};

/** Sums of a day and type: of the totals before and after the feed was read, and of the feed. */
interface Compared {
  key: string;
  feed: Sums;
  before: Sums;
  after: Sums;
}

function compareSums({ walk, totalsBefore, totalsAfter }: Recent, days: readonly string[]): Compared[] {
  const [before, after] = [totalsOf(totalsBefore), totalsOf(totalsAfter)];
  if (before === null || after === null) throw new Skipped('dependsOn', { check: 'totals-shape' });
  const byKey = (totals: readonly PlatformTotal[]) =>
    new Map(totals.map((total) => [totalKey(total), total]));
  const [first, second] = [byKey(before.totals), byKey(after.totals)];
  const feed = sumByDay(latestStates(walk.rows).values());
  return days
    .flatMap((day) => [`${day} 1`, `${day} 4`])
    .map((key) => ({
      key,
      feed: feed.get(key) ?? noSums,
      before: first.get(key) ?? noSums,
      after: second.get(key) ?? noSums,
    }))
    .filter(({ feed, before, after }) => feed.sessions + before.sessions + after.sessions > 0);
}

/**
 * What did not change between both totals has to be in the feed to the cent. What changed (sessions were played meanwhile)
 * can be compared by its number of sessions only, which never goes down.
 */
function expectEqual(probe: Probe, { key, feed, before, after }: Compared, request: string): void {
  const isStill = summedFigures.every((figure) => before[figure] === after[figure]);
  for (const figure of isStill ? summedFigures : (['sessions'] as const)) {
    const [low, high] = [before[figure], after[figure]];
    if (feed[figure] >= low && feed[figure] <= high) continue;
    const expected = low === high ? low : `${low}–${high}`;
    probe.fail('differs', { what: `${key} ${figure}`, expected, found: feed[figure] }, request);
  }
}

const ofDays: Check = async ({ client, evidence, probe }) => {
  const recent = await evidence.wholeRecent();
  const compared = compareSums(recent, recent.days.slice(0, -1));
  if (compared.length === 0) throw new Skipped('noSessions', { days: client.options.days });
  for (const one of compared) expectEqual(probe, one, recent.totalsBefore.request);
};

const ofToday: Check = async ({ evidence, probe }) => {
  const recent = await evidence.wholeRecent();
  const compared = compareSums(recent, [evidence.today]);
  if (compared.length === 0) throw new Skipped('noSessions', { days: 0 });
  for (const one of compared) expectEqual(probe, one, recent.totalsBefore.request);
};

/** Clocks that a platform could count its days by, by mistake. */
const otherClocks = [
  { zone: 'UTC', offset: 0 },
  { zone: 'UTC+01:00', offset: 3_600_000 },
  { zone: 'UTC+02:00', offset: 7_200_000 },
];

type DaySum = Pick<Sums, 'sessions' | 'bet' | 'rounds'>;

const addUp = (parts: readonly (DaySum | undefined)[]): DaySum =>
  parts.reduce<DaySum>(
    (sum, part) => ({
      sessions: sum.sessions + (part?.sessions ?? 0),
      bet: sum.bet + (part?.bet ?? 0),
      rounds: sum.rounds + (part?.rounds ?? 0),
    }),
    { sessions: 0, bet: 0, rounds: 0 },
  );

/** Counts the sessions of each day by the clock in Rome, and where that is not what the totals say, by others. */
const zone: Check = async ({ evidence, probe }) => {
  const recent = await evidence.wholeRecent();
  const totals = totalsOf(recent.totalsBefore);
  if (totals === null) throw new Skipped('dependsOn', { check: 'totals-shape' });
  const rows = [...latestStates(recent.walk.rows).values()];
  // The first day lacks what other clocks would count to it, and today is not over.
  const days = recent.days.slice(1, -1).length > 0 ? recent.days.slice(1, -1) : recent.days.slice(0, -1);
  // Numbers of sessions by themselves can be the same by chance: as many at the start of a day as at its end.
  const counted = (dayOf?: (instant: number) => string) => {
    const sums = sumByDay(rows, dayOf);
    return (day: string) => addUp([sums.get(`${day} 1`), sums.get(`${day} 4`)]);
  };
  const said = (day: string) => addUp(totals.totals.filter((total) => total.day === day));
  const isSame = (a: DaySum, b: DaySum) =>
    a.sessions === b.sessions && a.bet === b.bet && a.rounds === b.rounds;
  const fits = (count: (day: string) => DaySum) => days.every((day) => isSame(count(day), said(day)));
  const inRome = counted();
  const others = otherClocks.map(({ zone: name, offset }) => ({
    name,
    count: counted((instant) => dayAt(instant, offset)),
  }));
  if (fits(inRome)) {
    const isTold = others.some(({ count }) => days.some((day) => !isSame(count(day), inRome(day))));
    if (!isTold) probe.note('noMidnightRows');
    return;
  }
  const other = others.find(({ count }) => fits(count));
  if (other === undefined) throw new Skipped('dependsOn', { check: 'totals-days' });
  const [day = ''] = days.filter((one) => !isSame(inRome(one), said(one)));
  const values = { zone: other.name, day, expected: inRome(day).sessions, found: said(day).sessions };
  probe.fail('otherZone', values, recent.totalsBefore.request);
};

/** A period's totals are those of its days, asked one by one. */
const parts: Check = async ({ client, evidence, probe }) => {
  const to = addDays(evidence.today, -1);
  const from = addDays(to, -6);
  const whole = await askTotals(client, { from, to });
  const before = probe.expectJson(whole, platformTotalsSchema);
  if (before === null) return;
  const single: PlatformTotal[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const read = probe.expectJson(await askTotals(client, { from: day, to: day }), platformTotalsSchema);
    if (read === null) return;
    single.push(...read.totals);
  }
  const after = totalsOf(await askTotals(client, { from, to }));
  const byKey = (totals: readonly PlatformTotal[]) =>
    new Map(totals.map((total) => [totalKey(total), total]));
  const [first, second, alone] = [byKey(before.totals), byKey(after?.totals ?? []), byKey(single)];
  for (const key of new Set([...first.keys(), ...alone.keys()])) {
    for (const figure of summedFigures) {
      const [low, high, found] = [first, second, alone].map((all) => all.get(key)?.[figure] ?? 0);
      // A late change in the meantime.
      if (low !== high || low === found) continue;
      const values = { what: `${key} ${figure}`, expected: low ?? 0, found: found ?? 0 };
      probe.fail('parts', values, whole.request);
    }
  }
};

const parameters: Check = async ({ client, evidence, probe }) => {
  const to = evidence.today;
  const longest = await askTotals(client, { from: addDays(to, 1 - MAX_TOTALS_DAYS), to });
  probe.expectJson(longest, platformTotalsSchema);
  const wrong: Record<string, string>[] = [
    {},
    { from: to },
    { from: 'yesterday', to },
    { from: '2026-02-30', to },
    { from: to, to: addDays(to, -1) },
    { from: addDays(to, -MAX_TOTALS_DAYS), to },
    { from: `${to}T00:00:00.000Z`, to },
  ];
  const base = client.url('data').replace(/\/+$/, '');
  for (const query of wrong) {
    const url = `${base}/v1/totals?${new URLSearchParams(query)}`;
    probe.expectRefusal(await client.call(platformEndpoints.getTotals, url), [422, 400]);
  }
};

export const totalsChecks = {
  'totals-shape': shape,
  'totals-days': ofDays,
  'totals-today': ofToday,
  'totals-zone': zone,
  'totals-parts': parts,
  'totals-parameters': parameters,
} satisfies Checks;
