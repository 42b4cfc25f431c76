import {
  assignTicket,
  type BodyInput,
  getTicketSettings,
  listTicketAssignees,
  saveTicketSettings,
} from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** Whom tickets can be assigned to. */
export const ticketAssigneesQuery = () => queryFor(listTicketAssignees, {});

export function useAssignTicket(id: number, onFailed: (error: Error) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (assigneeId: string | null) => call(assignTicket, { params: { id }, body: { assigneeId } }),
    onError: onFailed,
    // Also when it was refused: the ticket may have been closed meanwhile.
    onSettled: () => invalidate(['tickets']),
  });
}

/** Within how many hours tickets are answered. */
export const ticketSettingsQuery = () => queryFor(getTicketSettings, {});

export function useSaveTicketSettings() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof saveTicketSettings>) => call(saveTicketSettings, { body }),
    onSuccess: () => invalidate(['tickets']),
  });
}
