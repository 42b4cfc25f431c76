import { centsFromEuros, type Game } from '@ludus/contract';
import type { Db } from '../../infra/postgres/index.ts';
import { findGameIds, type GameValues, insertGame, insertLink, insertMedium } from './games.import.repo.ts';
import type { MediumRole } from './games.tables.ts';

/** A game to import; amounts in euro, rates in percent. */
export type ImportedGame = Omit<
  Game,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'max_exposure'
  | 'max_exposure_ratio'
  | 'game_media'
  | 'integrations'
  | 'certificates'
> & { createdAt: Date };

/** How a game stands at an integration: played there, visible there, or visible and requested. */
export type LinkState = 'active' | 'visible' | 'requested';

/** Imports records of the catalogue, each in the caller's transaction. */
export interface GameImporter {
  /** Ids of all games by slug. */
  idsBySlug(tx: Db): Promise<ReadonlyMap<string, number>>;
  /** Returns the new game's id. @throws Error when the slug is taken */
  insert(tx: Db, entry: ImportedGame): Promise<number>;
  /** Shows a stored file with a game; where the role allows only one and it is there, nothing happens. */
  addPicture(
    tx: Db,
    gameId: number,
    picture: { role: MediumRole; position: number; hash: string },
  ): Promise<void>;
  /** Links a game to an integration; a link that is there stays as it is. */
  link(tx: Db, link: { integrationId: number; gameId: number; state: LinkState; since: Date }): Promise<void>;
}

export function createGameImporter(): GameImporter {
  return {
    idsBySlug: findGameIds,
    insert: (tx, entry) => insertGame(tx, rowOf(entry)),
    addPicture: (tx, gameId, { role, position, hash }) =>
      insertMedium(tx, {
        game_id: gameId,
        media_type: 'gallery',
        role,
        position,
        file_hash: hash,
        url: null,
      }),
    link: (tx, { integrationId, gameId, state, since }) =>
      insertLink(tx, {
        integration_id: integrationId,
        game_id: gameId,
        is_active: state === 'active' ? since : null,
        is_requested: state === 'requested' ? since : null,
      }),
  };
}

/** A game as its row. */
export function rowOf(entry: ImportedGame): GameValues {
  return {
    name: entry.name,
    sub_name: entry.sub_name,
    slug: entry.slug,
    external_identifier: entry.externalIdentifier,
    provider_id: entry.providerId,
    rtp: entry.rtp,
    rtp_std_dev: entry.rtp_std_dev ?? null,
    rtp_since: entry.rtp_since ?? null,
    volatility: entry.volatility,
    hit_frequency: entry.hit_frequency,
    max_multiplier_win: entry.max_multiplier_win,
    type: entry.type,
    format: entry.format,
    max_bet_cents: cents(entry.max_bet),
    min_bet_cents: cents(entry.min_bet),
    pay_method: entry.pay_method,
    lines: entry.lines,
    reels: entry.reels,
    game_rows: entry.gameRows,
    on_mobile: entry.supportedPlatforms.mobile,
    on_desktop: entry.supportedPlatforms.desktop,
    is_buy_bonus: entry.isBuyBonus,
    is_dev: entry.isDev,
    is_demo: entry.isDemo,
    is_catalog: entry.isCatalog,
    max_exposure_cents: exposureCents(entry),
    release_date: entry.release_date,
    properties_data: JSON.stringify(entry.propertiesData),
    description_en: entry.description_en,
    description_it: entry.description_it,
    created_at: entry.createdAt,
    updated_at: entry.createdAt,
  };
}

/** Whole cents of an amount in euro with two decimals; null stays null. */
export const cents = (euros: number | null): number | null => (euros === null ? null : centsFromEuros(euros));

/** What the highest bet can win at most. Multipliers have two decimals, so the product is cut to whole cents. */
export function exposureCents({
  max_bet,
  max_multiplier_win,
}: Pick<ImportedGame, 'max_bet' | 'max_multiplier_win'>): string | null {
  if (max_bet === null || max_multiplier_win === null) return null;
  return String((BigInt(centsFromEuros(max_bet)) * BigInt(Math.round(max_multiplier_win * 100))) / 100n);
}
