import type { Aggregates, IngestRow } from '../../../src/modules/session-store/index.ts';

/** Returns a seeded generator of random numbers, so that a failing run can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface KnownRow extends IngestRow {
  integrationId: number;
}

/** Sessions of three integrations, two operators each, five games and few players, so that everything overlaps. */
export function makeRows(seed: number, count: number, from: string, to: string): KnownRow[] {
  const random = randomFrom(seed);
  const start = Date.parse(from);
  const lengthMs = Date.parse(to) - start;
  const whole = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => {
    const integrationId = 1 + whole(3);
    const createdAtMs = start + Math.floor(random() * lengthMs);
    const bet = whole(3) === 0 ? 0 : whole(100_000);
    const win = Math.floor(bet * random() * 2.2);
    return {
      integrationId,
      sessionId: `S${seed}-${index}`,
      externalSessionId: integrationId === 3 ? null : `M${seed}-${index}`,
      externalTicketId: integrationId === 3 ? null : `N"${seed}\\${index}`,
      userId: `player-${whole(40)}`,
      operatorId: integrationId * 10 + whole(2),
      gameId: 1 + whole(5),
      sessionType: whole(6) === 0 ? 4 : 1,
      isOpen: whole(10) === 0,
      isMobile: whole(2) === 0,
      bet,
      win,
      netWin: Math.round((bet - win) * 0.75),
      due: Math.round((bet - win) * 0.1),
      rounds: whole(4) === 0 ? 0 : whole(300),
      createdAtMs,
      // Few different times, so that pages have ties.
      updatedAtMs: createdAtMs + 60_000 * whole(30),
    };
  });
}

/** The sums of rows by plain arithmetic, independent of every query. */
export function sumsOf(rows: readonly KnownRow[]): Aggregates {
  const add = (pick: (row: KnownRow) => number) => rows.reduce((sum, row) => sum + BigInt(pick(row)), 0n);
  const zeroRound = rows.filter((row) => row.rounds === 0);
  return {
    sessions: BigInt(rows.length),
    open: BigInt(rows.filter((row) => row.isOpen).length),
    zeroRound: BigInt(zeroRound.length),
    openZeroRound: BigInt(zeroRound.filter((row) => row.isOpen).length),
    bet: add((row) => row.bet),
    win: add((row) => row.win),
    netWin: add((row) => row.netWin),
    due: add((row) => row.due),
    rounds: add((row) => row.rounds),
    players: new Set(rows.map((row) => `${row.integrationId}:${row.userId}`)).size,
  };
}
