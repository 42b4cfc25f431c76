import type { SessionFeedQuery, TotalsQuery } from './schemas.ts';

const segment = encodeURIComponent;

function join(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`;
}

/**
 * Addresses of the calls. Each takes the base URL of the service that serves it (a trailing slash does not matter) and
 * escapes what it puts into the path; the schemas define the values.
 */
export const platformUrls = {
  changedSessions(
    dataUrl: string,
    query: Pick<SessionFeedQuery, 'changedFrom' | 'changedTo'> & { cursor?: string; limit?: number },
  ): string {
    const search = new URLSearchParams({ changedFrom: query.changedFrom, changedTo: query.changedTo });
    if (query.cursor !== undefined) search.set('cursor', query.cursor);
    if (query.limit !== undefined) search.set('limit', String(query.limit));
    return join(dataUrl, `/v1/sessions?${search}`);
  },
  session: (dataUrl: string, sessionId: string): string =>
    join(dataUrl, `/v1/sessions/${segment(sessionId)}`),
  closeSession: (dataUrl: string, sessionId: string): string =>
    join(dataUrl, `/v1/sessions/${segment(sessionId)}/close`),
  totals: (dataUrl: string, query: TotalsQuery): string =>
    join(dataUrl, `/v1/totals?${new URLSearchParams({ from: query.from, to: query.to })}`),
  transactionsFeedLink: (dataUrl: string, sessionId: string): string =>
    join(dataUrl, `/transactions/feed/${segment(sessionId)}?link=true`),
  operators: (playUrl: string): string => join(playUrl, '/v1/operators'),
  games: (playUrl: string): string => join(playUrl, '/v1/games'),
  users: (playUrl: string): string => join(playUrl, '/v1/users'),
  maintenances: (playUrl: string): string => join(playUrl, '/v1/maintenances'),
  bets: (gamingUrl: string, operatorCode: string, gameSlug: string): string =>
    join(gamingUrl, `/v1/operators/${segment(operatorCode)}/games/${segment(gameSlug)}/bets`),
  health: (serviceUrl: string): string => join(serviceUrl, '/health'),
} as const;

/** The header that carries a token, for `fetch` and the like. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
