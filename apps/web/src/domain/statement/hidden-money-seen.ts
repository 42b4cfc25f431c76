import { createPersistentStore } from '../../lib/persistent-store.ts';

/** Whether someone has closed the note of what their role hides, on any screen. */
export const seenStore = createPersistentStore('ludus.hidden-money-seen', false, (value) =>
  typeof value === 'boolean' ? value : undefined,
);
