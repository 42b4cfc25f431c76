import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeInsertLines } from './insert-lines.ts';
import { sessionIdOf } from './session-id.ts';

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

describe('lines for the engine', () => {
  it('are JSON with exactly the values of the rows, whatever characters and amounts there are', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const resolved = given.map((row, index) => ({
          id: sessionIdOf(7, row.sessionId),
          playerNumber: index,
          row,
        }));
        const lines = writeInsertLines(7, resolved, 1_763_632_800_000).toString('utf8').split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line))).toEqual(
          resolved.map(({ id: own, playerNumber, row }) => ({
            id: own,
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
            bet: row.bet,
            win: row.win,
            net_win: row.netWin,
            amount_due: row.due,
            rounds: row.rounds,
            created_at: row.createdAtMs,
            updated_at: row.updatedAtMs,
            fetched_at: 1_763_632_800_000,
          })),
        );
      }),
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
      const resolved = [{ id: sessionIdOf(1, 'x'), playerNumber: 1, row: { ...row, bet } }];
      expect(() => writeInsertLines(1, resolved, 0)).toThrow(RangeError);
    }
  });
});
