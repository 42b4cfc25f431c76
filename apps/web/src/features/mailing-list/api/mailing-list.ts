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
  readonly emails: readonly string[];
  constructor(emails: readonly string[], cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause });
    this.emails = emails;
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
      const refused: string[] = [];
      let reason: unknown;
      for (const email of emails) {
        try {
          await call(createMailingListEntry, { body: { email, ...change } });
        } catch (error) {
          refused.push(email);
          reason ??= error;
        }
      }
      if (refused.length > 0) throw new NotAdded(refused, reason);
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
