import { openAgeOf, openAgeRanges, openAges } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { type KnownRow, makeRows } from '../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { createSessionStore, type SessionStore, sessionIdOf } from './index.ts';

let stores: TestStores;
let sessionStore: SessionStore;
const at = new Date('2026-11-20T10:00:00Z');
const everything = { kind: 'all' } as const;
const alpina = { kind: 'one', id: 1 } as const;
const oldestFirst = { field: 'createdAt', direction: 'asc' } as const;
const firstPage = { page: 1, limit: 500 };

const [sample] = makeRows(1, 1, '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z');

/** One open session at each end of each age, to the millisecond, and one from the future. */
const edges = [
  -60_000,
  ...openAges.flatMap((age) => [openAgeRanges[age].fromMs, openAgeRanges[age].toMs ?? []].flat()),
]
  .flatMap((edge) => [edge - 1, edge, edge + 1])
  .map((ageMs, index): KnownRow => {
    const createdAtMs = at.getTime() - ageMs;
    return {
      ...(sample as KnownRow),
      sessionId: `edge-${index}`,
      createdAtMs,
      updatedAtMs: createdAtMs,
      isOpen: true,
    };
  });
const closedSince = makeRows(8, 40, '2026-10-01T00:00:00Z', '2026-11-20T09:00:00Z');
const rows: KnownRow[] = [...makeRows(5, 600, '2026-10-01T00:00:00Z', at.toISOString()), ...edges];
const open = rows.filter(({ isOpen }) => isOpen);

beforeAll(async () => {
  stores = await openTestStores();
  sessionStore = createSessionStore({ ...stores, clock: fixedClock(at.toISOString()) });
  const states = [
    [...rows, ...closedSince.map((row) => ({ ...row, isOpen: true }))],
    // Both states of these are stored: only the later one counts.
    closedSince.map((row) => ({ ...row, isOpen: false, updatedAtMs: row.updatedAtMs + 1000 })),
  ];
  for (const batch of states)
    for (const id of [1, 2, 3])
      await sessionStore.ingest(
        id,
        batch.filter((row) => row.integrationId === id),
      );
});
afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

const ageOf = ({ createdAtMs }: KnownRow) => openAgeOf(at.getTime() - createdAtMs);
const idsOf = (found: readonly { sessionId: string }[]) => found.map(({ sessionId }) => sessionId).sort();

function countsOf(known: readonly KnownRow[]) {
  const cells = new Map<string, { integrationId: number; age: string; count: number; bet: number }>();
  for (const row of known) {
    const { integrationId } = row;
    const age = ageOf(row);
    const cell = cells.get(`${integrationId} ${age}`) ?? { integrationId, age, count: 0, bet: 0 };
    cells.set(`${integrationId} ${age}`, { ...cell, count: cell.count + 1, bet: cell.bet + row.bet });
  }
  const order = (cell: { integrationId: number; age: string }) =>
    cell.integrationId * 10 + openAges.indexOf(cell.age as (typeof openAges)[number]);
  return [...cells.values()].sort((a, b) => order(a) - order(b));
}

describe('open sessions', () => {
  it('are counted by integration and age with the bet in them, at each end of each age', async () => {
    expect(await sessionStore.open.count(everything, { at })).toEqual(countsOf(open));
    const real = open.filter(({ sessionType }) => sessionType === 1);
    expect(await sessionStore.open.count(everything, { at, sessionType: 1 })).toEqual(countsOf(real));
    expect(new Set(open.map(ageOf))).toEqual(new Set(openAges));
  });

  it('are counted of a range of creation, from its first instant to before its last', async () => {
    const times = open.map(({ createdAtMs }) => createdAtMs).toSorted((a, b) => a - b);
    const [from, to] = [times[10] as number, times[30] as number];
    const among = open.filter(({ createdAtMs }) => createdAtMs >= from && createdAtMs < to);
    expect(among.length).toBeGreaterThan(10);
    const createdIn = { from: new Date(from), to: new Date(to) };
    expect(await sessionStore.open.count(everything, { at, createdIn })).toEqual(countsOf(among));
  });

  it('of another integration are neither counted nor listed', async () => {
    expect(await sessionStore.open.count(alpina, { at })).toEqual(
      countsOf(open.filter(({ integrationId }) => integrationId === 1)),
    );
    const asked = { at, integrations: [2] };
    expect(await sessionStore.open.list(alpina, asked, oldestFirst, firstPage)).toEqual({
      rows: [],
      count: 0,
    });
    expect(await sessionStore.open.count({ kind: 'none' }, { at })).toEqual([]);
  });

  it('are listed by age and integration as they are counted', async () => {
    for (const age of openAges) {
      const found = await sessionStore.open.list(everything, { at, ages: [age] }, oldestFirst, firstPage);
      const expected = open.filter((row) => ageOf(row) === age);
      expect(idsOf(found.rows), age).toEqual(idsOf(expected));
      expect(found.count).toBe(expected.length);
    }
    const two = { at, ages: ['under10m', 'over30d'] as const, integrations: [1, 3] };
    const found = await sessionStore.open.list(everything, two, oldestFirst, firstPage);
    const expected = open.filter(
      (row) => row.integrationId !== 2 && ['under10m', 'over30d'].includes(ageOf(row)),
    );
    expect(idsOf(found.rows)).toEqual(idsOf(expected));
  });

  it('come oldest first, page by page without a gap or a double, with the count of all', async () => {
    const pages = [];
    for (let page = 1; (page - 1) * 25 < open.length; page += 1)
      pages.push(await sessionStore.open.list(everything, { at }, oldestFirst, { page, limit: 25 }));
    const listed = pages.flatMap((page) => page.rows);
    expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([open.length]));
    expect(idsOf(listed)).toEqual(idsOf(open));
    const times = listed.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const beyond = await sessionStore.open.list(everything, { at }, oldestFirst, { page: 900, limit: 25 });
    expect(beyond).toEqual({ rows: [], count: open.length });
  });

  it('are ordered by bet, win, rounds and last change', async () => {
    for (const [field, value] of [
      ['bet', 'bet'],
      ['win', 'win'],
      ['rounds', 'rounds'],
      ['externalUpdatedAt', 'updatedAt'],
    ] as const) {
      const order = { field, direction: 'desc' } as const;
      const found = await sessionStore.open.list(everything, { at }, order, firstPage);
      const values = found.rows.map((row) => Number(row[value]));
      expect(values, field).toEqual(values.toSorted((a, b) => b - a));
    }
  });

  it('are found by many ids of the hub at once, in the scope alone', async () => {
    const ids = rows.map((row) => sessionIdOf(row.integrationId, row.sessionId)).slice(0, 500);
    const found = await sessionStore.open.findChosen(everything, ids);
    expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const own = await sessionStore.open.findChosen(alpina, ids);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ integrationId }) => integrationId))).toEqual(new Set([1]));
    expect(await sessionStore.open.findChosen(everything, ['no id'])).toEqual([]);
  });
});
