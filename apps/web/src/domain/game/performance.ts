import { getGamePerformance, type PerformanceGrain } from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';

/** The figures of a game since its release; the grain follows from its age unless one is chosen. Another grain's stay while one loads. */
export const gamePerformanceQuery = (id: number, grain: PerformanceGrain | undefined) => ({
  ...queryFor(getGamePerformance, { params: { id }, query: grain === undefined ? {} : { grain } }),
  placeholderData: keepPreviousData,
});
