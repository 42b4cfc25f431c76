import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { fixedClock } from '../../platform/clock/index.ts';
import { type KnownRow, makeRows, sumsOf } from './books.testing.ts';
import { addFigures, type Books, createBooks } from './index.ts';
import { countStates } from './ingest.books.ts';

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

describe('storing sessions', () => {
  it('the same rows a second time change nothing, and the base does not grow', async () => {
    const rows = makeRows(1, 300, '2026-03-01T00:00:00Z', '2026-04-02T00:00:00Z').map((row) => ({
      ...row,
      integrationId: 21,
    }));
    expect(await ingest(rows, 21)).toEqual(counts(300));
    const states = await countStates(stores.clickhouse);
    expect(await ingest(rows, 21)).toEqual(counts(0, 0, 300));
    expect(await countStates(stores.clickhouse)).toBe(states);
    expect(await figuresOf(21)).toEqual(sumsOf(rows));
    await books.refreshDirty();
    expect(await figuresOf(21)).toEqual(sumsOf(rows));
  });
});
