import type { Game, GameMedium } from '@ludus/contract';
import type { ColumnType, Generated } from 'kysely';

/** numeric(p, s): text when read, so that no digit is lost. */
type Numeric = ColumnType<string | null, number | string | null | undefined, number | string | null>;
type Json<Value> = ColumnType<Value, string | undefined, string>;

export interface GamesTable {
  id: Generated<number>;
  name: string;
  sub_name: string | null;
  slug: string;
  external_identifier: string | null;
  provider_id: string | null;
  rtp: Numeric;
  rtp_std_dev: Numeric;
  rtp_since: ColumnType<string | null, string | null | undefined, string | null>;
  volatility: Generated<number>;
  hit_frequency: Numeric;
  max_multiplier_win: Numeric;
  type: Generated<Game['type']>;
  format: Generated<string>;
  max_bet_cents: number | null;
  min_bet_cents: number | null;
  pay_method: Generated<Game['pay_method']>;
  lines: Generated<number>;
  reels: Generated<number>;
  game_rows: Generated<number>;
  on_mobile: Generated<boolean>;
  on_desktop: Generated<boolean>;
  is_buy_bonus: Generated<boolean>;
  is_dev: Generated<boolean>;
  is_demo: Generated<boolean>;
  is_catalog: Generated<boolean>;
  max_exposure_cents: Numeric;
  release_date: string | null;
  properties_data: Json<Record<string, string>>;
  description_en: Generated<string>;
  description_it: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** What a medium is for. `gallery` is the only one a game may have several of. */
export type MediumRole = 'main' | 'banner' | 'mini' | 'gallery' | 'docs' | 'assets';

export interface GameMediaTable {
  id: Generated<number>;
  game_id: number;
  media_type: GameMedium['mediaType'];
  role: MediumRole;
  position: Generated<number>;
  file_hash: string | null;
  url: string | null;
  created_at: Generated<Date>;
}

/** Link of a game to an integration: null is_active is visible, non-null is owned and active. */
export interface IntegrationGamesTable {
  integration_id: number;
  game_id: number;
  is_active: Date | null;
  is_requested: Date | null;
  created_at: Generated<Date>;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    games: GamesTable;
    game_media: GameMediaTable;
    integration_games: IntegrationGamesTable;
  }
}
