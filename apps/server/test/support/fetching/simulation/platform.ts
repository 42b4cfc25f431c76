import { messageOf } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import type { Clock } from '../../../../src/infra/clock/index.ts';
import { OperatorApiError, type SessionPage } from '../../../../src/infra/operator-api/index.ts';
import { sessionIdOf } from '../../../../src/modules/session-store/index.ts';
import type { Chance } from './chance.ts';

/** How late a platform shows a change; within the safety window of scheduled fetches. */
const maxLagMs = 5 * 3_600_000;
const maxOperators = 4;

interface PlatformRow {
  session: PlatformSession;
  /** When the platform showed this state; later than its change time where it showed it late. */
  shownMs: number;
  /** The platform has sent a row that contradicts it; it does not change any more. */
  isContradicted: boolean;
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
  /** Lines that cannot be stored, by the change time where they stand in the feed. */
  refused: { at: string; line: string; isContradiction: boolean }[] = [];
  /** Lines that may be in quarantine and need not be: of contradictions, and of what they contradict within a page. */
  readonly disputed = new Set<string>();
  /** Codes of the operators that play here; a new one is known to the hub once it has met it. */
  readonly operators = ['A', 'B'];
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #count: (kind: string) => void;
  #created = 0;

  constructor(integrationId: number, clock: Clock, chance: Chance, count: (kind: string) => void) {
    this.integrationId = integrationId;
    this.#clock = clock;
    this.#chance = chance;
    this.#count = count;
  }

  /** Something happens at the platform. `isStored`: whether the hub has acknowledged a session, by the hub's id. */
  live(isStored: (id: string) => boolean): void {
    const { whole, percent } = this.#chance;
    for (let count = 1 + whole(12); count > 0; count -= 1) this.#play();
    const ids = [...this.rows.keys()];
    for (let count = whole(5); count > 0 && ids.length > 0; count -= 1) {
      const row = this.rows.get(ids[whole(ids.length)] ?? '');
      if (row !== undefined) this.#change(row);
    }
    if (percent(4) && this.operators.length < maxOperators) {
      this.#count('platform: new operator');
      this.operators.push(`N${this.operators.length}`);
    }
    if (percent(15)) this.#sendMalformed();
    if (percent(15)) this.#contradict(isStored);
  }

  /** The platform corrects itself: before what they contradict is stored again, contradictions would be stored instead. */
  retractContradictions(): void {
    this.refused = this.refused.filter(({ isContradiction }) => !isContradiction);
    for (const row of this.rows.values()) row.isContradicted = false;
  }

  #sendMalformed(): void {
    const { pick } = this.#chance;
    const sessionId = `M${this.integrationId}-${this.refused.length}`;
    const { session } = this.#newRow(sessionId);
    const line =
      pick([
        `{"sessionId":"${sessionId}","bet":"much"}`,
        `{"sessionId":"${sessionId}`,
        JSON.stringify({ ...session, gameSlug: 'game-of-no-one' }),
        JSON.stringify({ ...session, operatorCode: 'Z' }),
        JSON.stringify({ ...session, rounds: 1.5 }),
      ]) ?? '';
    this.#count('platform: malformed row');
    this.refused.push({ at: this.#now(), line, isContradiction: false });
  }

  /** Sends a later state of a stored session in which something differs that never changes. */
  #contradict(isStored: (id: string) => boolean): void {
    const { pick } = this.#chance;
    const stored = [...this.rows.values()].filter(
      ({ session, isContradicted }) =>
        !isContradicted &&
        Date.parse(session.updatedAt) < this.#clock.now().getTime() &&
        isStored(sessionIdOf(this.integrationId, session.sessionId)),
    );
    const row = pick(stored);
    if (row === undefined) return;
    const { session } = row;
    const other =
      pick<Partial<PlatformSession>>([
        { gameSlug: session.gameSlug === 'game-1' ? 'game-2' : 'game-1' },
        { operatorCode: session.operatorCode === 'A' ? 'B' : 'A' },
        { userId: 'player-of-another' },
        { sessionType: session.sessionType === 1 ? 4 : 1 },
        { createdAt: new Date(Date.parse(session.createdAt) - 60_000).toISOString() },
      ]) ?? {};
    const at = this.#now();
    const line = JSON.stringify({ ...session, ...other, bet: session.bet + 1, updatedAt: at });
    row.isContradicted = true;
    this.refused.push({ at, line, isContradiction: true });
    this.disputed.add(line).add(JSON.stringify(session));
    this.#count('platform: contradiction');
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
    if (percent(4)) {
      this.#count('platform: page fails');
      throw new OperatorApiError(messageOf('services.cut', { service: 'data' }), true, 200);
    }
    const all = [
      ...[...this.rows.values()].map(({ session }) => ({
        key: `${session.updatedAt} ${session.sessionId}`,
        line: JSON.stringify(session),
        session,
      })),
      ...this.refused.map(({ at, line }) => ({ key: `${at} ~${line}`, line, session: undefined })),
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
    const lagMs = percent(10) ? whole(maxLagMs) : 0;
    if (lagMs > 0) this.#count('platform: late row');
    const id = `S${this.integrationId}-${this.#created++}`;
    this.rows.set(id, this.#newRow(id, lagMs));
  }

  #newRow(id: string, lagMs = 0): PlatformRow {
    const { whole, percent, pick } = this.#chance;
    const shownMs = this.#clock.now().getTime();
    const updatedAtMs = shownMs - lagMs;
    const bet = percent(20) ? 0 : whole(100_000);
    const win = whole(120_000);
    return {
      shownMs,
      isContradicted: false,
      session: {
        sessionId: id,
        externalSessionId: `E${id}`,
        externalTicketId: `T${id}`,
        userId: `player-${whole(15)}`,
        operatorCode: pick(this.operators) ?? 'A',
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
    };
  }

  #change(row: PlatformRow): void {
    const { whole, percent } = this.#chance;
    const bet = row.session.bet + whole(5_000);
    if (row.isContradicted) return;
    // A correction may be shown late, too, and may lower what was won.
    const lagMs = percent(10) ? whole(maxLagMs) : 0;
    const nowMs = this.#clock.now().getTime();
    const updatedMs = Math.max(nowMs - lagMs, Date.parse(row.session.updatedAt) + 1);
    if (updatedMs > nowMs) return;
    row.shownMs = nowMs;
    const win = percent(20) ? whole(row.session.win + 1) : row.session.win;
    row.session = {
      ...row.session,
      bet,
      rounds: row.session.rounds + whole(10),
      win,
      netWin: Math.trunc((bet - win) * 0.75),
      isOpen: row.session.isOpen && percent(50),
      updatedAt: new Date(updatedMs).toISOString(),
    };
  }
}
