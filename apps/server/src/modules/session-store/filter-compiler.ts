import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { filterSql } from './list.clickhouse.ts';
import { applyScope } from './row-scope.ts';
import type { CompiledFilter } from './session-lists.ts';
import type { IntegrationScope, SessionsFilter } from './session-store.types.ts';

export type CompileFilter = (
  requested: SessionsFilter,
  scope: IntegrationScope,
) => Promise<CompiledFilter | null>;

/** Makes filters of the list into SQL, within the scope of their caller; null when no session can match. */
export function createFilterCompiler(
  { cluster }: Pick<ClickHouse, 'cluster'>,
  findNumbers: (userId: string) => Promise<readonly number[]>,
): CompileFilter {
  return async (requested, scope) => {
    const filter = applyScope(requested, scope);
    if (filter === null || filter.from >= filter.to) return null;
    const numbers = filter.userId ? await findNumbers(filter.userId) : null;
    if (numbers !== null && numbers.length === 0) return null;
    const sqlOf = (own: SessionsFilter) => filterSql(own, numbers, { hasPartitions: cluster === undefined });
    const leavesOutUnplayed = filter.nonZeroRounds === true;
    const where = sqlOf(filter);
    return {
      filter,
      where,
      counted: {
        where: leavesOutUnplayed ? sqlOf({ ...filter, nonZeroRounds: false }) : where,
        leavesOutUnplayed,
      },
    };
  };
}
