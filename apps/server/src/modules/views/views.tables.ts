import type { Generated } from 'kysely';

export interface SavedViewsTable {
  id: Generated<number>;
  /** The `sub` of the identity provider. */
  owner_id: string;
  /** The integration of the owner; null for staff of the provider. */
  owner_integration_id: number | null;
  screen: string;
  /** Unique per owner and screen, whatever its case. */
  name: string;
  /** JSON of search parameters. */
  params: string;
  shared_role: string | null;
  shared_integration_id: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface SavedViewPinsTable {
  view_id: number;
  user_id: string;
  pinned_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    saved_views: SavedViewsTable;
    saved_view_pins: SavedViewPinsTable;
  }
}
