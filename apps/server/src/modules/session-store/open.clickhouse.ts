/** Open sessions: few among all, and counted from their creation. */
import { type OpenAge, type OpenSortField, openAgeRanges, openAges } from '@ludus/contract';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { findByHubIds } from './lookup.clickhouse.ts';
import { scopeSql } from './row-scope.ts';
import type { IntegrationScope, StoredSession } from './session-store.types.ts';
import {
  currentSessions,
  idList,
  instantSql,
  type SessionRecord,
  sessionColumns,
} from './sessions.clickhouse.ts';

/** Which open sessions; their age is that of the instant `at`. Empty lists are no filter. */
export interface OpenSessionsFilter {
  at: Date;
  ages?: readonly OpenAge[] | undefined;
  integrations?: readonly number[] | undefined;
  sessionType?: 1 | 4 | undefined;
  /** Half-open. */
  createdIn?: { from: Date; to: Date } | undefined;
}

export interface OpenSessionsOrder {
  field: OpenSortField;
  direction: 'asc' | 'desc';
}

/** The open sessions of one integration and age; the bet is in cents. */
export interface OpenSessionsCount {
  integrationId: number;
  age: OpenAge;
  count: number;
  bet: number;
}

/** Every call is restricted to the rows of the scope inside its statement. */
export interface OpenSessions {
  /** By integration and age, with the bet that stands in them. */
  count(scope: IntegrationScope, filter: OpenSessionsFilter): Promise<OpenSessionsCount[]>;
  /** A page, from 1, and the count of all; ties in the order of ids. */
  list(
    scope: IntegrationScope,
    filter: OpenSessionsFilter,
    order: OpenSessionsOrder,
    page: { page: number; limit: number },
  ): Promise<{ rows: StoredSession[]; count: number }>;
  /** Those with one of these ids of the hub, in no order, whether they are still open or not; some hundreds at most. */
  findChosen(scope: IntegrationScope, ids: readonly string[]): Promise<StoredSession[]>;
}

export function createOpenSessions(
  clickhouse: ClickHouse,
  withUserIds: (records: readonly SessionRecord[]) => Promise<StoredSession[]>,
): OpenSessions {
  return {
    count: (scope, filter) => countOpenSessions(clickhouse, filter, scope),
    async list(scope, filter, order, page) {
      const { records, count } = await listOpenSessions(clickhouse, filter, scope, order, page);
      return { rows: await withUserIds(records), count };
    },
    findChosen: async (scope, ids) => withUserIds(await findByHubIds(clickhouse, ids, scope)),
  };
}

const sortColumns: Record<OpenSortField, string> = {
  createdAt: 'created_at',
  bet: 'bet',
  win: 'win',
  rounds: 'rounds',
  externalUpdatedAt: 'updated_at',
};

/** The instant from which on sessions are younger than the end of an age; null where it has no end. */
const createdAfter = (age: OpenAge, at: Date): string | null => {
  const { toMs } = openAgeRanges[age];
  return toMs === null ? null : instantSql(at.getTime() - toMs);
};

function ageSql(age: OpenAge, at: Date): string {
  const after = createdAfter(age, at);
  const { fromMs } = openAgeRanges[age];
  const conditions = [
    // A platform's clock may be ahead of the hub's: what was created in the future is the youngest.
    ...(fromMs === 0 ? [] : [`created_at <= ${instantSql(at.getTime() - fromMs)}`]),
    ...(after === null ? [] : [`created_at > ${after}`]),
  ];
  return `(${conditions.join(' AND ')})`;
}

/**
 * Builds the condition of a filter, null when no row can match. The keys of rows that were open in any stored state are found
 * first, in no column but `is_open`, which takes next to nothing; only the parts of the table around them are read through
 * FINAL, which then leaves out those that have been closed since. Read through FINAL at once, all columns of every session would be.
 */
function openSql(filter: OpenSessionsFilter, scope: IntegrationScope): string | null {
  const visible = scopeSql(scope);
  if (visible === null) return null;
  const { at, ages = [], integrations = [], sessionType, createdIn } = filter;
  const conditions = [
    ...(visible === '1' ? [] : [visible]),
    ...(integrations.length === 0 ? [] : [`integration_id IN ${idList(integrations)}`]),
    ...(createdIn === undefined
      ? []
      : [
          `created_at >= ${instantSql(createdIn.from.getTime())}`,
          `created_at < ${instantSql(createdIn.to.getTime())}`,
        ]),
    ...(ages.length === 0 ? [] : [`(${ages.map((age) => ageSql(age, at)).join(' OR ')})`]),
  ];
  const keys = ['is_open = 1', ...conditions].join(' AND ');
  return [
    `(integration_id, created_at, id) GLOBAL IN
      (SELECT integration_id, created_at, id FROM sessions_v1 WHERE ${keys})`,
    'is_open = 1',
    ...(sessionType === undefined ? [] : [`session_type = ${sessionType === 4 ? 4 : 1}`]),
    ...conditions,
  ].join(' AND ');
}

/** Counts the open sessions of each integration and age, and sums their bets, in one statement. */
export async function countOpenSessions(
  clickhouse: ClickHouse,
  filter: OpenSessionsFilter,
  scope: IntegrationScope,
): Promise<OpenSessionsCount[]> {
  const where = openSql(filter, scope);
  if (where === null) return [];
  const cases = openAges.flatMap((age, index) => {
    const after = createdAfter(age, filter.at);
    return after === null ? [] : [`created_at > ${after}, ${index}`];
  });
  const records = await clickhouse.rows<{
    integration_id: number;
    age: number;
    sessions: string;
    bets: string;
  }>(
    currentSessions(
      `integration_id, multiIf(${cases.join(', ')}, ${openAges.length - 1}) AS age,
       toInt64(count()) AS sessions, toInt64(sum(bet)) AS bets`,
      where,
      'GROUP BY integration_id, age ORDER BY integration_id, age',
    ),
    { label: 'session-store.open.count', timeoutMs: 60_000 },
  );
  return records.map(({ integration_id, age, sessions, bets }) => ({
    integrationId: integration_id,
    age: openAges[age] as OpenAge,
    count: Number(sessions),
    bet: Number(bets),
  }));
}

/** Returns a page of open sessions and the count of all that match, in one statement; ties in the order of ids. */
export async function listOpenSessions(
  clickhouse: ClickHouse,
  filter: OpenSessionsFilter,
  scope: IntegrationScope,
  order: OpenSessionsOrder,
  { page, limit }: { page: number; limit: number },
): Promise<{ records: SessionRecord[]; count: number }> {
  const where = openSql(filter, scope);
  if (where === null) return { records: [], count: 0 };
  const sorted = `${sortColumns[order.field]} ${order.direction === 'asc' ? 'ASC' : 'DESC'}, id`;
  const records = await clickhouse.rows<SessionRecord & { matched: string }>(
    currentSessions(
      `${sessionColumns}, toInt64(count() OVER ()) AS matched`,
      where,
      `ORDER BY ${sorted} LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    ),
    { label: 'session-store.open.list', timeoutMs: 60_000, maxRows: limit },
  );
  // A page beyond the last row says nothing of those before it.
  if (records.length > 0 || page === 1) return { records, count: Number(records[0]?.matched ?? 0) };
  const counts = await countOpenSessions(clickhouse, filter, scope);
  return { records, count: counts.reduce((sum, { count }) => sum + count, 0) };
}
