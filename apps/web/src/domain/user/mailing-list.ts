import {
  createMailingListEntry,
  deleteMailingListEntry,
  listMailingList,
  updateMailingListEntry,
} from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export const mailingListQuery = () => queryFor(listMailingList, {});

/** What is sent: an entry for each address; null is every integration. */
export interface Entries {
  emails: string[];
  reportTypeId: 1 | 2 | 3;
  integrationId: number | null;
}

function useReload() {
  const invalidate = useInvalidateTags();
  return () => invalidate(['mailing-list']);
}

/** Some addresses were not taken; the others are on the list. */
export class NotAddedError extends Error {
  readonly refused: readonly { email: string; error: Error }[];
  constructor(refused: NotAddedError['refused']) {
    super();
    this.refused = refused;
  }
}

/** Adds an entry for each address, or changes the one with the id; the address of that stays. */
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
      if (refused.length > 0) throw new NotAddedError(refused);
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
