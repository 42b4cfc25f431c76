import {
  createMailingListEntry,
  deleteMailingListEntry,
  listIntegrations,
  listMailingList,
  updateMailingListEntry,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';
import type { Entries } from '../entry.ts';

export const mailingListQuery = () => queryFor(listMailingList, {});

export const integrationsQuery = () => queryFor(listIntegrations, { query: {} });

function useReload() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOf(listMailingList) });
}

/** Some addresses were not taken; the others are on the list. */
export class NotAdded extends Error {
  readonly refused: readonly { email: string; error: Error }[];
  constructor(refused: NotAdded['refused']) {
    super();
    this.refused = refused;
  }
}

/** Adds an entry for each address, or changes the one with the id; the address of that stays (MAIL-05). */
export function useSaveEntries() {
  return useMutation({
    async mutationFn({ id, entries: { emails, ...change } }: { id: number | null; entries: Entries }) {
      if (id !== null) {
        await call(updateMailingListEntry, { params: { id }, body: change });
        return;
      }
      const refused: { email: string; error: Error }[] = [];
      for (const email of emails) {
        try {
          await call(createMailingListEntry, { body: { email, ...change } });
        } catch (error) {
          refused.push({ email, error: error as Error });
        }
      }
      if (refused.length > 0) throw new NotAdded(refused);
    },
    // Also after a refusal: of several addresses, others may have been taken.
    onSettled: useReload(),
  });
}

export function useDeleteEntry() {
  return useMutation({
    mutationFn: (id: number) => call(deleteMailingListEntry, { params: { id } }),
    onSuccess: useReload(),
  });
}
