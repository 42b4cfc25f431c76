import { type LogType, type listLogs, logTypeNames, logTypes, type QueryInput } from '@ludus/contract';
import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the log holds. Absent is the default; a link reproduces the view. */
export interface LogsSearch {
  search?: string | undefined;
  type?: LogType | undefined;
  /** The id of a person at the identity provider. */
  user?: string | undefined;
  page?: number | undefined;
  /** The entry that is open. */
  log?: number | undefined;
}

export function readLogsSearch(input: SearchInput): LogsSearch {
  return {
    search: readText(input.search, 120),
    type: readOneOf(input.type, logTypeNames),
    user: readText(input.user, 120),
    page: readInteger(input.page, 1, 1_000_000),
    log: readInteger(input.log, 1, Number.MAX_SAFE_INTEGER),
  };
}

export function queryOf(
  { search, type, user, page }: LogsSearch,
  limit: number,
): QueryInput<typeof listLogs> {
  const typeId = type === undefined ? undefined : logTypes[type];
  return { search, typeId, userId: user, page: page ?? 1, limit };
}

/** Rows of a page above 1280 px, between 640 and 1280 px, and below. */
export function pageSizeFor(screen: { isWide: boolean; isPhone: boolean }): number {
  if (screen.isPhone) return 12;
  return screen.isWide ? 16 : 19;
}
