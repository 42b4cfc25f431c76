import { getLog, listLogs, type QueryInput } from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';

/** One page of the log, read anew each time it is looked at: someone may have changed something a moment ago. */
export const logsQuery = (query: QueryInput<typeof listLogs>) => ({
  ...queryFor(listLogs, { query }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

export const logQuery = (id: number) => queryFor(getLog, { params: { id } });
