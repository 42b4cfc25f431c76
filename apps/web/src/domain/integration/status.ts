import {
  type BodyInput,
  closeOutage,
  getOutage,
  getStatusPage,
  type IntegrationStatus,
  listInterruptions,
  listStatus,
  type QueryInput,
  sendOutageMessage,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** The integrations that the viewer sees, at a glance. */
export const statusListQuery = () => queryFor(listStatus, {});

/** Where the outage that goes on at an integration is shown, or how its services are while there is none. */
export const outagePath = ({ integration, outageId }: Pick<IntegrationStatus, 'integration' | 'outageId'>) =>
  `/status?integration=${integration.id}${outageId === null ? '' : `&outage=${outageId}`}`;

/** 90 days of one integration. The one before it stays while this one loads. */
export const statusPageQuery = (integrationId: number) => ({
  ...queryFor(getStatusPage, { params: { integrationId } }),
  placeholderData: keepPreviousData,
});

/** The outages and maintenances of a period. */
export const interruptionsQuery = (query: QueryInput<typeof listInterruptions>) =>
  queryFor(listInterruptions, { query });

export const outageQuery = (id: number) => queryFor(getOutage, { params: { id } });

/** Also after a refusal an outage is read again: it has ended meanwhile. */
function useReload() {
  const invalidate = useInvalidateTags();
  return () => invalidate(['services']);
}

export function useSendOutageMessage(id: number) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof sendOutageMessage>) =>
      call(sendOutageMessage, { params: { id }, body }),
    onSettled: useReload(),
  });
}

export function useCloseOutage(id: number) {
  return useMutation({
    mutationFn: () => call(closeOutage, { params: { id } }),
    onSettled: useReload(),
  });
}
