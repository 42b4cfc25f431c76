import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { fixedClock } from '../../platform/clock/index.ts';
import { type KnownRow, makeRows, sumsOf } from './books.testing.ts';
import { addFigures, type Books, createBooks } from './index.ts';
import { countStates } from './ingest.books.ts';
import { createPlayers } from './players.repo.ts';
import { createStaleBuckets } from './stale-buckets.repo.ts';

let stores: TestStores;
let books: Books;
const everything = { kind: 'all' } as const;
const whole = [{ from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }];

beforeAll(async () => {
  stores = await openTestStores();
  books = createBooks({ ...stores, clock: fixedClock('2026-11-20T10:00:00Z') });
});

afterAll(async () => {
  await books?.settled();
  await closeTestStores(stores);
});

const ingest = async (rows: readonly KnownRow[], integrationId: number, options = {}) =>
  books.ingest(
    integrationId,
    rows.filter((row) => row.integrationId === integrationId),
    options,
  );
const figuresOf = async (integrationId: number) =>
  addFigures(
    await books.figures({ periods: whole, integrations: [integrationId], players: true }, everything),
  );
const counts = (added: number, changed = 0, unchanged = 0, stale = 0, superseded = 0) => ({
  added,
  changed,
  unchanged,
  stale,
  superseded,
  contradictions: [],
});

/** Rows of an integration that no other test writes to. */
const rowsFor = (integrationId: number, count: number) =>
  makeRows(integrationId, count, '2026-03-01T00:00:00Z', '2026-04-02T00:00:00Z').map((row) => ({
    ...row,
    integrationId,
  }));
const later = (row: KnownRow, change: Partial<KnownRow> = {}): KnownRow => ({
  ...row,
  updatedAtMs: row.updatedAtMs + 1,
  bet: row.bet + 1234,
  ...change,
});
const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('There is none');
  return item;
};

