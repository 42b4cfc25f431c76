import { messageOf } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import type { Clock } from '../../../../src/infra/clock/index.ts';
import { OperatorApiError, type SessionPage } from '../../../../src/infra/operator-api/index.ts';
import { randomFrom } from '../../session-store/known-rows.ts';

/** The chances of a seed. */
export interface Chance {
  /** A whole number below the limit. */
  whole(limit: number): number;
  /** True in so many of a hundred cases. */
  percent(cases: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
}

/** The chances of a seed, drawn in its order. */
export function chanceOf(seed: number): Chance {
  const random = randomFrom(seed);
  const whole = (limit: number) => Math.floor(random() * limit);
  return { whole, percent: (cases) => whole(100) < cases, pick: (from) => from[whole(from.length)] };
}

interface PlatformRow {
  session: PlatformSession;
  /** Shown with a change time that lies behind: no coverage can promise it. */
  isLate: boolean;
}

/** A page that was sent: the change times of its sessions, which count once the page is acknowledged. */
export type SentPage = ReadonlyMap<string, number>;

/**
 * An operator platform in memory, which plays, corrects and closes sessions and sends them as real ones do: late, twice, in
 * any order, malformed, or not at all.
 */
export class SimulatedPlatform {
  readonly integrationId: number;
  /** Latest states, as the platform shows them now. */
  readonly rows = new Map<string, PlatformRow>();
  /** Lines that are no sessions, by the change time where they stand in the feed. */
  readonly malformed: { at: string; line: string }[] = [];
  readonly #clock: Clock;
  readonly #chance: Chance;
  #created = 0;

  constructor(integrationId: number, clock: Clock, chance: Chance) {
    this.integrationId = integrationId;
    this.#clock = clock;
    this.#chance = chance;
  }

  /** Something happens at the platform. */
  live(): void {
    const { whole, percent } = this.#chance;
    for (let count = 1 + whole(12); count > 0; count -= 1) this.#play();
    const ids = [...this.rows.keys()];
    for (let count = whole(5); count > 0 && ids.length > 0; count -= 1) {
      const row = this.rows.get(ids[whole(ids.length)] ?? '');
      if (row !== undefined) this.#change(row);
    }
    if (percent(15)) {
      const line = `{"sessionId":"M${this.integrationId}-${this.malformed.length}","bet":"much"}`;
      this.malformed.push({ at: this.#now(), line });
    }
  }

  /** Sends a page of what changed in a range; the cursor stands for the last change that was sent. */
  readPage({
    changedFrom,
    changedTo,
    cursor,
    limit,
  }: Record<'changedFrom' | 'changedTo', string> & {
    cursor: string | null;
    limit: number;
  }): { page: SessionPage; sent: SentPage } {
    const { percent, whole } = this.#chance;
    if (percent(4)) throw new OperatorApiError(messageOf('services.cut', { service: 'data' }), true, 200);
    const all = [
      ...[...this.rows.values()].map(({ session }) => ({
        key: `${session.updatedAt} ${session.sessionId}`,
        line: JSON.stringify(session),
        session,
      })),
      ...this.malformed.map(({ at, line }) => ({ key: `${at} ~${line}`, line, session: undefined })),
    ]
      .filter(({ key }) => key >= changedFrom && key < changedTo && (cursor === null || key > cursor))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const rows = all.slice(0, limit);
    const lines = rows.map(({ line }) => line);
    // The same row twice, and rows out of order within the page.
    if (percent(20) && lines.length > 0) lines.push(lines[whole(lines.length)] ?? '');
    if (percent(20)) lines.reverse();
    const last = rows.at(-1);
    return {
      page: {
        lines,
        tooLong: [],
        nextCursor: last !== undefined && all.length > rows.length ? last.key : null,
      },
      sent: new Map(
        rows.flatMap(({ session }) =>
          session === undefined ? [] : [[session.sessionId, Date.parse(session.updatedAt)] as const],
        ),
      ),
    };
  }

  #now = (): string => this.#clock.now().toISOString();

  #play(): void {
    const { whole, percent } = this.#chance;
    const id = `S${this.integrationId}-${this.#created++}`;
    const lagMs = percent(10) ? whole(40 * 60_000) : 0;
    const updatedAtMs = this.#clock.now().getTime() - lagMs;
    const bet = percent(20) ? 0 : whole(100_000);
    const win = whole(120_000);
    this.rows.set(id, {
      isLate: lagMs > 0,
      session: {
        sessionId: id,
        externalSessionId: `E${id}`,
        externalTicketId: `T${id}`,
        userId: `player-${whole(15)}`,
        operatorCode: percent(50) ? 'A' : 'B',
        gameSlug: percent(50) ? 'game-1' : 'game-2',
        sessionType: percent(15) ? 4 : 1,
        isOpen: percent(20),
        bet,
        win,
        netWin: Math.trunc((bet - win) * 0.75),
        due: Math.trunc((bet - win) * 0.1),
        rounds: whole(4) === 0 ? 0 : whole(300),
        isMobile: percent(50),
        createdAt: new Date(updatedAtMs - whole(30 * 3_600_000)).toISOString(),
        updatedAt: new Date(updatedAtMs).toISOString(),
      },
    });
  }

  #change(row: PlatformRow): void {
    const { whole, percent } = this.#chance;
    const bet = row.session.bet + whole(5_000);
    row.isLate = false;
    row.session = {
      ...row.session,
      bet,
      rounds: row.session.rounds + whole(10),
      netWin: Math.trunc((bet - row.session.win) * 0.75),
      isOpen: row.session.isOpen && percent(50),
      updatedAt: this.#now(),
    };
  }
}
