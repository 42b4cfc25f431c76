import {
  type BodyInput,
  exportCertificateCoverage,
  getCertificate,
  getCertificateCoverage,
  getIntegrationJurisdictions,
  listCertificateActions,
  type NeededJurisdiction,
  type QueryInput,
  searchCertificates,
  setIntegrationJurisdictions,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { withSignedAddresses } from '../../lib/signed-addresses.ts';

/** A page of documents by their end. */
export const certificatesQuery = (query: QueryInput<typeof searchCertificates>) => ({
  ...queryFor(searchCertificates, { query }),
  placeholderData: keepPreviousData,
  ...withSignedAddresses,
});

/** One document with all of its games. */
export const certificateQuery = (id: number) => ({
  ...queryFor(getCertificate, { params: { id } }),
  ...withSignedAddresses,
});

/** A page of games with the jurisdictions that they are certified for. */
export const coverageQuery = (query: QueryInput<typeof getCertificateCoverage>) => ({
  ...queryFor(getCertificateCoverage, { query }),
  placeholderData: keepPreviousData,
});

/** A page of what has expired, expires or is missing. */
export const certificateActionsQuery = (query: QueryInput<typeof listCertificateActions>) => ({
  ...queryFor(listCertificateActions, { query }),
  placeholderData: keepPreviousData,
});

/** A file of the whole matrix, or of all that needs action. */
export const requestCoverageFile = (body: BodyInput<typeof exportCertificateCoverage>) =>
  call(exportCertificateCoverage, { body });

/** Which jurisdictions an integration needs. */
export const integrationJurisdictionsQuery = (id: number) =>
  queryFor(getIntegrationJurisdictions, { params: { id } });

export function useSetJurisdictions(id: number, onSaved: () => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (jurisdictions: NeededJurisdiction[]) =>
      call(setIntegrationJurisdictions, { params: { id }, body: { jurisdictions } }),
    onSuccess() {
      onSaved();
      return invalidate(['certificates']);
    },
  });
}
