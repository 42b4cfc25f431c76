import { z } from 'zod';
import { queryId, recordId, rowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';

/** A person the hub knows, as pickers list people. */
export const pickedUser = z
  .strictObject({
    id: rowId,
    /** The `sub` of the identity provider; null for people known only from their platform. */
    userId: z.string().nullable(),
    username: z.string(),
    email: z.string().nullable(),
    roles: z.array(z.enum(roles)),
    integrationId: recordId.nullable(),
    integration: z.string().nullable(),
  })
  .meta({ id: 'PickedUser' });
export type PickedUser = z.infer<typeof pickedUser>;

/** By username. `integrationId` leaves the people of that integration and provider administrators. */
export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  access: 'users:pick',
  tag: 'users',
  summary: 'People, for pickers',
  query: z.strictObject({ integrationId: queryId.optional() }),
  response: rowsOf(pickedUser),
});

export const userEndpoints = [listUsers] as const;
