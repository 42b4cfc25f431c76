import type { PlatformSession } from '@ludus/contract/operator-api';
import type { ClickHouse } from '../../../../src/infra/clickhouse/index.ts';
import {
  addAggregates,
  type SessionStore,
  sessionIdOf,
} from '../../../../src/modules/session-store/index.ts';
import type { Chance, SimulatedPlatform } from './platform.ts';

/** What does not hold; the simulation names its seed and what led there. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** A seed that broke an invariant, with the last steps before it. */
export class SimulationFailure extends Error {
  override readonly name = 'SimulationFailure';

  constructor(seed: number, trail: readonly string[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Seed ${seed}: ${reason}\n${trail.slice(-40).join('\n')}`, { cause });
  }
}

interface StoredRow {
  id: string;
  session_id: string;
  integration_id: number;
  user: string;
  game_id: number;
  operator_id: number;
  session_type: 1 | 4;
  is_open: number;
  rounds: number;
  bet: string;
  win: string;
  created_ms: string;
  updated_ms: string;
}

const everything = { kind: 'all' } as const;
const always = [{ from: new Date('2020-01-01T00:00:00Z'), to: new Date('2040-01-01T00:00:00Z') }];

/** Everything that must hold after each step, whatever has happened. */
export async function checkInvariants(given: {
  clickhouse: ClickHouse;
  /** One that no fault meets, open all the time: what it caches must not outlive a change by another process. */
  sessionStore: SessionStore;
  platforms: readonly SimulatedPlatform[];
  /** The latest acknowledged change of each session, by the hub's id. */
  acknowledged: ReadonlyMap<string, number>;
  chance: Chance;
}): Promise<void> {
  const rows = await readSessions(given.clickhouse);
  checkSessions(rows, given);
  await checkCoverage(rows, given);
  await checkSums(rows, given);
}

/** At the end, after everything was fetched: the stored sessions are those of the platforms. */
export async function checkTruth(
  clickhouse: ClickHouse,
  platforms: readonly SimulatedPlatform[],
): Promise<void> {
  const rows = new Map((await readSessions(clickhouse)).map((row) => [row.id, row]));
  for (const { integrationId, rows: sessions } of platforms) {
    for (const { session } of sessions.values()) {
      const id = sessionIdOf(integrationId, session.sessionId);
      expectSame(rows.get(id), session);
      rows.delete(id);
    }
  }
  if (rows.size > 0) throw new BrokenInvariant(`Stored, and at no platform: ${[...rows.keys()].join(', ')}`);
}

async function readSessions(clickhouse: ClickHouse): Promise<StoredRow[]> {
  return clickhouse.rows<StoredRow>(
    `SELECT s.id AS id, session_id, s.integration_id AS integration_id, p.user_id AS user, game_id, operator_id, session_type,
       is_open, rounds, bet, win,
       toUnixTimestamp64Milli(created_at) AS created_ms, toUnixTimestamp64Milli(updated_at) AS updated_ms
     FROM sessions_v1 AS s FINAL
     LEFT JOIN (SELECT integration_id, number, user_id FROM players_v1 FINAL) AS p
       ON p.number = s.user_id AND p.integration_id = s.integration_id`,
    { label: 'simulation.sessions' },
  );
}

function checkSessions(
  rows: readonly StoredRow[],
  {
    platforms,
    acknowledged,
  }: { platforms: readonly SimulatedPlatform[]; acknowledged: ReadonlyMap<string, number> },
): void {
  const stored = new Map(rows.map((row) => [row.id, row]));
  if (stored.size !== rows.length) throw new BrokenInvariant('A session counts twice');
  for (const [id, changedMs] of acknowledged) {
    const row = stored.get(id);
    if (row === undefined) throw new BrokenInvariant(`The session ${id} was acknowledged and is not stored`);
    if (Number(row.updated_ms) < changedMs) {
      throw new BrokenInvariant(
        `The session ${row.session_id} was acknowledged as of ${changedMs} and is older`,
      );
    }
  }
  const byIntegration = new Map(platforms.map((platform) => [platform.integrationId, platform]));
  for (const row of rows) {
    const shown = byIntegration.get(row.integration_id)?.rows.get(row.session_id)?.session;
    if (shown === undefined) throw new BrokenInvariant(`The session ${row.session_id} is at no platform`);
    if (row.user !== shown.userId) {
      throw new BrokenInvariant(
        `The session ${row.session_id} is of ${shown.userId}, stored as of "${row.user}"`,
      );
    }
    if (Number(row.updated_ms) === Date.parse(shown.updatedAt)) expectSame(row, shown);
  }
}

function expectSame(row: StoredRow | undefined, shown: PlatformSession): void {
  const stored = row && [row.bet, row.win, row.rounds, row.is_open === 1, Number(row.updated_ms), row.user];
  const wanted = [
    String(shown.bet),
    String(shown.win),
    shown.rounds,
    shown.isOpen,
    Date.parse(shown.updatedAt),
    shown.userId,
  ];
  if (JSON.stringify(stored) === JSON.stringify(wanted)) return;
  throw new BrokenInvariant(
    `The session ${shown.sessionId} is ${JSON.stringify(wanted)} at its platform, stored as ${JSON.stringify(stored)}`,
  );
}

/** What is covered is stored: every change of a covered time that the platform did not show late. */
async function checkCoverage(
  rows: readonly StoredRow[],
  { sessionStore, platforms }: { sessionStore: SessionStore; platforms: readonly SimulatedPlatform[] },
): Promise<void> {
  const stored = new Map(rows.map((row) => [row.id, Number(row.updated_ms)]));
  for (const { integrationId, rows: sessions } of platforms) {
    const coverage = await sessionStore.coverage.find(integrationId);
    if (coverage === null) continue;
    for (const { session, isLate } of sessions.values()) {
      const changedMs = Date.parse(session.updatedAt);
      if (isLate || changedMs < coverage.fromMs || changedMs >= coverage.toMs) continue;
      if (stored.get(sessionIdOf(integrationId, session.sessionId)) === changedMs) continue;
      throw new BrokenInvariant(
        `Coverage of integration ${integrationId} is ahead of the session ${session.sessionId}, changed at ${session.updatedAt}`,
      );
    }
  }
}

/** Rollup, base and the plan that the store chooses itself give the sums that the rows give by plain arithmetic. */
async function checkSums(
  rows: readonly StoredRow[],
  { sessionStore, chance }: { sessionStore: SessionStore; chance: Chance },
): Promise<void> {
  const by =
    chance.pick([[], ['integration'], ['game'], ['operator'], ['integration', 'game']] as const) ?? [];
  const grain = chance.pick([undefined, 'day', 'month', 'hour'] as const);
  const sessionType = chance.pick([undefined, 1, 4] as const);
  const wanted = rows.filter((row) => sessionType === undefined || row.session_type === sessionType);
  const sum = (of: (row: StoredRow) => string | number) =>
    wanted.reduce((total, row) => total + BigInt(of(row)), 0n).toString();
  const expected = JSON.stringify({
    sessions: String(wanted.length),
    open: sum(({ is_open }) => is_open),
    bet: sum(({ bet }) => bet),
    win: sum(({ win }) => win),
    rounds: sum(({ rounds }) => rounds),
  });
  // Hours are in the rollup for some levels only; the store knows which.
  const route = grain === 'hour' ? undefined : chance.pick([undefined, 'base', 'rollup'] as const);
  const periods = grain === 'hour' ? [hoursOf(rows)] : always;
  const request = { periods, by, sessionType, players: true, ...(grain === undefined ? {} : { grain }) };
  const found = await sessionStore.queryAggregates(request, everything, undefined, route);
  const { sessions, open, bet, win, rounds } = addAggregates(found);
  const actual = JSON.stringify(
    Object.fromEntries(
      Object.entries({ sessions, open, bet, win, rounds }).map(([key, value]) => [key, String(value)]),
    ),
  );
  if (actual !== expected) {
    throw new BrokenInvariant(
      `${route ?? 'chosen'} by ${by.join() || 'nothing'} per ${grain ?? 'period'}: ${actual} instead of ${expected}`,
    );
  }
  if (by.length === 0 && grain === undefined) checkPlayers(wanted, found[0]?.players ?? 0);
  await checkList(rows, sessionStore);
}

function checkPlayers(rows: readonly StoredRow[], counted: number): void {
  const players = new Set(rows.map(({ integration_id, user }) => `${integration_id} ${user}`)).size;
  if (counted !== players) throw new BrokenInvariant(`${counted} players instead of ${players}`);
}

function hoursOf(rows: readonly StoredRow[]): { from: Date; to: Date } {
  const times = rows.map(({ created_ms }) => Number(created_ms));
  const hourMs = 3_600_000;
  const from = Math.floor(Math.min(...times, 1_800_000_000_000) / hourMs) * hourMs;
  return { from: new Date(from), to: new Date((Math.floor(Math.max(...times, from) / hourMs) + 1) * hourMs) };
}

async function checkList(rows: readonly StoredRow[], sessionStore: SessionStore): Promise<void> {
  const [period] = always;
  const order = { field: 'externalUpdatedAt', direction: 'desc' } as const;
  const page = await sessionStore.list(
    everything,
    { ...(period as (typeof always)[0]) },
    order,
    { page: 1 },
    10,
  );
  const latest = rows.map(({ updated_ms }) => Number(updated_ms)).toSorted((a, b) => b - a);
  const shown = page.rows.map(({ updatedAt }) => updatedAt.getTime());
  if (page.count !== rows.length || JSON.stringify(shown) !== JSON.stringify(latest.slice(0, 10))) {
    throw new BrokenInvariant(
      `The list shows ${shown.join()} of ${page.count}, not ${latest.slice(0, 10).join()} of ${rows.length}`,
    );
  }
}
