import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { Api, type Game, type Integration } from './support/api.ts';
import { addDays, romeMidnight, today } from './support/days.ts';
import { csvOf, mailFor } from './support/inbox.ts';
import { type Platform, type PlatformSession, Sandbox, someSession } from './support/sandbox.ts';
import {
  add,
  playersOf,
  sumOfCsv,
  sumOfPlatform,
  sumOfRows,
  sumOfTotals,
  sumsOfBuckets,
  sumsOfSplit,
} from './support/sums.ts';

/** Older sessions of the sandbox do not change by themselves any more: its last corrections come after 19 days. */
const settledAfterDays = 20;
/** How many days back random periods reach. */
const reach = 60;
const seed = 20_261_025;

let admin: Api;
let sandbox: Sandbox;
let games: Game[];

/** One platform, its integration in the hub, and every session that its feed holds. */
interface Source {
  platform: Platform;
  integration: Integration;
  sessions: PlatformSession[];
}

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  sandbox = await Sandbox.of();
  games = (await admin.get<{ rows: Game[] }>('/games')).rows;
});

async function sourceOf(name: string, from: string): Promise<Source> {
  const platform = await sandbox.platform(name);
  const sessions = await platform.feed(romeMidnight(from), new Date(Date.now() + 60_000).toISOString());
  return { platform, integration: await admin.integration(name), sessions };
}

interface Filter {
  from: string;
  to: string;
  sources: Source[];
  type: 1 | 4 | null;
  isOpen: boolean | null;
  games: Game[];
  operators: string[];
}

/** The sessions that fit, found without the hub: by the platform's own rows and the calendar of Rome. */
function expectedOf(filter: Filter): { session: PlatformSession; player: string }[] {
  const [from, to] = [romeMidnight(filter.from), romeMidnight(addDays(filter.to, 1))];
  const slugs = new Set(filter.games.map(({ slug }) => slug));
  return filter.sources.flatMap(({ platform, sessions }) =>
    sessions
      .filter(
        (session) =>
          session.createdAt >= from &&
          session.createdAt < to &&
          (filter.type === null || session.sessionType === filter.type) &&
          (filter.isOpen === null || session.isOpen === filter.isOpen) &&
          (slugs.size === 0 || slugs.has(session.gameSlug)) &&
          (filter.operators.length === 0 || filter.operators.includes(session.operatorCode)),
      )
      .map((session) => ({ session, player: `${platform.facts.key} ${session.userId}` })),
  );
}

function operatorIds({ sources, operators }: Filter): number[] {
  const all = sources.flatMap(({ integration }) => integration.operators);
  return all.filter(({ code }) => operators.includes(code)).map(({ id }) => id);
}

function listQuery(filter: Filter) {
  return {
    from: filter.from,
    to: filter.to,
    sessionTypeId: filter.type ?? undefined,
    isOpen: filter.isOpen ?? undefined,
    gameIds: filter.games.map(({ id }) => id).join(',') || undefined,
    'filter[integrationId]': filter.sources.map(({ integration }) => integration.id).join(','),
    'filter[operatorId]': operatorIds(filter).join(',') || undefined,
  };
}

function statisticsRequest(filter: Filter, key: 'hour' | 'day' | 'month') {
  return {
    from: filter.from,
    to: filter.to,
    sessionTypeId: filter.type,
    isOpen: filter.isOpen,
    games: filter.games.map(({ id }) => id),
    integrations: filter.sources.map(({ integration }) => integration.id),
    operators: operatorIds(filter),
    datasetTotals: true,
    datasetGames: true,
    datasetIntegrations: true,
    datasetOperators: true,
    key,
  };
}

