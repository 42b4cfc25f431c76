import { useUser } from '../../lib/auth/index.ts';
import { createPersistentStore, usePersistent } from '../../lib/persistent-store.ts';
import type { EntryId } from './navigation.ts';

export type Counts = { [Entry in EntryId]?: number | undefined } & {
  /** Tickets whose next answer is due from the reader's side. */
  toAnswer?: number | undefined;
};

/** What was read last, and for whom: the navigation shows it at once, `ReadCounts` reads anew once the first screen is shown. */
export const keptCounts = createPersistentStore<[userId: string, counts: Counts]>(
  'ludus.counts',
  ['', {}],
  (value) => (Array.isArray(value) && value[1] ? (value as [string, Counts]) : undefined),
);

export function useCounts(): Counts {
  const { userId } = useUser();
  const [of, counts] = usePersistent(keptCounts);
  return of === userId ? counts : {};
}
