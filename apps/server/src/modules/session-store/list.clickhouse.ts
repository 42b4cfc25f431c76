import { sessionSortKinds } from '@ludus/contract';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { romeDay, romeDayStart } from '../../infra/clock/index.ts';
import { type ChangeWindow, creationRangesFor, type SessionDay, windowsFor } from './list.window.ts';
import { isSessionId } from './session-id.ts';
import type { CentsRange, PagePosition, SessionsFilter, SessionsOrder } from './session-store.types.ts';
import {
  currentSessions,
  idList,
  instantSql,
  type SessionRecord,
  sessionColumns,
} from './sessions.clickhouse.ts';

export const sortColumns: Record<SessionsOrder['field'], string> = {
  bet: 'bet',
  win: 'win',
  grossWin: 'bet - win',
  netWin: 'net_win',
  due: 'amount_due',
  rounds: 'rounds',
  externalUpdatedAt: 'updated_at',
};

/**
 * Builds the condition of a filter; `players` are the numbers of its user id. `hasPartitions` says that the table shows its
 * partitions, which one of a cluster does not.
 */
export function filterSql(
  filter: SessionsFilter,
  players: readonly number[] | null,
  { hasPartitions }: { hasPartitions: boolean },
): string {
  const conditions = [createdSql(filter, hasPartitions)];
  const addIds = (name: string, ids: readonly number[] | undefined) => {
    if (ids !== undefined && ids.length > 0) conditions.push(`${name} IN ${idList(ids)}`);
  };
  const addRange = (expression: string, range: CentsRange | undefined) => {
    if (range?.min !== null && range?.min !== undefined)
      conditions.push(`${expression} >= ${cents(range.min)}`);
    if (range?.max !== null && range?.max !== undefined)
      conditions.push(`${expression} <= ${cents(range.max)}`);
  };
  addIds('integration_id', filter.integrations);
  addIds('operator_id', filter.operators);
  addIds('game_id', filter.games);
  if (filter.sessionType) conditions.push(`session_type = ${filter.sessionType === 4 ? 4 : 1}`);
  if (typeof filter.isOpen === 'boolean') conditions.push(`is_open = ${filter.isOpen ? 1 : 0}`);
  if (filter.nonZeroRounds) conditions.push('rounds > 0');
  addRange('bet', filter.bet);
  addRange('win', filter.win);
  addRange('bet - win', filter.grossWin);
  if (players !== null) {
    // The narrow table has the keys of a player's sessions; without it the base would be read whole.
    const list = idList(players);
    conditions.push(
      `user_id IN ${list} AND (integration_id, created_at) GLOBAL IN
        (SELECT integration_id, created_at FROM session_users_v1 WHERE user_id IN ${list})`,
    );
  }
  return conditions.join(' AND ');
}

/** Whole months of Rome are whole partitions: named as such, no creation time is read, a third of what a count reads. */
function createdSql({ from, to }: Pick<SessionsFilter, 'from' | 'to'>, hasPartitions: boolean): string {
  const [first, end] = [partitionBeginningAt(from), partitionBeginningAt(to)];
  return hasPartitions && first !== null && end !== null
    ? `_partition_id >= '${first}' AND _partition_id < '${end}'`
    : `created_at >= ${instantSql(from.getTime())} AND created_at < ${instantSql(to.getTime())}`;
}

/** Returns the partition of `sessions_v1` that begins at an instant, YYYYMM; null when none does. */
function partitionBeginningAt(instant: Date): string | null {
  const day = romeDay(instant);
  if (!day.endsWith('-01') || romeDayStart(day) !== instant.getTime()) return null;
  return day.slice(0, 7).replace('-', '');
}

