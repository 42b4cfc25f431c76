import type { PlatformSession } from '@ludus/contract/operator-api';
import type pg from 'pg';
import type { ClickHouse } from '../../../../src/infra/clickhouse/index.ts';
import {
  addAggregates,
  type Dimension,
  type Grain,
  type Period,
  type Route,
  type SessionStore,
  sessionIdOf,
} from '../../../../src/modules/session-store/index.ts';
import { BrokenInvariant } from './broken-invariant.ts';
import type { Chance } from './chance.ts';
import type { SimulatedPlatform } from './platform.ts';
import { checkCells } from './rollup-cells.ts';
import { readStoredRows, type StoredRow } from './stored-rows.ts';

/** In so many of a hundred checks the list is read. */
const listPercent = 35;
const everything = { kind: 'all' } as const;
const always = [{ from: new Date('2020-01-01T00:00:00Z'), to: new Date('2040-01-01T00:00:00Z') }];

/** Everything that must hold after each step, whatever has happened. */
export async function checkInvariants(given: {
  clickhouse: ClickHouse;
  pool: pg.Pool;
  /** That of any process: what it has cached must not outlive a change by another one. */
  sessionStore: SessionStore;
  platforms: readonly SimulatedPlatform[];
  /** The latest acknowledged change of each session, by the hub's id. */
  acknowledged: ReadonlyMap<string, number>;
  chance: Chance;
  /** Whether the process was asked just now, while others wrote: what it has cached must not be older than the rows. */
  asksAgain: boolean;
}): Promise<void> {
  const rows = await readStoredRows(given.clickhouse);
  checkSessions(rows, given);
  await checkOperators(rows, given);
  await checkCoverage(rows, given);
  await checkCells(given.clickhouse, rows, await given.sessionStore.state());
  await checkSums(rows, given);
  // What the list costs is spent on other things: it has no state of its own.
  if (given.asksAgain || given.chance.percent(listPercent)) await checkList(rows, given.sessionStore);
}

