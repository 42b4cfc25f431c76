/** Changes of a game's links that wait for the save, by integration id. */
export interface Assignment {
  add: readonly number[];
  remove: readonly number[];
}

export const noChange: Assignment = { add: [], remove: [] };

/** Onto the add list, unless it was assigned to begin with; then it only leaves the delete list. */
export function assign(change: Assignment, id: number, original: ReadonlySet<number>): Assignment {
  const remove = change.remove.filter((other) => other !== id);
  const isNew = !original.has(id) && !change.add.includes(id);
  return { add: isNew ? [...change.add, id] : change.add, remove };
}

/** Onto the delete list, unless it was just added; then it only leaves the add list. */
export function unassign(change: Assignment, id: number, original: ReadonlySet<number>): Assignment {
  const add = change.add.filter((other) => other !== id);
  const isOld = original.has(id) && !change.remove.includes(id);
  return { add, remove: isOld ? [...change.remove, id] : change.remove };
}

export function isAssigned(change: Assignment, id: number, original: ReadonlySet<number>): boolean {
  return change.add.includes(id) || (original.has(id) && !change.remove.includes(id));
}

/** The change that is still to be made when the links are no longer what they were. */
export function rebaseAssignment(change: Assignment, original: ReadonlySet<number>): Assignment {
  return {
    add: change.add.filter((id) => !original.has(id)),
    remove: change.remove.filter((id) => original.has(id)),
  };
}
