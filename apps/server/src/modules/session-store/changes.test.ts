import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCases } from '../../../test/effort.ts';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { type KnownRow, makeRows } from '../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import type { ChangePosition } from './changes.clickhouse.ts';
import { createSessionStore, type SessionStore } from './index.ts';
import type { StoredSession } from './session-store.types.ts';
import { createSessionWrites } from './session-writes.repo.ts';

let stores: TestStores;
let sessionStore: SessionStore;

beforeAll(async () => {
  stores = await openTestStores();
  const clock = fixedClock('2026-11-20T10:00:00Z');
  sessionStore = createSessionStore({ ...stores, clock, refreshesByItself: false });
});
afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

/** Someone who keeps a copy of an integration's sessions. */
function createReader(integrationId: number, from: Date | null = null) {
  const copy = new Map<string, StoredSession>();
  let position: ChangePosition | null = null;
  return {
    copy,
    position: () => position,
    /** Reads one page and says whether there is more. */
    async read(limit: number): Promise<boolean> {
      const page = await sessionStore.changes(integrationId, { after: position, from }, limit);
      if (page === null) throw new Error('The position was never reached.');
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      for (const row of page.rows) copy.set(row.id, row);
      position = page.next;
      return page.hasMore;
    },
  };
}

const byId = (rows: Iterable<StoredSession>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
async function stored(integrationId: number): Promise<StoredSession[]> {
  const filter = {
    from: new Date('2026-01-01T00:00:00Z'),
    to: new Date('2027-01-01T00:00:00Z'),
    integrations: [integrationId],
  };
  const order = { field: 'externalUpdatedAt', direction: 'asc' } as const;
  return byId(await sessionStore.page({ kind: 'all' }, filter, order, { page: 1 }, 100_000));
}

/** Rows of an integration that no other test writes to. */
const rowsFor = (integrationId: number, count: number): KnownRow[] =>
  makeRows(integrationId, count, '2026-03-01T00:00:00Z', '2026-04-02T00:00:00Z').map((row) => ({
    ...row,
    integrationId,
  }));
const changed = (row: KnownRow, by: number): KnownRow => ({
  ...row,
  updatedAtMs: row.updatedAtMs + by,
  bet: row.bet + by,
});

describe('sessions by the order of their storing', () => {
  it('are those created from an instant on, corrections included, for who begins there', async () => {
    const rows = rowsFor(47, 20);
    await sessionStore.ingest(47, rows);
    const from = new Date(rows.map(({ createdAtMs }) => createdAtMs).sort((a, b) => a - b)[10] ?? 0);
    const reader = createReader(47, from);
    for (let more = true; more; ) more = await reader.read(4);
    const later = (await stored(47)).filter(({ createdAt }) => createdAt >= from);
    expect(later.length).toBeLessThan(20);
    expect(byId(reader.copy.values())).toEqual(later);
    await sessionStore.ingest(
      47,
      rows.map((row) => changed(row, 1)),
    );
    await reader.read(100);
    expect(byId(reader.copy.values())).toEqual(
      (await stored(47)).filter(({ createdAt }) => createdAt >= from),
    );
  });

  it('are all of an integration in pages, then only what has changed, which comes again', async () => {
    const rows = rowsFor(41, 25);
    await sessionStore.ingest(41, rows);
    await sessionStore.ingest(42, rowsFor(42, 5));
    const reader = createReader(41);
    expect([await reader.read(10), await reader.read(10), await reader.read(10)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(byId(reader.copy.values())).toEqual(await stored(41));
    expect(await sessionStore.changes(41, { after: reader.position() }, 10)).toMatchObject({
      rows: [],
      hasMore: false,
    });
    const again = rows.slice(3, 5).map((row) => changed(row, 7));
    await sessionStore.ingest(41, again);
    const page = await sessionStore.changes(41, { after: reader.position() }, 10);
    expect(page?.rows.map(({ sessionId }) => sessionId).sort()).toEqual(
      again.map(({ sessionId }) => sessionId).sort(),
    );
    await reader.read(10);
    expect(byId(reader.copy.values())).toEqual(await stored(41));
  });

  it('of an integration without any are none, from whatever reader', async () => {
    expect(await sessionStore.changes(49, { after: null }, 10)).toEqual({
      rows: [],
      next: expect.objectContaining({ write: 0 }),
      hasMore: false,
    });
    expect(
      await sessionStore.changes(49, { after: { write: 1, id: '00000000-0000-0000-0000-000000000000' } }, 10),
    ).toBeNull();
  });

  it('wait for a write that is not at its end, and for all after it', async () => {
    const reader = createReader(43);
    await sessionStore.ingest(43, rowsFor(43, 4));
    await createSessionWrites(stores.postgres).takeTurn(43, async (turn) => {
      const number = await turn.begin();
      await reader.read(10);
      expect(reader.copy.size).toBe(4);
      expect(reader.position()?.write).toBeLessThan(number);
      await turn.end(number);
    });
    await sessionStore.ingest(
      43,
      rowsFor(43, 6).map((row) => changed(row, 1)),
    );
    await reader.read(10);
    expect(byId(reader.copy.values())).toEqual(await stored(43));
  });

  it('pass a write whose process died once none of its rows can appear any more', async () => {
    await createSessionWrites(stores.postgres)
      .takeTurn(44, async (turn) => {
        await turn.begin();
        throw new Error('died');
      })
      .catch(() => {});
    await sessionStore.ingest(44, rowsFor(44, 3));
    const reader = createReader(44);
    await reader.read(10);
    expect(reader.copy.size).toBe(0);
    await stores.postgres.db
      .updateTable('session_writes')
      .set({ begun_at: new Date(Date.now() - 16 * 60_000) })
      .where('integration_id', '=', 44)
      .where('is_stored', '=', false)
      .execute();
    await reader.read(10);
    expect(byId(reader.copy.values())).toEqual(await stored(44));
  });

  it('are complete for a reader who follows them while others write at the same time', async () => {
    let integrationId = 60;
    const batch = fc.array(fc.tuple(fc.nat(39), fc.nat(5)), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 1, max: 15 }),
        async (batches, limit) => {
          const id = ++integrationId;
          const rows = rowsFor(id, 40);
          const reader = createReader(id);
          let isWriting = true;
          const writing = Promise.all(
            batches.map((picked) =>
              sessionStore.ingest(
                id,
                picked.flatMap(([at, by]) => rows.slice(at, at + 1).map((row) => changed(row, by))),
              ),
            ),
          ).finally(() => {
            isWriting = false;
          });
          while (isWriting) await reader.read(limit);
          await writing;
          while (await reader.read(limit));
          expect(byId(reader.copy.values())).toEqual(await stored(id));
        },
      ),
      { numRuns: randomCases(12), seed: 7 },
    );
  }, 60_000);
});
