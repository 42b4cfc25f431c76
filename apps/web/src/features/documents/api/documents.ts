import { countCertificates, getGame, listCertificates } from '@ludus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf, queryFor } from '../../../lib/api/index.ts';

/** The addresses of files last an hour: a screen left open gets new ones before that. */
const addressesLastMs = 30 * 60_000;

/** Whose files: of a game, of an integration in general, or of both a game's for that integration (OPEN-40). */
export interface DocumentsAsked {
  gameId?: number;
  /** Null for every integration. */
  integrationId: number | null;
}

export const documentsQuery = ({ gameId, integrationId }: DocumentsAsked) => ({
  ...queryFor(listCertificates, {
    query: {
      ...(gameId === undefined ? {} : { gameId }),
      ...(integrationId === null ? {} : { integrationId }),
    },
  }),
  staleTime: 0,
  refetchInterval: addressesLastMs,
});

export const countsQuery = (integrationId: number | null) =>
  queryFor(countCertificates, { query: integrationId === null ? {} : { integrationId } });

/** What a document that came or went makes stale; a game's page holds its documents too. */
export async function refreshDocuments(client: QueryClient): Promise<void> {
  const stale = [listCertificates, countCertificates, getGame];
  await Promise.all(stale.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));
}
