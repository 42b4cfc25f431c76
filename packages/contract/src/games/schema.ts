import { z } from 'zod';
import { certificate } from '../certificates/endpoints.ts';
import { instant, recordId, rowId } from '../common.ts';

export const gameTypes = ['SLOT MACHINE', 'ROULETTE', 'UNKNOW'] as const;
export const payMethods = ['Paylines', 'Scatter', 'Ways', 'Tumble'] as const;
export const mediaTypes = ['gallery', 'docs', 'assets'] as const;

/** A picture, video or link of a game. `variants` are smaller WebP renderings by width in pixels. */
export const gameMedium = z
  .strictObject({
    id: rowId,
    url: z.string(),
    mediaType: z.enum(mediaTypes),
    isMainImage: z.boolean(),
    isBanner: z.boolean(),
    isMiniBanner: z.boolean(),
    order: z.int().nonnegative(),
    width: z.int().positive().nullable(),
    height: z.int().positive().nullable(),
    variants: z.array(z.strictObject({ width: z.int().positive(), url: z.string() })),
  })
  .meta({ id: 'GameMedium' });
export type GameMedium = z.infer<typeof gameMedium>;

/** Link of a game to an integration: null is_active is visible, non-null is owned and active. */
export const integrationLink = z
  .strictObject({
    id: recordId,
    name: z.string(),
    externalIdentifier: z.string(),
    integration_games: z.strictObject({ is_active: instant.nullable(), is_requested: instant.nullable() }),
  })
  .meta({ id: 'IntegrationLink' });
export type IntegrationLink = z.infer<typeof integrationLink>;

/** A game. The last three stand only where the call asked for them; guests get no documents. */
export const game = z
  .strictObject({
    id: recordId,
    name: z.string(),
    sub_name: z.string().nullable(),
    slug: z.string(),
    externalIdentifier: z.string().nullable(),
    providerId: z.string().nullable(),
    rtp: z.number().nullable(),
    /** Standard deviation of a round's win per unit staked, and first day of the RTP variant in force: for the provider only. */
    rtp_std_dev: z.number().nullable().optional(),
    rtp_since: z.iso.date().nullable().optional(),
    volatility: z.int().min(0).max(10),
    hit_frequency: z.number().nullable(),
    max_multiplier_win: z.number().nullable(),
    type: z.enum(gameTypes),
    format: z.string(),
    max_bet: z.number().nullable(),
    min_bet: z.number().nullable(),
    pay_method: z.enum(payMethods),
    lines: z.int(),
    reels: z.int(),
    gameRows: z.int(),
    supportedPlatforms: z.strictObject({ mobile: z.boolean(), desktop: z.boolean() }),
    isBuyBonus: z.boolean(),
    isDev: z.boolean(),
    isDemo: z.boolean(),
    isCatalog: z.boolean(),
    max_exposure: z.number().nullable(),
    max_exposure_ratio: z.number().nullable(),
    release_date: z.iso.date().nullable(),
    propertiesData: z.record(z.string(), z.string()),
    description_en: z.string(),
    description_it: z.string(),
    createdAt: instant,
    /** Changes with every save: an editor sends back the one it loaded, so that no one's save is overwritten unseen. */
    updatedAt: instant,
    game_media: z.array(gameMedium).optional(),
    integrations: z.array(integrationLink).optional(),
    certificates: z.array(certificate).optional(),
  })
  .meta({ id: 'Game' });
export type Game = z.infer<typeof game>;

/** The little a session, a filter or a list row needs of a game. */
export const gameSummary = z
  .strictObject({
    id: recordId,
    name: z.string(),
    sub_name: z.string().nullable(),
    slug: z.string(),
    isCatalog: z.boolean(),
    isDev: z.boolean(),
    game_media: z.array(
      z.strictObject({ url: z.string(), isMainImage: z.boolean(), isMiniBanner: z.boolean() }),
    ),
  })
  .meta({ id: 'GameSummary' });
export type GameSummary = z.infer<typeof gameSummary>;

/** "name - sub_name", as filters list games. */
export function gameLabel(named: { name: string; sub_name: string | null }): string {
  return named.sub_name ? `${named.name} - ${named.sub_name}` : named.name;
}
