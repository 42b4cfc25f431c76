import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCases } from '../../../test/effort.ts';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { sessionIdOf } from './session-id.ts';
import { sessionRowColumns, writeSessionRows } from './session-rows.ts';
import { sessionColumns } from './sessions.clickhouse.ts';

const label = 'test';

const cents = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer(),
  fc.constantFrom(0, 9, 10, -1, -10, 2_147_483_647, 2_147_483_648, -2_147_483_648, 99_999_999_999),
);
const count = fc.nat();
const id = fc.oneof(
  fc.string({ minLength: 1, maxLength: 64 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
  fc.constantFrom('"', '\\', '\u0000', 'é', '€', '😀'.repeat(32), '"'.repeat(64)),
);
const rows = fc.array(
  fc.record({
    sessionId: id,
    externalSessionId: fc.option(id),
    externalTicketId: fc.option(id),
    userId: id,
    operatorId: fc.integer({ min: 1, max: 65_535 }),
    gameId: fc.integer({ min: 1, max: 65_535 }),
    sessionType: fc.constantFrom<1 | 4>(1, 4),
    isOpen: fc.boolean(),
    isMobile: fc.boolean(),
    bet: cents,
    win: cents,
    netWin: cents,
    due: cents,
    rounds: count,
    createdAtMs: count,
    updatedAtMs: count,
  }),
  { maxLength: 40 },
);

let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});

afterAll(() => closeTestStores(stores));

describe('rows for the engine', () => {
  it('are stored with exactly the values of the rows, whatever characters and amounts there are', async () => {
    const { clickhouse } = stores;
    await clickhouse.command('CREATE TABLE copies AS sessions_v1 ENGINE = MergeTree ORDER BY tuple()', {
      label,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        await clickhouse.command('TRUNCATE TABLE copies', { label });
        const resolved = given.map((row, index) => ({ playerNumber: index, row }));
        const bytes = writeSessionRows(7, resolved, 1_763_632_800_000, 12);
        await clickhouse.insertBinary('copies', sessionRowColumns, bytes, { label });
        const stored = await clickhouse.rows(
          `SELECT ${sessionColumns}, write_number FROM copies ORDER BY user_id`,
          {
            label,
          },
        );
        expect(stored).toEqual(
          resolved.map(({ playerNumber, row }) => ({
            id: sessionIdOf(7, row.sessionId),
            session_id: row.sessionId,
            ext_session_id: row.externalSessionId ?? '',
            ext_ticket_id: row.externalTicketId ?? '',
            integration_id: 7,
            operator_id: row.operatorId,
            game_id: row.gameId,
            user_id: playerNumber,
            session_type: row.sessionType,
            is_open: row.isOpen ? 1 : 0,
            is_mobile: row.isMobile ? 1 : 0,
            bet: String(row.bet),
            win: String(row.win),
            net_win: String(row.netWin),
            amount_due: String(row.due),
            rounds: row.rounds,
            created_ms: String(row.createdAtMs),
            updated_ms: String(row.updatedAtMs),
            fetched_ms: '1763632800000',
            write_number: '12',
          })),
        );
      }),
      { numRuns: randomCases(40) },
    );
  });

  it('an amount that is not an integer is refused instead of written', () => {
    const [row] =
      fc.sample(
        rows.filter((list) => list.length > 0),
        { numRuns: 1, seed: 1 },
      )[0] ?? [];
    if (row === undefined) throw new Error('No row');
    for (const bet of [0.5, Number.NaN, 2 ** 53]) {
      const resolved = [{ playerNumber: 1, row: { ...row, bet } }];
      expect(() => writeSessionRows(1, resolved, 0, 1)).toThrow(RangeError);
    }
  });
});
