const refreshMs = 30 * 60_000;

/**
 * Options of a query whose response holds signed URLs. They last an hour, so the query is read again before that; in a
 * hidden tab, where no timer reads it, as soon as the tab is looked at.
 */
export const withSignedAddresses = {
  refetchInterval: refreshMs,
  refetchOnWindowFocus: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt >= refreshMs ? ('always' as const) : false,
};
