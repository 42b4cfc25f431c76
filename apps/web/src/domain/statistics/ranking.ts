import { getRanking, type QueryInput } from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';

// Apart from the other queries of figures, which the first screen brings along.

/** What is ranked; the former rows stay while these load. */
export const rankingQuery = (query: QueryInput<typeof getRanking>) => ({
  ...queryFor(getRanking, { query }),
  placeholderData: keepPreviousData,
});