/** Tiles, chart and all three splits say the same, and what the platforms' own rows add up to. */
async function expectFigures(filter: Filter, key: 'hour' | 'day' | 'month') {
  const wanted = expectedOf(filter);
  const sum = sumOfPlatform(wanted.map(({ session }) => session));
  const answer = await admin.statistics(statisticsRequest(filter, key));
  expect(sumOfTotals(answer.grandTotals), 'tiles').toEqual(sum);
  expect(answer.grandTotals.usersCount, 'players').toBe(playersOf(wanted));
  expect(answer.grandTotals.sessionsOpen).toBe(wanted.filter(({ session }) => session.isOpen).length);
  expect(answer.grandTotals.sessionsOpen + answer.grandTotals.sessionsClosed).toBe(sum.sessions);
  expect(add(sumsOfBuckets(answer)), 'chart').toEqual(sum);
  const parts = answer.integrations.map(({ grandTotals }) => sumOfTotals(grandTotals));
  expect(add(parts), 'integrations').toEqual(sum);
  for (const kind of ['games', 'integrations', 'operators'] as const) {
    const split = sumsOfSplit(answer.datasets[kind]);
    expect(split.totals, kind).toEqual(sum);
    expect(split.points, `points of ${kind}`).toEqual(sum);
  }
  return { answer, sum, wanted };
}

async function expectList(filter: Filter, limit: number) {
  const wanted = expectedOf(filter).map(({ session }) => session);
  const rows = await admin.list(listQuery(filter), limit);
  expect(new Set(rows.map(({ id }) => id)).size, 'each session once').toBe(rows.length);
  expect(rows.map(({ sessionId }) => sessionId).sort()).toEqual(
    wanted.map(({ sessionId }) => sessionId).sort(),
  );
  expect(sumOfRows(rows), 'list').toEqual(sumOfPlatform(wanted));
}

test.describe('the same question asked in every way', () => {
  let sources: Source[];
  let last: string;

  test.beforeAll(async () => {
    last = addDays(today(), -settledAfterDays);
    const from = addDays(last, -reach);
    sources = await Promise.all([sourceOf('Baltica', from), sourceOf('Castello', from)]);
  });

  const filters = () => {
    const chosen = { minLength: 1, maxLength: 2 };
    return fc
      .record({
        end: fc.nat(reach - 4),
        days: fc.integer({ min: 1, max: 4 }),
        sources: fc.subarray(sources, chosen),
        type: fc.constantFrom(1 as const, 4 as const, null),
        isOpen: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.boolean() }),
        games: fc.oneof(
          { weight: 2, arbitrary: fc.constant<Game[]>([]) },
          { weight: 1, arbitrary: fc.subarray(games, { minLength: 1, maxLength: 12 }) },
        ),
        operators: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
      })
      .map(({ end, days, operators, ...rest }): Filter => {
        const to = addDays(last, -end);
        const codes = rest.sources.flatMap(({ platform }) =>
          platform.facts.operators.map(({ code }) => code),
        );
        return { ...rest, from: addDays(to, 1 - days), to, operators: codes.slice(0, operators) };
      });
  };

  test('[CONST-12][CONST-13][SESS-04][LIST-03] list, tiles, chart and splits equal the platforms’ own rows to the cent for random filters', async () => {
    const keys = fc.constantFrom('hour' as const, 'day' as const, 'month' as const);
    const limits = fc.constantFrom(500, 137);
    await fc.assert(
      fc.asyncProperty(filters(), keys, limits, async (filter, key, limit) => {
        await Promise.all([expectFigures(filter, key), expectList(filter, limit)]);
      }),
      { seed, numRuns: 36, endOnFailure: true },
    );
  });

  test('[LIST-09][LIST-10][LIST-11][LIST-20][LIST-21][LIST-22] ranges, rounds and user of the list choose exactly the rows that fit', async () => {
    const [baltica] = sources as [Source];
    const period = { from: addDays(last, -3), to: last };
    const filter: Filter = {
      ...period,
      sources: [baltica],
      type: null,
      isOpen: null,
      games: [],
      operators: [],
    };
    const all = expectedOf(filter).map(({ session }) => session);
    const amounts = fc.integer({ min: 0, max: 20_000 });
    const range = fc.option(
      fc.tuple(fc.option(amounts), fc.option(amounts)).map(([a, b]) => ({
        min: a !== null && b !== null ? Math.min(a, b) : a,
        max: a !== null && b !== null ? Math.max(a, b) : b,
      })),
      { freq: 1 },
    );
    type Range = { min: number | null; max: number | null } | null;
    const text = (given: Range) => {
      if (given === null || (given.min === null && given.max === null)) return undefined;
      const euros = (value: number | null) => (value === null ? '' : (value / 100).toFixed(2));
      return `${euros(given.min)},${euros(given.max)}`;
    };
    const fits = (given: Range, value: number) =>
      given === null || ((given.min ?? -Infinity) <= value && value <= (given.max ?? Infinity));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          bet: range,
          win: range,
          gross: range,
          rounds: fc.boolean(),
          user: fc.option(fc.nat(), { freq: 1 }),
        }),
        async ({ bet, win, gross, rounds, user }) => {
          const userId = user === null ? undefined : all[user % all.length]?.userId;
          const wanted = all.filter(
            (one) =>
              fits(bet, one.bet) &&
              fits(win, one.win) &&
              fits(gross, one.bet - one.win) &&
              (!rounds || one.rounds > 0) &&
              (userId === undefined || one.userId === userId),
          );
          const rows = await admin.list({
            ...listQuery(filter),
            betRange: text(bet),
            winRange: text(win),
            grossWinRange: text(gross),
            nonZeroRounds: rounds,
            userId,
          });
          expect(sumOfRows(rows)).toEqual(sumOfPlatform(wanted));
        },
      ),
      { seed, numRuns: 16, endOnFailure: true },
    );
  });

  test('[LIST-04][OPEN-84] the mailed CSV holds the same rows and cents', async () => {
    const samples = fc.sample(filters(), { seed, numRuns: 3 });
    for (const [n, filter] of samples.entries()) {
      const emails = `agreement-${n}@e2e.example`;
      const { jobId } = await admin.get<{ jobId: string }>('/range-mail', { ...listQuery(filter), emails });
      expect((await admin.settled(jobId)).state).toBe('completed');
      const rows = await csvOf(sandbox, await mailFor(sandbox, emails));
      expect(sumOfCsv(rows)).toEqual(sumOfPlatform(expectedOf(filter).map(({ session }) => session)));
    }
  });
});