function cents(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not an amount of cents: ${value}`);
  return String(value);
}

/** An id as SQL; null when the text is not a UUID. */
export function idSql(id: string): string | null {
  return isSessionId(id) ? `toUUID('${id.toLowerCase()}')` : null;
}

/**
 * Returns the rows of one page. Ties are in the order of the ids, so that no row is on two pages or on none. The page is
 * found by narrow columns; whole rows are read only for it, by their full key.
 */
export async function pageRecords(
  clickhouse: ClickHouse,
  where: string,
  order: SessionsOrder,
  position: PagePosition,
  limit: number,
): Promise<SessionRecord[]> {
  const sort = sortColumns[order.field];
  const direction = order.direction === 'asc' ? 'ASC' : 'DESC';
  const literal = sessionSortKinds[order.field] === 'instant' ? instantSql : cents;
  const start = findPageStart(where, sort, direction, position, limit, literal);
  if (start === null) return [];
  return clickhouse.rows(pageSql(start.where, sort, direction, limit, start.offset), {
    label: 'session-store.list',
    timeoutMs: 60_000,
    maxRows: limit,
  });
}

type Direction = 'ASC' | 'DESC';

/** Returns the condition and the offset at which a page begins; null after a malformed id. */
function findPageStart(
  where: string,
  sort: string,
  direction: Direction,
  position: PagePosition,
  limit: number,
  literal: (value: number) => string,
): { where: string; offset: number } | null {
  if ('page' in position) return { where, offset: (position.page - 1) * limit };
  const id = idSql(position.after.id);
  if (id === null) return null;
  const value = literal(position.after.value);
  const beyond = direction === 'ASC' ? '>' : '<';
  return {
    where: `${where} AND (${sort} ${beyond} ${value} OR (${sort} = ${value} AND id > ${id}))`,
    offset: 0,
  };
}

function pageSql(where: string, sort: string, direction: Direction, limit: number, offset: number): string {
  const tail = `ORDER BY ${sort} ${direction}, id LIMIT ${limit} OFFSET ${offset}`;
  const page = currentSessions('integration_id, created_at, id', where, tail);
  return currentSessions(
    sessionColumns,
    `(integration_id, created_at, id) GLOBAL IN (${page})`,
    `ORDER BY ${sort} ${direction}, id`,
  );
}

/**
 * Returns the rows of one page by last change, the default order, from the days at that end of the list. A page after others
 * first reads only its times, so that few rows are sorted whole; then the rows between its first and last time. Of the rows at
 * the page's first time, some may belong to the page before: the page has the last ones of them. When the whole page has one
 * time, the rows before it are counted instead.
 */
export async function pageByChange(
  clickhouse: ClickHouse,
  where: string,
  order: SessionsOrder['direction'],
  position: PagePosition,
  limit: number,
  days: readonly SessionDay[],
  expected: number,
): Promise<SessionRecord[]> {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const start = findPageStart(where, 'updated_at', direction, position, limit, instantSql);
  const from = 'after' in position ? position.after.value : null;
  // Days that begin after the last row seen (ascending: whose latest change is before it) have no rows of later pages.
  const remaining = days.filter(
    ({ fromMs, latestChangeMs }) =>
      from === null || (direction === 'DESC' ? fromMs <= from : latestChangeMs >= from),
  );
  if (start === null || remaining.length === 0) return [];
  const { offset } = start;
  for (const window of windowsFor(remaining, direction, offset + limit, expected)) {
    if (offset === 0) {
      const within = `${start.where} AND ${windowSql(window)}`;
      const records = await readPage(clickhouse, within, direction, limit, 0);
      if (records.length < limit && !window.isWhole) continue;
      return records;
    }
    const times = await clickhouse.rows<{ updated_ms: string }>(
      currentSessions(
        'toUnixTimestamp64Milli(updated_at) AS updated_ms',
        `${start.where} AND ${windowSql(window)}`,
        `ORDER BY updated_at ${direction} LIMIT ${limit} OFFSET ${offset}`,
      ),
      { label: 'session-store.list.times', timeoutMs: 60_000, maxRows: limit },
    );
    if (times.length < limit && !window.isWhole) continue;
    return readRowsAt(
      clickhouse,
      start.where,
      direction,
      offset,
      remaining,
      times.map(({ updated_ms }) => Number(updated_ms)),
    );
  }
  return [];
}

/** How many sessions match a filter, and how many more would if it did not leave out those without rounds. */
export interface SessionCount {
  sessions: number;
  withoutRounds: number;
}

/** A condition of sessions to count; `leavesOutUnplayed` says that those without rounds, which it includes, count apart. */
export interface Countable {
  where: string;
  leavesOutUnplayed: boolean;
}

interface CountRecord {
  sessions: string;
  without_rounds: string;
}

// Both in one read: the list says both, and each is a read of every session.
const countColumns = ({ leavesOutUnplayed }: Countable) =>
  leavesOutUnplayed
    ? 'countIf(rounds > 0) AS sessions, countIf(rounds = 0) AS without_rounds'
    : 'count() AS sessions, 0 AS without_rounds';

const countOf = (record: CountRecord | undefined): SessionCount => ({
  sessions: Number(record?.sessions ?? 0),
  withoutRounds: Number(record?.without_rounds ?? 0),
});

const countOptions = { label: 'session-store.count', timeoutMs: 60_000 } as const;

/** Counts sessions by reading all of them. */
export async function countSessions(clickhouse: ClickHouse, counted: Countable): Promise<SessionCount> {
  const [record] = await clickhouse.rows<CountRecord>(
    currentSessions(countColumns(counted), counted.where),
    countOptions,
  );
  return countOf(record);
}

/** Sessions by the UTC day of their last change, oldest first; only days that have some. */
export type ChangeDays = readonly (SessionCount & { fromMs: number })[];

const dayMs = 86_400_000;

/**
 * Counts sessions by the day of their last change. It takes a quarter longer than one count, and any page of the list by last
 * change can be placed by it.
 */
export async function countByChangeDay(clickhouse: ClickHouse, counted: Countable): Promise<ChangeDays> {
  const records = await clickhouse.rows<CountRecord & { day: string }>(
    currentSessions(
      `intDiv(toUnixTimestamp64Milli(updated_at), ${dayMs}) AS day, ${countColumns(counted)}`,
      counted.where,
      'GROUP BY day ORDER BY day',
    ),
    countOptions,
  );
  return records.map((record) => ({ fromMs: Number(record.day) * dayMs, ...countOf(record) }));
}

/**
 * Returns the rows of one page by last change, of sessions that were counted by day: only the days of the page are read. Null
 * when sessions have changed since they were counted and the page is not whole.
 */
export async function pageOfChangeDays(
  clickhouse: ClickHouse,
  where: string,
  order: SessionsOrder['direction'],
  offset: number,
  limit: number,
  counted: ChangeDays,
  days: readonly SessionDay[],
): Promise<SessionRecord[] | null> {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const inOrder = direction === 'ASC' ? counted : counted.toReversed();
  let before = 0;
  let seen = 0;
  const ofPage: number[] = [];
  for (const { fromMs, sessions } of inOrder) {
    if (seen + sessions <= offset) before += sessions;
    else ofPage.push(fromMs);
    seen += sessions;
    if (seen >= offset + limit) break;
  }
  if (ofPage.length === 0) return [];
  const changed = { fromMs: Math.min(...ofPage), toMs: Math.max(...ofPage) + dayMs };
  const records = await readPage(
    clickhouse,
    `${where} AND ${windowSql({ created: creationRangesFor(days, changed), changed })}`,
    direction,
    limit,
    offset - before,
  );
  return records.length === Math.min(limit, seen - offset) ? records : null;
}

function windowSql({ created, changed }: Pick<ChangeWindow, 'created' | 'changed'>): string {
  if (created.length === 0) return 'false';
  const ranges = created.map(
    ({ fromMs, toMs }) => `(created_at >= ${instantSql(fromMs)} AND created_at < ${instantSql(toMs)})`,
  );
  return `(${ranges.join(' OR ')}) AND updated_at >= ${instantSql(changed.fromMs)} AND updated_at < ${instantSql(changed.toMs)}`;
}

/** Reads the rows at the times of a page. */
async function readRowsAt(
  clickhouse: ClickHouse,
  where: string,
  direction: Direction,
  offset: number,
  days: readonly SessionDay[],
  times: readonly number[],
): Promise<SessionRecord[]> {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const between = (fromMs: number, toMs: number) => {
    const changed = { fromMs, toMs: toMs + 1 };
    return `${where} AND ${windowSql({ created: creationRangesFor(days, changed), changed })}`;
  };
  const count = async (condition: string) =>
    (await countSessions(clickhouse, { where: condition, leavesOutUnplayed: false })).sessions;
  const skip =
    first === last
      ? offset -
        (await count(`${where} AND updated_at ${direction === 'DESC' ? '>' : '<'} ${instantSql(first)}`))
      : (await count(between(first, first))) - times.filter((time) => time === first).length;
  return readPage(
    clickhouse,
    between(Math.min(first, last), Math.max(first, last)),
    direction,
    times.length,
    skip,
  );
}

/** Reads rows in the order of their last change. */
function readPage(
  clickhouse: ClickHouse,
  where: string,
  direction: Direction,
  limit: number,
  offset: number,
): Promise<SessionRecord[]> {
  return clickhouse.rows<SessionRecord>(pageSql(where, 'updated_at', direction, limit, offset), {
    label: 'session-store.list',
    timeoutMs: 60_000,
    maxRows: limit,
  });
}
