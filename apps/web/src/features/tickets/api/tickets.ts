import {
  type BodyInput,
  createAnswer,
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  type QueryInput,
} from '@ludus/contract';
import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';

/** The addresses of attachments last an hour: a ticket left open gets new ones before that. */
const addressesLastMs = 30 * 60_000;

export const ticketsQuery = (query: QueryInput<typeof listTickets>) => ({
  ...queryFor(listTickets, { query }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

export const ticketQuery = (id: number) => ({
  ...queryFor(getTicket, { params: { id } }),
  staleTime: 0,
  refetchInterval: addressesLastMs,
});

export async function refreshTickets(client: QueryClient): Promise<void> {
  await Promise.all(
    [listTickets, getTicket].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}

export function useCreateTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createTicket>) => call(createTicket, { body }),
    onSuccess: () => refreshTickets(client),
  });
}

export function useCreateAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createAnswer>) => call(createAnswer, { body }),
    // Also when it was refused: the ticket may have been closed meanwhile.
    onSettled: () => refreshTickets(client),
  });
}

/** Deletes a ticket; one that is gone already counts as deleted. */
export function useDeleteTicket() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(id: number) {
      try {
        await call(deleteTicket, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    async onSuccess(_gone, id) {
      await client.invalidateQueries({ queryKey: keyOf(listTickets) });
      client.removeQueries({ queryKey: ticketQuery(id).queryKey });
    },
    onError: () => refreshTickets(client),
  });
}
