import {
  createMailingListEntry,
  deleteMailingListEntry,
  listIntegrations,
  listMailingList,
  updateMailingListEntry,
} from '@ludus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryFor } from '../../../lib/api/index.ts';
import type { Entry } from '../entry.ts';

export const mailingListQuery = () => queryFor(listMailingList, {});

export const integrationsQuery = () => queryFor(listIntegrations, { query: {} });

function useReload() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOf(listMailingList) });
}

/** Adds an entry, or changes the one with the id; the address of that stays (MAIL-05). */
export function useSaveEntry() {
  return useMutation({
    mutationFn: ({ id, entry: { email, ...change } }: { id: number | null; entry: Entry }) =>
      id === null
        ? call(createMailingListEntry, { body: { email, ...change } })
        : call(updateMailingListEntry, { params: { id }, body: change }),
    onSuccess: useReload(),
  });
}

export function useDeleteEntry() {
  return useMutation({
    mutationFn: (id: number) => call(deleteMailingListEntry, { params: { id } }),
    onSuccess: useReload(),
  });
}
