/**
 * Moves between "not visible" and "viewing" that wait for the save. The ids are games of an
 * integration, or integrations of a game: the rules are the same.
 */

/** What the server holds of the links of one integration or game. */
export interface Links {
  /** What may be added: catalogue games, or active integrations. */
  addable: ReadonlySet<number>;
  /** Links whose is_active is null. */
  visible: ReadonlySet<number>;
  /** Links whose is_active is set: no move touches them. */
  owned: ReadonlySet<number>;
}

export interface Pending {
  /** Added ids, and whether their people are notified. */
  add: ReadonlyMap<number, boolean>;
  remove: ReadonlySet<number>;
}

export const nothingPending: Pending = { add: new Map(), remove: new Set() };

export const columns = ['hidden', 'viewing', 'owned'] as const;
export type Column = (typeof columns)[number];

export function pendingCount({ add, remove }: Pending): number {
  return add.size + remove.size;
}

/** The column an id stands in; null for one that is neither linked nor addable. */
export function columnOf({ add, remove }: Pending, id: number, links: Links): Column | null {
  if (links.owned.has(id)) return 'owned';
  if (add.has(id)) return 'viewing';
  if (links.visible.has(id)) return remove.has(id) ? 'hidden' : 'viewing';
  return links.addable.has(id) ? 'hidden' : null;
}

/** Adds what is not linked, and takes back a pending removal. No one is notified of additions by default. */
export function show(pending: Pending, ids: Iterable<number>, links: Links): Pending {
  const add = new Map(pending.add);
  const remove = new Set(pending.remove);
  for (const id of ids) {
    if (remove.delete(id)) continue;
    const isLinked = links.visible.has(id) || links.owned.has(id);
    if (!isLinked && !add.has(id) && links.addable.has(id)) add.set(id, false);
  }
  return { add, remove };
}

/** Marks what is saved for removal, and cancels what was only just added. */
export function hide(pending: Pending, ids: Iterable<number>, links: Links): Pending {
  const add = new Map(pending.add);
  const remove = new Set(pending.remove);
  for (const id of ids) {
    if (!add.delete(id) && links.visible.has(id) && !links.owned.has(id)) remove.add(id);
  }
  return { add, remove };
}

/** Sets whether the people of these additions are notified. */
export function setNotified(pending: Pending, ids: Iterable<number>, isNotified: boolean): Pending {
  const add = new Map(pending.add);
  for (const id of ids) if (add.has(id)) add.set(id, isNotified);
  return { ...pending, add };
}

/** The additions whose people are notified. */
export function notifiedIds({ add }: Pending): number[] {
  return [...add].flatMap(([id, isNotified]) => (isNotified ? [id] : []));
}

/** The visible ids once everything pending is saved. */
export function visibleAfter({ add, remove }: Pending, links: Links): number[] {
  return [...[...links.visible].filter((id) => !remove.has(id)), ...add.keys()];
}

/** What is still to be done of these moves when the server holds other links than before. */
export function rebase({ add, remove }: Pending, links: Links): Pending {
  return {
    add: new Map(
      [...add].filter(([id]) => links.addable.has(id) && !links.visible.has(id) && !links.owned.has(id)),
    ),
    remove: new Set([...remove].filter((id) => links.visible.has(id) && !links.owned.has(id))),
  };
}

/** What came and went between two states of the links, as people see it. */
export function differenceOf(
  before: Links,
  now: Links,
): { gained: number[]; lost: number[]; activated: number[] } {
  const isIn = (links: Links, id: number) => links.visible.has(id) || links.owned.has(id);
  const all = (links: Links) => [...links.visible, ...links.owned];
  return {
    gained: all(now).filter((id) => !isIn(before, id)),
    lost: all(before).filter((id) => !isIn(now, id)),
    activated: [...now.owned].filter((id) => before.visible.has(id)),
  };
}
