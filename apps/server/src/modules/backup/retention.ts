import { type ListedSet, type Manifest, manifestName, wholeSets } from './manifest.ts';
import type { Storage } from './storage.ts';

/** Removes what interrupted backups have left. Only while no other backup runs. */
export async function removeRemains(storage: Storage, sets: readonly ListedSet[]): Promise<number> {
  const remains = sets.filter(({ manifest }) => manifest === null);
  for (const { id } of remains) await storage.remove(id);
  return remains.length;
}

/** The sets that are neither among the newest nor needed by one of them. */
export function expiredSets(sets: readonly Manifest[], keep: number): string[] {
  const newest = sets.slice(-keep);
  const needed = new Set(newest.flatMap(({ id, base }) => (base === null ? [id] : [id, base])));
  return sets.map(({ id }) => id).filter((id) => !needed.has(id));
}

/** Removes whole sets that are no longer kept, and returns their ids. */
export async function removeExpired(
  storage: Storage,
  sets: readonly ListedSet[],
  keep: number,
): Promise<string[]> {
  const expired = expiredSets(wholeSets(sets), keep);
  for (const id of expired) {
    // From here on it is no whole set any more.
    await storage.remove(`${id}/${manifestName}`);
    await storage.remove(id);
  }
  return expired;
}

/** The set that the next one is an increment of; null when it has to be full. */
export function chooseBase(sets: readonly Manifest[], fullEvery: number): Manifest | null {
  const base = sets.findLast(({ kind }) => kind === 'full');
  if (base === undefined) return null;
  const increments = sets.filter((set) => set.base === base.id).length;
  return increments + 1 < fullEvery ? base : null;
}
