import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import type { CentsRange, PagePosition, SessionsFilter, SessionsOrder } from './books.types.ts';
import { type BookDay, createdFor, type Window, windowsFor } from './list.window.ts';
import { isSessionId } from './session-id.ts';
import { at, currentSessions, idList, type SessionRecord, sessionColumns } from './sessions.books.ts';

const sortColumns: Record<SessionsOrder['field'], string> = {
  bet: 'bet',
  win: 'win',
  grossWin: 'bet - win',
  netWin: 'net',
  due: 'due',
  rounds: 'rounds',
  externalUpdatedAt: 'updated_at',
};

/** The filter as SQL; `players` are the numbers behind its user id. */
export function filterSql(filter: SessionsFilter, players: readonly number[] | null): string {
  const conditions = [
    `created_at >= ${at(filter.from.getTime())} AND created_at < ${at(filter.to.getTime())}`,
  ];
  const among = (name: string, ids: readonly number[] | undefined) => {
    if (ids !== undefined && ids.length > 0) conditions.push(`${name} IN ${idList(ids)}`);
  };
  const between = (expression: string, range: CentsRange | undefined) => {
    if (range?.min !== null && range?.min !== undefined)
      conditions.push(`${expression} >= ${cents(range.min)}`);
    if (range?.max !== null && range?.max !== undefined)
      conditions.push(`${expression} <= ${cents(range.max)}`);
  };
  among('integration_id', filter.integrations);
  among('operator_id', filter.operators);
  among('game_id', filter.games);
  if (filter.sessionType) conditions.push(`session_type = ${filter.sessionType === 4 ? 4 : 1}`);
  if (typeof filter.isOpen === 'boolean') conditions.push(`is_open = ${filter.isOpen ? 1 : 0}`);
  if (filter.nonZeroRounds) conditions.push('rounds > 0');
  between('bet', filter.bet);
  between('win', filter.win);
  between('bet - win', filter.grossWin);
  if (players !== null) {
    // The slim table finds where a player's sessions are; the base alone would have to be read whole.
    const list = idList(players);
    conditions.push(
      `user_id IN ${list} AND (integration_id, created_at) IN
        (SELECT integration_id, created_at FROM session_users_v1 WHERE user_id IN ${list})`,
    );
  }
  return conditions.join(' AND ');
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
 * The rows of one page. Ties are in the order of the ids, so that no row is on two pages or on none. The page is found
 * by narrow columns; whole rows are read for it alone, by their full key.
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
  const place = placeOf(where, sort, direction, position, limit, cents);
  if (place === null) return [];
  return clickhouse.rows(keyedPage(place.where, sort, direction, limit, place.offset), {
    label: 'books.list',
    timeoutMs: 60_000,
    maxRows: limit,
  });
}

type Direction = 'ASC' | 'DESC';

