import { addTicketLink, type LinkTarget, listTicketLinks, removeTicketLink } from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** What a ticket is linked with, as far as the reader may see it. */
export const ticketLinksQuery = (id: number) => queryFor(listTicketLinks, { params: { id } });

export function useAddTicketLink(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: LinkTarget) => call(addTicketLink, { params: { id }, body }),
    onSettled: () => invalidate(['tickets']),
  });
}

export function useRemoveTicketLink(id: number, onFailed: (error: Error) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (linkId: number) => call(removeTicketLink, { params: { id, linkId } }),
    onError: onFailed,
    onSettled: () => invalidate(['tickets']),
  });
}
