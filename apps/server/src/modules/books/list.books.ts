import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import type { CentsRange, PagePosition, SessionsFilter, SessionsOrder } from './books.types.ts';
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id as SQL; null when the text is not a UUID. */
export function idSql(id: string): string | null {
  return uuid.test(id) ? `toUUID('${id.toLowerCase()}')` : null;
}

/**
 * The rows of one page. Ties are in the order of the ids, so that no row is on two pages or on none.
 * The page is found by narrow columns; whole rows are read for it alone, by their full key.
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
  const options = { label: 'books.list', timeoutMs: 60_000, maxRows: Math.max(limit, 1000) };
  if ('after' in position) {
    const id = idSql(position.after.id);
    if (id === null) return [];
    const value =
      order.field === 'externalUpdatedAt' ? at(position.after.value) : cents(position.after.value);
    const beyond = `(${sort} ${direction === 'ASC' ? '>' : '<'} ${value} OR (${sort} = ${value} AND id > ${id}))`;
    return clickhouse.rows(keyedPage(`${where} AND ${beyond}`, sort, direction, limit, 0), options);
  }
  const offset = (position.page - 1) * limit;
  if (order.field !== 'externalUpdatedAt') {
    return clickhouse.rows(keyedPage(where, sort, direction, limit, offset), options);
  }
  return thresholdPage(clickhouse, where, direction, limit, offset);
}

function keyedPage(where: string, sort: string, direction: string, limit: number, offset: number): string {
  const tail = `ORDER BY ${sort} ${direction}, id LIMIT ${limit} OFFSET ${offset}`;
  const page = currentSessions('integration_id, created_at, id', where, tail);
  return currentSessions(
    sessionColumns,
    `(integration_id, created_at, id) IN (${page})`,
    `ORDER BY ${sort} ${direction}, id`,
  );
}

/*
 * By last update, the order people see: first the times of the page alone (one narrow column), then the rows between
 * its first and last time. Rows at the page's first time that belong to the page before are told by their number: the
 * page holds the last of them, unless all of it lies at one time, where their place has to be counted.
 */
async function thresholdPage(
  clickhouse: ClickHouse,
  where: string,
  direction: 'ASC' | 'DESC',
  limit: number,
  offset: number,
): Promise<SessionRecord[]> {
  const times = await clickhouse.rows<{ u: string }>(
    currentSessions(
      'toUnixTimestamp64Milli(updated_at) AS u',
      where,
      `ORDER BY updated_at ${direction} LIMIT ${limit} OFFSET ${offset}`,
    ),
    { label: 'books.list.times', timeoutMs: 60_000, maxRows: limit },
  );
  const first = Number(times[0]?.u);
  const last = Number(times.at(-1)?.u);
  if (times.length === 0) return [];
  const between = `updated_at BETWEEN ${at(Math.min(first, last))} AND ${at(Math.max(first, last))}`;
  let skip = 0;
  if (offset > 0) {
    const beyond = direction === 'DESC' ? '>' : '<';
    const count = async (condition: string) => {
      const rows = await clickhouse.rows<{ n: string }>(
        currentSessions('count() AS n', `${where} AND ${condition}`),
        {
          label: 'books.list.ties',
        },
      );
      return Number(rows[0]?.n ?? 0);
    };
    skip =
      first === last
        ? offset - (await count(`updated_at ${beyond} ${at(first)}`))
        : (await count(`updated_at = ${at(first)}`)) - times.filter(({ u }) => Number(u) === first).length;
  }
  return clickhouse.rows<SessionRecord>(
    currentSessions(
      sessionColumns,
      `${where} AND ${between}`,
      `ORDER BY updated_at ${direction}, id LIMIT ${times.length} OFFSET ${skip}`,
    ),
    { label: 'books.list', timeoutMs: 60_000, maxRows: limit },
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
