import { listViews } from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';

/** The person's own views and those that are shared with them, of every screen, by name. */
export const viewsQuery = () => queryFor(listViews, {});