/** At the end, after everything was fetched: the stored sessions are those of the platforms. */
export async function checkTruth(
  clickhouse: ClickHouse,
  platforms: readonly SimulatedPlatform[],
): Promise<void> {
  const rows = new Map((await readStoredRows(clickhouse)).map((row) => [row.id, row]));
  for (const { integrationId, rows: sessions } of platforms) {
    for (const { session } of sessions.values()) {
      const id = sessionIdOf(integrationId, session.sessionId);
      expectSame(rows.get(id), session);
      rows.delete(id);
    }
  }
  if (rows.size > 0) throw new BrokenInvariant(`Stored, and at no platform: ${[...rows.keys()].join(', ')}`);
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

/** Every session is of the operator that its platform names, also where ids were given again after a restore. */
async function checkOperators(
  rows: readonly StoredRow[],
  { pool, platforms }: { pool: pg.Pool; platforms: readonly SimulatedPlatform[] },
): Promise<void> {
  const known = await pool.query<{ id: number; name: string }>(
    "SELECT id, integration_id || ' ' || code AS name FROM operators",
  );
  const names = new Map(known.rows.map(({ id, name }) => [id, name]));
  const byIntegration = new Map(platforms.map((platform) => [platform.integrationId, platform]));
  for (const { integration_id, session_id, operator_id } of rows) {
    const session = byIntegration.get(integration_id)?.rows.get(session_id)?.session;
    const wanted = `${integration_id} ${session?.operatorCode}`;
    const found = names.get(operator_id) ?? 'unknown';
    if (found === wanted) continue;
    throw new BrokenInvariant(`The session ${session_id} is of operator ${wanted}, stored as of ${found}`);
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

/**
 * What is covered is stored: every change of a covered time, but those that the platform showed late, and after late changes
 * were last looked for.
 */
async function checkCoverage(
  rows: readonly StoredRow[],
  { clickhouse, platforms }: { clickhouse: ClickHouse; platforms: readonly SimulatedPlatform[] },
): Promise<void> {
  const stored = new Map(rows.map((row) => [row.id, Number(row.updated_ms)]));
  const covered = await clickhouse.rows<{
    integration_id: number;
    from_ms: string;
    to_ms: string;
    late_read_ms: string;
  }>(
    `SELECT integration_id, toUnixTimestamp64Milli(covered_from) AS from_ms, toUnixTimestamp64Milli(covered_to) AS to_ms,
       toUnixTimestamp64Milli(late_read_at) AS late_read_ms
     FROM fetch_coverage_v1 FINAL`,
    { label: 'simulation.coverage' },
  );
  for (const { integration_id: integrationId, from_ms, to_ms, late_read_ms } of covered) {
    const sessions = platforms.find((platform) => platform.integrationId === integrationId)?.rows;
    for (const { session, shownMs } of sessions?.values() ?? []) {
      const changedMs = Date.parse(session.updatedAt);
      if (shownMs > changedMs && shownMs > Number(late_read_ms)) continue;
      if (changedMs < Number(from_ms) || changedMs >= Number(to_ms)) continue;
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
  { sessionStore, chance, asksAgain }: { sessionStore: SessionStore; chance: Chance; asksAgain: boolean },
): Promise<void> {
  const { request, route } = asksAgain ? usualRequest : chooseRequest(chance, hoursOf(rows));
  const { sessionType, by, grain } = request;
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
}

interface AskedSums {
  request: {
    periods: Period[];
    by: readonly Dimension[];
    sessionType: 1 | 4 | undefined;
    grain?: Grain;
    players: true;
  };
  route: Route | undefined;
}

const usualRequest: AskedSums = {
  request: { periods: always, by: [], sessionType: undefined, players: true },
  route: undefined,
};

function chooseRequest({ pick }: Chance, hours: Period): AskedSums {
  const by = pick<Dimension[]>([[], ['integration'], ['game'], ['operator'], ['integration', 'game']]) ?? [];
  const grain = pick<Grain | undefined>([undefined, 'day', 'month', 'hour']);
  const sessionType = pick<1 | 4 | undefined>([undefined, 1, 4]);
  // Hours are in the rollup for some levels only; the store knows which.
  const route = grain === 'hour' ? undefined : pick<Route | undefined>([undefined, 'base', 'rollup']);
  const periods = grain === 'hour' ? [hours] : always;
  return {
    request: { periods, by, sessionType, players: true, ...(grain === undefined ? {} : { grain }) },
    route,
  };
}

/** What people ask again and again while others write: a result is of some moment, and must not be cached as of a later one. */
export async function askRepeatedly(sessionStore: SessionStore): Promise<void> {
  const { request, route } = usualRequest;
  for (let times = 0; times < 5; times += 1) {
    await sessionStore.queryAggregates(request, everything, undefined, route);
    await readLatest(sessionStore);
  }
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
  const page = await readLatest(sessionStore);
  const latest = rows.map(({ updated_ms }) => Number(updated_ms)).toSorted((a, b) => b - a);
  const shown = page.rows.map(({ updatedAt }) => updatedAt.getTime());
  if (page.count !== rows.length || JSON.stringify(shown) !== JSON.stringify(latest.slice(0, 10))) {
    throw new BrokenInvariant(
      `The list shows ${shown.join()} of ${page.count}, not ${latest.slice(0, 10).join()} of ${rows.length}`,
    );
  }
}

function readLatest(sessionStore: SessionStore) {
  const [period] = always;
  const order = { field: 'externalUpdatedAt', direction: 'desc' } as const;
  return sessionStore.list(everything, { ...(period as (typeof always)[0]) }, order, { page: 1 }, 10);
}

/** Every row that cannot be stored is in quarantine, and no other one. */
export async function checkQuarantine(pool: pg.Pool, platforms: readonly SimulatedPlatform[]): Promise<void> {
  const { rows } = await pool.query<{ row_text: string }>('SELECT row_text FROM quarantined_rows');
  const found = new Set(rows.map(({ row_text }) => row_text));
  for (const { refused, disputed } of platforms) {
    for (const { line } of refused) {
      if (!found.delete(line)) throw new BrokenInvariant(`Not in quarantine: ${line}`);
    }
    for (const line of disputed) found.delete(line);
  }
  if (found.size > 0) throw new BrokenInvariant(`In quarantine without a reason: ${[...found].join()}`);
}