test.describe('the days on which the clocks change', () => {
  for (const { day, hours } of [
    { day: '2026-03-29', hours: 23 },
    { day: '2026-10-25', hours: 25 },
  ]) {
    test(`[CONST-09][OPEN-97] ${day} has ${hours} hours, each with exactly its sessions`, async () => {
      const source = await sourceOf('Alpina', day);
      const filter: Filter = {
        from: day,
        to: day,
        sources: [source],
        type: null,
        isOpen: null,
        games: [],
        operators: [],
      };
      const { answer, wanted } = await expectFigures(filter, 'hour');
      await expectList(filter, 500);
      expect(wanted.length).toBeGreaterThan(0);
      expect(answer.labels).toHaveLength(hours);
      expect(new Set(answer.labels).size, 'no two hours read the same').toBe(hours);
      const points = sumsOfBuckets(answer);
      for (const [at, bucket] of answer.buckets.entries()) {
        const [from, to] = [new Date(bucket.from).toISOString(), new Date(bucket.to).toISOString()];
        const own = wanted.filter(({ session }) => session.createdAt >= from && session.createdAt < to);
        expect(points[at], bucket.key).toEqual(sumOfPlatform(own.map(({ session }) => session)));
      }
      const before = await admin.statistics({
        ...statisticsRequest(filter, 'hour'),
        from: addDays(day, -1),
        to: addDays(day, 1),
      });
      expect(before.labels).toHaveLength(48 + hours);
    });
  }
});

