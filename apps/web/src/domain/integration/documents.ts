import { listCertificates } from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';
import { withSignedAddresses } from '../../lib/signed-addresses.ts';

/** Whose files: of a game, of an integration in general, or of both a game's for that integration. */
export interface DocumentsFilter {
  gameId?: number;
  /** Null for every integration. */
  integrationId: number | null;
}

export const documentsQuery = ({ gameId, integrationId }: DocumentsFilter) => ({
  ...queryFor(listCertificates, {
    query: {
      ...(gameId === undefined ? {} : { gameId }),
      ...(integrationId === null ? {} : { integrationId }),
    },
  }),
  staleTime: 0,
  ...withSignedAddresses,
});

/** Every document that the person sees. */
export const allDocumentsQuery = () => documentsQuery({ integrationId: null });

/** The files of one game, for its editor. */
export const gameDocumentsQuery = (gameId: number) => queryFor(listCertificates, { query: { gameId } });
