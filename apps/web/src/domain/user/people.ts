import { listUsers } from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';

/** Everyone, or the people of one integration with the administrators of the provider. */
export const usersQuery = (integrationId: number | null) =>
  queryFor(listUsers, { query: integrationId === null ? {} : { integrationId } });
