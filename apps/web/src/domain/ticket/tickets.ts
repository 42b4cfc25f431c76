import {
  type BodyInput,
  createAnswer,
  createTicket,
  deleteTicket,
  getTicket,
  type LinkTarget,
  listTickets,
  type QueryInput,
  restoreTicket,
  uploadTicketMedia,
} from '@ludus/contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, queryFor, upload, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { withSignedAddresses } from '../../lib/signed-addresses.ts';

export const ticketsQuery = (query: QueryInput<typeof listTickets>) => ({
  ...queryFor(listTickets, { query }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

/** The tickets about something or linked with it, newest first. */
export const ticketsAboutQuery = ({ kind, ref }: LinkTarget) =>
  queryFor(listTickets, { query: { about: `${kind}:${ref}` } });

export const ticketQuery = (id: number) => ({
  ...queryFor(getTicket, { params: { id } }),
  staleTime: 0,
  ...withSignedAddresses,
});

export function useCreateTicket() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createTicket>) => call(createTicket, { body }),
    onSuccess: () => invalidate(['tickets']),
  });
}

export function useCreateAnswer() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createAnswer>) => call(createAnswer, { body }),
    // Also when it was refused: the ticket may have been closed meanwhile.
    onSettled: () => invalidate(['tickets']),
  });
}

/** Deletes a ticket; one that is gone already counts as deleted. */
export function useDeleteTicket() {
  const client = useQueryClient();
  const invalidate = useInvalidateTags();
  return useMutation({
    async mutationFn(id: number) {
      try {
        await call(deleteTicket, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    async onSuccess(_gone, id) {
      const { queryKey } = ticketQuery(id);
      await invalidate(['tickets'], queryKey);
      client.removeQueries({ queryKey });
    },
    onError: () => invalidate(['tickets']),
  });
}

/**
 * Restores a deleted ticket; one that someone else has restored already counts as restored. `onDone` and `onFailed` are
 * called also when an event has reported the restoration, and unmounted the button, before the response arrives.
 */
export function useRestoreTicket(onDone: () => void, onFailed: (error: Error) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    async mutationFn(id: number) {
      try {
        await call(restoreTicket, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
      }
    },
    onSuccess: onDone,
    onError: onFailed,
    onSettled: () => invalidate(['tickets']),
  });
}

/** Where files go: to a ticket, or to an answer of it. */
export interface FilesTarget {
  ticketId: number;
  answerId?: number;
}

interface FileEvents {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends files one at a time; whoever sends several calls `invalidate` once, after the last. */
export function useSendTicketFiles() {
  const invalidate = useInvalidateTags();
  return {
    send: (file: File, { ticketId, answerId }: FilesTarget, events: FileEvents) =>
      upload(uploadTicketMedia, {
        params: { id: ticketId },
        fields: answerId === undefined ? {} : { answerId },
        file,
        ...events,
      }),
    invalidate: () => invalidate(['tickets']),
  };
}
