import { countQuarantinedRows, listQuarantinedRows, type QueryInput } from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';

/** One page of the quarantined rows, read anew each time it is looked at: a fetch may have released some. */
export const quarantineQuery = (query: QueryInput<typeof listQuarantinedRows>) => ({
  ...queryFor(listQuarantinedRows, { query }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

/** How many rows of each integration are in quarantine; integrations without any are left out. */
export const quarantineCountsQuery = () => queryFor(countQuarantinedRows, {});
