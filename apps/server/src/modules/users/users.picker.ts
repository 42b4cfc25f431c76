import { type listUsers, type QueryOf, type ResponseOf, recognisedRoles } from '@ludus/contract';
import type { Db } from '../../infra/postgres/index.ts';
import { findPicked } from './users.picker.repo.ts';
import { administratorRoles } from './users.policy.ts';

/** People as pickers list them. */
export async function listPeople(
  db: Db,
  { integrationId }: QueryOf<typeof listUsers>,
): Promise<ResponseOf<typeof listUsers>> {
  const rows = await findPicked(db, { integrationId: integrationId ?? null, roles: administratorRoles });
  return {
    rows: rows.map(({ subject, roles, integration_id, ...row }) => ({
      ...row,
      userId: subject,
      roles: recognisedRoles(roles),
      integrationId: integration_id,
    })),
  };
}