test('[SESS-11][OPEN-95] after random upserts of a platform the session store equal its last word, twice fetched or not', async () => {
  const platform = await sandbox.platform('Castello');
  const integration = await admin.integration('Castello');
  const known = new Map<string, PlatformSession>();
  const slugs = platform.facts.games.filter(({ state }) => state === 'active').map(({ slug }) => slug);
  const operators = platform.facts.operators.map(({ code }) => code);
  // Midnights and the doubled and missing hours of both clock changes, before the platform's own history or beside it.
  const moments = [
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T00:59:59.999Z',
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T21:59:59.999Z',
    '2026-03-29T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    '2026-10-25T22:59:59.999Z',
    '2026-10-25T23:00:00.000Z',
  ];
  const amount = fc.integer({ min: 0, max: 5_000_000_00 });
  const change = fc.record({
    pick: fc.nat(),
    isNew: fc.boolean(),
    bet: amount,
    win: amount,
    netWin: fc.integer({ min: -100_000_00, max: 100_000_00 }),
    due: fc.integer({ min: -10_000_00, max: 10_000_00 }),
    rounds: fc.nat(100_000),
    isOpen: fc.boolean(),
    sessionType: fc.constantFrom(1 as const, 4 as const),
    moment: fc.constantFrom(...moments),
    slug: fc.constantFrom(...slugs),
    operatorCode: fc.constantFrom(...operators),
    player: fc.nat(6),
  });
  const periods = [
    { from: '2026-03-28', to: '2026-03-30' },
    { from: '2026-10-24', to: '2026-10-26' },
  ];
  const before = await Promise.all(periods.map((period) => ownSums(period)));
  let clock = 0;

  async function ownSums({ from, to }: { from: string; to: string }) {
    const rows = await platform.totals(from, to);
    return add(rows.map((row) => ({ ...row, grossWin: row.bet - row.win })));
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      async (changes, twice) => {
        const changed = new Map<string, PlatformSession>();
        for (const { pick, isNew, moment, slug, player, ...amounts } of changes) {
          const old = [...known.values()][pick % Math.max(1, known.size)];
          clock = Math.max(clock + 1, Date.now());
          const { sessionType, operatorCode, ...figures } = amounts;
          const session =
            old === undefined || isNew
              ? someSession(platform, {
                  ...amounts,
                  createdAt: moment,
                  gameSlug: slug,
                  userId: `upsert-${player}`,
                })
              : { ...old, ...figures, updatedAt: new Date(clock).toISOString() };
          known.set(session.sessionId, session);
          changed.set(session.sessionId, session);
        }
        await platform.put([...changed.values()]);
        for (const { from, to } of twice ? [...periods, ...periods] : periods) {
          const job = await admin.fetchAndWait(from, to, [integration.id]);
          expect(job.integrations.map(({ error, quarantined }) => ({ error, quarantined }))).toEqual([
            { error: null, quarantined: 0 },
          ]);
        }
        for (const [at, period] of periods.entries()) {
          const [from, to] = [romeMidnight(period.from), romeMidnight(addDays(period.to, 1))];
          const own = [...known.values()].filter(({ createdAt }) => createdAt >= from && createdAt < to);
          const wanted = add([before[at] as ReturnType<typeof sumOfPlatform>, sumOfPlatform(own)]);
          const request = { ...period, integrations: [integration.id], datasetTotals: true, key: 'hour' };
          const answer = await admin.statistics(request);
          expect(sumOfTotals(answer.grandTotals)).toEqual(pickSums(wanted));
          expect(add(sumsOfBuckets(answer))).toEqual(pickSums(wanted));
          const rows = await admin.list({ ...period, 'filter[integrationId]': integration.id });
          expect(sumOfRows(rows)).toEqual(pickSums(wanted));
          expect(pickSums(await ownSums(period)), 'the platform itself').toEqual(pickSums(wanted));
        }
      },
    ),
    { seed, numRuns: 5, endOnFailure: true },
  );
});

function pickSums({ bet, win, grossWin, netWin, due, rounds, sessions }: ReturnType<typeof add>) {
  return { bet, win, grossWin, netWin, due, rounds, sessions };
}