describe('storing sessions', () => {
  it('the same rows a second time change nothing, and the base does not grow', async () => {
    const rows = rowsFor(21, 300);
    expect(await ingest(rows, 21)).toEqual(counts(300));
    const states = await countStates(stores.clickhouse);
    expect(await ingest(rows, 21)).toEqual(counts(0, 0, 300));
    expect(await countStates(stores.clickhouse)).toBe(states);
    expect(await figuresOf(21)).toEqual(sumsOf(rows));
    await books.refreshDirty();
    expect(await figuresOf(21)).toEqual(sumsOf(rows));
  });

  it('a newer state replaces the older one; an old answer that arrives late changes nothing', async () => {
    const old = rowsFor(22, 200);
    const fresh = old.map((row, index) => (index % 2 === 0 ? later(row, { isOpen: !row.isOpen }) : row));
    await ingest(old, 22);
    expect(await ingest(fresh, 22)).toEqual(counts(0, 100, 100));
    expect(await ingest(old, 22)).toEqual(counts(0, 0, 100, 100));
    expect(await figuresOf(22)).toEqual(sumsOf(fresh));
    await books.refreshDirty();
    expect(await figuresOf(22)).toEqual(sumsOf(fresh));
  });

  it('the newest state wins though it stands first in its batch, and the others are counted', async () => {
    const row = first(rowsFor(23, 1));
    const newest = later(later(row));
    expect(await ingest([newest, row, later(row)], 23)).toEqual(counts(1, 0, 0, 0, 2));
    expect(await figuresOf(23)).toEqual(sumsOf([newest]));
  });

  it('of two contents with the same time of change the same one stays in either order of arrival', async () => {
    const open = { ...first(rowsFor(24, 1)), isOpen: true, rounds: 9 };
    const closed = { ...open, isOpen: false, rounds: 3 };
    await ingest([open], 24);
    expect(await ingest([closed], 24)).toEqual(counts(0, 1));
    expect(await ingest([open], 24)).toEqual(counts(0, 0, 0, 1));
    expect(await ingest([closed, open], 24)).toEqual(counts(0, 0, 1, 0, 1));
    expect(await figuresOf(24)).toEqual(sumsOf([closed]));
  });

  it.each<[string, Partial<KnownRow>, string]>([
    ['operator', { operatorId: 99 }, 'The operator differs'],
    ['game', { gameId: 77 }, 'The game differs'],
    ['player', { userId: 'somebody-else' }, 'The player differs'],
    ['type', { sessionType: 4 }, 'The session type differs'],
    ['creation time', { createdAtMs: Date.parse('2026-06-01T00:00:00Z') }, 'createdAt differs'],
  ])('a row with another %s is kept aside with the reason and changes no sum', async (_, change, reason) => {
    const rows = rowsFor(25, 20).map((row) => ({ ...row, sessionType: 1 as const }));
    await ingest(rows, 25);
    const wrong = later(first(rows), { ...change, updatedAtMs: Date.parse('2026-07-01T00:00:00Z') });
    const { contradictions, ...others } = await ingest([wrong], 25);
    expect(others).toEqual({ added: 0, changed: 0, unchanged: 0, stale: 0, superseded: 0 });
    expect(contradictions).toEqual([{ row: wrong, reason: expect.stringContaining(reason) }]);
    expect(await figuresOf(25)).toEqual(sumsOf(rows));
  });

  it('rows that contradict each other within one batch: the first stays, the other is kept aside', async () => {
    const row = first(rowsFor(26, 1));
    const { contradictions, added } = await ingest([row, later(row, { operatorId: 5 })], 26);
    expect(added).toBe(1);
    expect(contradictions).toEqual([
      { row: later(row, { operatorId: 5 }), reason: expect.stringContaining('Two rows of one answer') },
    ]);
  });

  it('a forced fetch writes what has not changed again, and no sum changes', async () => {
    const rows = rowsFor(27, 50).map((row) => later(row));
    await ingest(rows, 27);
    expect(await ingest(rows, 27, { forceUpdate: true })).toEqual(counts(0, 50));
    expect(
      await ingest(
        rows.map((row) => ({ ...row, updatedAtMs: row.updatedAtMs - 1 })),
        27,
        { forceUpdate: true },
      ),
    ).toEqual(counts(0, 0, 0, 50));
    expect(await figuresOf(27)).toEqual(sumsOf(rows));
    await books.refreshDirty();
    expect(await figuresOf(27)).toEqual(sumsOf(rows));
  });

  it('the same session id at two integrations is two sessions, and the same user id two players', async () => {
    const row = { ...first(rowsFor(28, 1)), userId: 'shared' };
    await ingest([row], 28);
    await ingest([{ ...row, integrationId: 29 }], 29);
    const both = await books.figures(
      { periods: whole, integrations: [28, 29], players: true, games: [row.gameId] },
      everything,
    );
    expect(addFigures(both)).toMatchObject({ sessions: 2n, players: 2 });
  });

  it('a stored session comes back as it was sent, to the millisecond and with odd characters in its ids', async () => {
    const row = {
      ...first(rowsFor(30, 1)),
      externalTicketId: '"quoted\\back`tick{x:y}\'',
      createdAtMs: Date.parse('2026-10-25T01:59:59.999Z'),
      updatedAtMs: Date.parse('2026-10-25T02:00:00.001Z'),
      netWin: -1,
    };
    const { session } = await books.upsertOne(30, row);
    expect(session).toMatchObject({
      sessionId: row.sessionId,
      externalTicketId: row.externalTicketId,
      userId: row.userId,
      bet: row.bet,
      netWin: -1,
      createdAt: new Date(row.createdAtMs),
      updatedAt: new Date(row.updatedAtMs),
      fetchedAt: new Date('2026-11-20T10:00:00Z'),
    });
    expect(await books.searchById(everything, row.externalTicketId)).toEqual([session]);
  });
});

describe('many writers at once', () => {
  it('wait their turn instead of for connections that the others hold', async () => {
    const rows = rowsFor(33, 60);
    await Promise.all(rows.map((row) => books.ingest(33, [row])));
    expect((await figuresOf(33)).sessions).toBe(60n);
  });
});

