import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { Viewer } from './views.policy.ts';
import type { SavedViewsTable } from './views.tables.ts';
import '../integrations/index.ts';
import '../users/index.ts';

export interface ViewRow {
  id: number;
  owner_id: string;
  owner_integration_id: number | null;
  owner: string | null;
  screen: string;
  name: string;
  params: Record<string, string>;
  shared_role: string | null;
  shared_integration_id: number | null;
  shared_integration: string | null;
  is_pinned: boolean;
  updated_at: Date;
}

/** The views that a person sees, by name; `id` leaves one of them. */
export async function findViews(db: Db, viewer: Viewer, id: number | null = null): Promise<ViewRow[]> {
  const { userId, roles, integrationId, administers, screens } = viewer;
  const administered =
    administers === 'provider'
      ? sql`v.owner_integration_id IS NULL`
      : administers === 'own integration'
        ? sql`v.owner_integration_id = ${integrationId}::integer`
        : sql`false`;
  const { rows } = await sql<ViewRow>`
    SELECT v.id, v.owner_id, v.owner_integration_id, u.username AS owner, v.screen, v.name, v.params, v.shared_role,
      v.shared_integration_id, i.name AS shared_integration, p.view_id IS NOT NULL AS is_pinned, v.updated_at
    FROM saved_views v
    LEFT JOIN users u ON u.subject = v.owner_id
    LEFT JOIN integrations i ON i.id = v.shared_integration_id
    LEFT JOIN saved_view_pins p ON p.view_id = v.id AND p.user_id = ${userId}
    WHERE v.screen = ANY(${[...screens]}::text[])
      AND (${id}::integer IS NULL OR v.id = ${id})
      AND (v.owner_id = ${userId}
        OR (v.shared_role IS NOT NULL OR v.shared_integration_id IS NOT NULL)
          AND (${administered}
            OR (v.shared_role IS NULL OR v.shared_role = ANY(${[...roles]}::text[]))
              AND (v.shared_integration_id IS NULL OR v.shared_integration_id = ${integrationId}::integer)))
    ORDER BY lower(v.name), v.id`.execute(db);
  return rows;
}

/** Until the transaction ends, no one else adds views or pins of this person. */
export async function lockOwner(tx: Db, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`views ${userId}`}, 0))`.execute(tx);
}

export async function countViews(tx: Db, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_views')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Undefined when its owner has a view of that name on that screen. */
export async function insertView(tx: Db, view: Insertable<SavedViewsTable>): Promise<number | undefined> {
  const row = await tx
    .insertInto('saved_views')
    .values(view)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether another view of that owner and screen has this name. */
export async function isNameTaken(
  tx: Db,
  { id, owner_id, screen, name }: Pick<ViewRow, 'id' | 'owner_id' | 'screen' | 'name'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('saved_views')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('screen', '=', screen)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateView(tx: Db, id: number, change: Updateable<SavedViewsTable>): Promise<void> {
  await tx.updateTable('saved_views').set(change).where('id', '=', id).execute();
}

export async function deleteView(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
}

/** Pins of views that the person may no longer see count too: they come back with the view. */
export async function countPins(tx: Db, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_view_pins')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertPin(tx: Db, viewId: number, userId: string, at: Date): Promise<void> {
  await tx
    .insertInto('saved_view_pins')
    .values({ view_id: viewId, user_id: userId, pinned_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deletePin(tx: Db, viewId: number, userId: string): Promise<void> {
  await tx
    .deleteFrom('saved_view_pins')
    .where('view_id', '=', viewId)
    .where('user_id', '=', userId)
    .execute();
}