/** The condition and the offset at which a page begins; null after an id that is none. */
function placeOf(
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

function keyedPage(where: string, sort: string, direction: Direction, limit: number, offset: number): string {
  const tail = `ORDER BY ${sort} ${direction}, id LIMIT ${limit} OFFSET ${offset}`;
  const page = currentSessions('integration_id, created_at, id', where, tail);
  return currentSessions(
    sessionColumns,
    `(integration_id, created_at, id) IN (${page})`,
    `ORDER BY ${sort} ${direction}, id`,
  );
}

/**
 * The rows of one page by last change, the order people see. First the times of the page alone, looked for in the days
 * at the end they lie at; then the rows between its first and last time. Rows at the page's first time that belong to
 * the page before are told by their number: the page holds the last of them, unless all of it lies at one time, where
 * their place has to be counted.
 */
export async function pageByChange(
  clickhouse: ClickHouse,
  where: string,
  order: SessionsOrder['direction'],
  position: PagePosition,
  limit: number,
  days: readonly BookDay[],
  expected: number,
): Promise<SessionRecord[]> {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const place = placeOf(where, 'updated_at', direction, position, limit, at);
  const from = 'after' in position ? position.after.value : null;
  // Beyond the row seen last, in the order of the list, lie no sessions of days that begin later (or rest earlier).
  const left = days.filter(
    ({ fromMs, latestChangeMs }) =>
      from === null || (direction === 'DESC' ? fromMs <= from : latestChangeMs >= from),
  );
  if (place === null || left.length === 0) return [];
  const { offset } = place;
  for (const window of windowsFor(left, direction, offset + limit, expected)) {
    const times = await clickhouse.rows<{ u: string }>(
      currentSessions(
        'toUnixTimestamp64Milli(updated_at) AS u',
        `${place.where} AND ${windowSql(window)}`,
        `ORDER BY updated_at ${direction} LIMIT ${limit} OFFSET ${offset}`,
      ),
      { label: 'books.list.times', timeoutMs: 60_000, maxRows: limit },
    );
    if (times.length < limit && !window.whole) continue;
    return rowsAt(
      clickhouse,
      place.where,
      direction,
      offset,
      left,
      times.map(({ u }) => Number(u)),
    );
  }
  return [];
}

function windowSql({ created, changed }: Pick<Window, 'created' | 'changed'>): string {
  if (created.length === 0) return 'false';
  const stretches = created.map(
    ({ fromMs, toMs }) => `(created_at >= ${at(fromMs)} AND created_at < ${at(toMs)})`,
  );
  return `(${stretches.join(' OR ')}) AND updated_at >= ${at(changed.fromMs)} AND updated_at < ${at(changed.toMs)}`;
}

/** The rows at the times of a page. */
async function rowsAt(
  clickhouse: ClickHouse,
  where: string,
  direction: Direction,
  offset: number,
  days: readonly BookDay[],
  times: readonly number[],
): Promise<SessionRecord[]> {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const between = (fromMs: number, toMs: number) => {
    const changed = { fromMs, toMs: toMs + 1 };
    return `${where} AND ${windowSql({ created: createdFor(days, changed), changed })}`;
  };
  const countOf = async (condition: string) => {
    const rows = await clickhouse.rows<{ n: string }>(currentSessions('count() AS n', condition), {
      label: 'books.list.ties',
      timeoutMs: 60_000,
    });
    return Number(rows[0]?.n ?? 0);
  };
  let skip = 0;
  if (offset > 0 && first === last) {
    skip =
      offset - (await countOf(`${where} AND updated_at ${direction === 'DESC' ? '>' : '<'} ${at(first)}`));
  } else if (offset > 0) {
    skip = (await countOf(between(first, first))) - times.filter((time) => time === first).length;
  }
  return clickhouse.rows<SessionRecord>(
    keyedPage(
      between(Math.min(first, last), Math.max(first, last)),
      'updated_at',
      direction,
      times.length,
      skip,
    ),
    { label: 'books.list', timeoutMs: 60_000, maxRows: times.length },
  );
}

/** How many sessions a filter finds, counted in the base. */
export async function countRecords(clickhouse: ClickHouse, where: string): Promise<number> {
  const rows = await clickhouse.rows<{ n: string }>(currentSessions('count() AS n', where), {
    label: 'books.count',
    timeoutMs: 60_000,
  });
  return Number(rows[0]?.n ?? 0);
}

/** Whole sessions as one snapshot of the books, in batches; sorted outside of memory when they are many. */
export function streamRecords(
  clickhouse: ClickHouse,
  where: string,
  order: SessionsOrder,
): AsyncIterable<SessionRecord[]> {
  const tail = `ORDER BY ${sortColumns[order.field]} ${order.direction === 'asc' ? 'ASC' : 'DESC'}, id`;
  return clickhouse.streamRows<SessionRecord>(currentSessions(sessionColumns, where, tail), {
    label: 'books.stream',
    settings: { max_bytes_before_external_sort: 100_000_000, max_threads: 1 },
  });
}