describe('a process that dies between writing and refreshing', () => {
  it('leaves marks: the next one answers exactly from the base and then brings the cube up to it', async () => {
    const rows = rowsFor(31, 150);
    await ingest(rows.slice(0, 50), 31);
    await books.refreshDirty();
    // Also the refresh that the first rows would begin by themselves: it must not take the marks of the others.
    await books.settled();
    await ingest(rows.slice(50), 31);
    await books.settled();

    const next = createBooks({ ...stores, clock: fixedClock('2026-11-20T11:00:00Z') });
    const asked = { periods: whole, integrations: [31], players: true };
    const state = await next.state();
    expect(state.staleDays.size).toBeGreaterThan(0);
    expect(addFigures(await next.figures(asked, everything, state, 'cube'))).toEqual(sumsOf(rows));
    await next.refreshDirty();
    const clean = await next.state();
    expect([clean.staleDays.size, clean.staleMonths.size]).toEqual([0, 0]);
    expect(addFigures(await next.figures(asked, everything, clean, 'cube'))).toEqual(sumsOf(rows));
    await next.settled();
  });

  it('and with its marks goes what others remember of rows that were half written', async () => {
    await stores.postgres.pool.query(
      "INSERT INTO books_stale_buckets VALUES ('day', '2026-03-02', nextval('books_generation'))",
    );
    const before = BigInt((await books.state()).generation);
    await books.refreshDirty();
    expect(BigInt((await books.state()).generation)).toBeGreaterThan(before);
  });

  it('an old mark that was renewed while its bucket was refreshed stays', async () => {
    const stale = createStaleBuckets(stores.postgres);
    await stale.whileWriting(['2030-05-01'], async () => {});
    const taken = await stale.take();
    await stale.whileWriting(['2030-05-01'], async () => {});
    await stale.clear(taken);
    expect([...(await stale.state()).staleDays]).toEqual(['2030-05-01']);
    await stale.clear(await stale.take());
    expect((await stale.state()).staleDays.size).toBe(0);
  });

  it('no refresh takes the marks of a writing that has not ended', async () => {
    const stale = createStaleBuckets(stores.postgres);
    const writing = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const written = stale.whileWriting(['2030-06-01'], () => {
      begun.resolve();
      return writing.promise;
    });
    await begun.promise;
    expect([...(await stale.state()).staleDays]).toEqual(['2030-06-01']);
    const order: string[] = [];
    const taken = stale.take().then((marks) => {
      order.push('taken');
      return marks;
    });
    const waiting = `SELECT FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await stores.postgres.pool.query(waiting)).rowCount).toBe(1);
    order.push('written');
    writing.resolve();
    await written;
    await stale.clear(await taken);
    expect(order).toEqual(['written', 'taken']);
  });

  it('a question puts right what a refresh left that was killed between days and months', async () => {
    await stores.postgres.pool.query(
      "INSERT INTO books_stale_buckets VALUES ('month', '2026-03-01', nextval('books_generation'))",
    );
    const next = createBooks({ ...stores, clock: fixedClock('2026-11-20T11:00:00Z') });
    await next.figures({ periods: whole }, everything);
    await next.settled();
    expect((await next.state()).staleMonths.size).toBe(0);
  });

  it('who waits until the books rest waits for the refreshes too that wait for another', async () => {
    let ended = false;
    const first = books.refreshDirty();
    // Those that begin in one moment are one.
    await new Promise(setImmediate);
    const second = books.refreshDirty().then(() => {
      ended = true;
    });
    await first;
    await books.settled();
    expect(ended).toBe(true);
    await second;
  });

  it('the whole cube can be thrown away and comes back the same', async () => {
    const rows = rowsFor(32, 200);
    await ingest(rows, 32);
    await books.rebuildCube();
    const state = await books.state();
    expect([state.staleDays.size, state.staleMonths.size]).toEqual([0, 0]);
    const asked = { periods: whole, integrations: [32], players: true };
    expect(addFigures(await books.figures(asked, everything, state, 'cube'))).toEqual(sumsOf(rows));
  });
});

describe('numbers of players', () => {
  it('two processes that meet the same new players give each the same number', async () => {
    const names = new Set(Array.from({ length: 2000 }, (_, index) => `both-${index}`));
    const [one, other] = await Promise.all([
      createPlayers(stores.postgres).numbersOf(40, names),
      createPlayers(stores.postgres).numbersOf(40, new Set([...names].reverse())),
    ]);
    expect(one.size).toBe(2000);
    expect(new Set(one.values()).size).toBe(2000);
    expect([...one].every(([name, number]) => other.get(name) === number)).toBe(true);
  });

  it('names come back for numbers, and a number nobody has is an error', async () => {
    const players = createPlayers(stores.postgres);
    const numbers = await players.numbersOf(41, new Set(['ann', 'bob']));
    expect(
      [...(await createPlayers(stores.postgres).userIdsOf(numbers.values())).values()].toSorted(),
    ).toEqual(['ann', 'bob']);
    await expect(players.userIdsOf([2_000_000_000])).rejects.toThrow('does not know');
  });
});
