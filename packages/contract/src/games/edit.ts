import { z } from 'zod';
import { heldChange } from '../approvals/schema.ts';
import { instant, pastOrFutureDay, queryId, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { game, gameMedium, gameTypes, payMethods } from './schema.ts';

/** Letters, digits, underscore and hyphen; unique among all games. */
export const gameSlug = z
  .string()
  .trim()
  .min(1, fieldCode('fields.slugRequired'))
  .max(80)
  .regex(/^[A-Za-z0-9_-]+$/, fieldCode('fields.slugForm'));

const toCents = (value: number) => Math.round(value * 100) / 100;

/** A number of at least 0 with two decimals, or null when not given. */
function decimal(max: number) {
  return z.number().min(0).max(max).transform(toCents).nullable();
}

const whole = z.int().min(0).max(1_000_000);

const propertyMap = z
  .record(z.string().trim().min(1).max(80), z.string().max(500))
  .refine((map) => Object.keys(map).length <= 50, { message: fieldCode('fields.customFields') });

/** What a person writes of a game; the same for creating and updating. */
const gameFields = {
  name: z.string().trim().min(1, fieldCode('fields.gameNameRequired')).max(120),
  sub_name: z.string().trim().max(120).nullable(),
  slug: gameSlug,
  externalIdentifier: z.string().max(120).nullable().optional(),
  rtp: decimal(100),
  /** In stakes; absent, both stay as they are. */
  rtp_std_dev: z.number().min(0.01).max(10_000).transform(toCents).nullable().optional(),
  rtp_since: pastOrFutureDay.nullable().optional(),
  /** 0 is "not set". */
  volatility: z.int().min(0).max(10),
  hit_frequency: decimal(9_999_999),
  max_multiplier_win: decimal(999_999_999),
  type: z.enum(gameTypes),
  propertiesData: propertyMap,
  description_en: z.string().max(5000),
  description_it: z.string().max(5000),
  release_date: pastOrFutureDay.nullable(),
  supportedPlatforms: z.strictObject({ mobile: z.boolean(), desktop: z.boolean() }),
  /** Part of the documented payload; links change by the lists below only. */
  integrations: z.array(z.unknown()).max(2000).optional(),
  format: z.string().trim().min(1).max(40),
  max_bet: decimal(9_999_999),
  min_bet: decimal(9_999_999),
  /** Kept for Paylines and Ways, 0 for the others. */
  lines: whole,
  reels: whole,
  gameRows: whole,
  isBuyBonus: z.boolean(),
  isDev: z.boolean(),
  isDemo: z.boolean(),
  /** Without a value it is max_bet times max_multiplier_win when a game is created. */
  max_exposure: decimal(99_999_999_999).optional(),
  integrationsToAdd: z.array(recordId).max(2000).optional(),
  integrationsToDelete: z.array(recordId).max(2000).optional(),
  /** The same under the name of the other document. */
  integrationsToRemove: z.array(recordId).max(2000).optional(),
  pay_method: z.enum(payMethods),
  isCatalog: z.literal(true).optional(),
};

const hasBetRange = (body: { min_bet: number | null; max_bet: number | null }) =>
  body.min_bet === null || body.max_bet === null || body.min_bet <= body.max_bet;
const betRange = { path: ['min_bet'], message: fieldCode('fields.betOrder') };

export const gameUpdate = z
  .strictObject({
    id: recordId.optional(),
    ...gameFields,
    /** The game's updatedAt when the editor loaded it: a save on top of someone else's is refused with 409. */
    updatedAt: instant.optional(),
  })
  .refine(hasBetRange, betRange)
  .meta({ id: 'GameUpdate' });
export type GameUpdate = z.output<typeof gameUpdate>;
export type GameUpdateInput = z.input<typeof gameUpdate>;

/** `id` names the storage game it is made of. */
export const gameCreation = z
  .strictObject({ id: recordId.optional(), ...gameFields })
  .refine(hasBetRange, betRange)
  .meta({ id: 'GameCreation' });
export type GameCreation = z.output<typeof gameCreation>;

const providerName = z.strictObject({ providerName: z.literal('gamestorage').optional() });
const gameParams = z.strictObject({ id: queryId });

/** Removing an active link is refused with 409. */
export const updateGame = endpoint({
  id: 'updateGame',
  method: 'PUT',
  path: '/games/update/:id',
  access: 'games:edit',
  tag: 'games',
  summary: 'Save a game and its visibility',
  params: gameParams,
  query: providerName,
  body: gameUpdate,
  response: game,
  accepted: heldChange,
  failures: [404, 409],
});

/** 409 for a slug that another game has. */
export const createGame = endpoint({
  id: 'createGame',
  method: 'POST',
  path: '/games/create/:source',
  access: 'games:edit',
  tag: 'games',
  summary: 'Create a catalogue game, new or from the storage',
  params: z.strictObject({ source: z.enum(['gamestorage', 'local']) }),
  body: gameCreation,
  response: game,
  failures: [404, 409],
});

/** 409 while any integration plays it. */
export const deleteGame = endpoint({
  id: 'deleteGame',
  method: 'DELETE',
  path: '/games/delete/:id',
  access: 'games:edit',
  tag: 'games',
  summary: 'Delete a game that no one uses',
  params: gameParams,
  response: z.null(),
  failures: [404, 409],
});

/** Files of a game's own: they go up as multipart, one file a call. */
export const mediaUpload = z
  .strictObject({
    isMainImage: z.stringbool().optional(),
    isBanner: z.stringbool().optional(),
    isMiniBanner: z.stringbool().optional(),
    mediaType: z.literal('gallery').optional(),
    type: z.literal('file').optional(),
  })
  .meta({ id: 'MediaUpload' });

/** What a picture or video may have at most: bytes as it is sent, and pixels once a picture is decoded. */
export const mediaLimits = { bytes: 104_857_600, pixels: 50_000_000 } as const;

export const uploadGameMedia = endpoint({
  id: 'uploadGameMedia',
  method: 'POST',
  path: '/games/media/upload/:gameId',
  access: 'games:edit',
  tag: 'games',
  summary: 'Store a picture or video of a game',
  params: z.strictObject({ gameId: queryId }),
  upload: { maxBytes: mediaLimits.bytes },
  body: mediaUpload,
  response: gameMedium,
  failures: [404, 413, 415],
});

/** One docs and one assets address per game; a new one replaces the old. */
export const addGameMediaUrl = endpoint({
  id: 'addGameMediaUrl',
  method: 'POST',
  path: '/games/media/url/:gameId',
  access: 'games:edit',
  tag: 'games',
  summary: 'Set the docs or promo assets address of a game',
  params: z.strictObject({ gameId: queryId }),
  body: z.strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2000),
    mediaType: z.enum(['docs', 'assets']),
    type: z.literal('url'),
  }),
  response: gameMedium,
  failures: [404],
});

export const deleteGameMedia = endpoint({
  id: 'deleteGameMedia',
  method: 'DELETE',
  path: '/games/media/delete/:mediaId',
  access: 'games:edit',
  tag: 'games',
  summary: 'Delete a medium of a game',
  params: z.strictObject({ mediaId: queryRowId }),
  response: z.null(),
  failures: [404],
});

/** Entries of one game's gallery, each with its place. */
export const orderGameMedia = endpoint({
  id: 'orderGameMedia',
  method: 'PUT',
  path: '/games/media/order',
  access: 'games:edit',
  tag: 'games',
  summary: 'Set the order of a gallery',
  body: z
    .array(z.looseObject({ id: rowId, order: z.int().min(0).max(100_000) }))
    .min(1)
    .max(1000),
  response: z.array(gameMedium),
  failures: [404],
});

/**
 * For the caller's own integration and a visible, not yet requested game only. With `notify` every ludus_admin is notified
 * in the same transaction; without it, `notifyRequestedGames` sends one notification for several games.
 */
export const requestGame = endpoint({
  id: 'requestGame',
  method: 'POST',
  path: '/games/interested',
  access: 'games:wish',
  tag: 'games',
  summary: 'Put a game on the wishlist of the caller’s integration',
  query: z.strictObject({
    integrationName: z.string().min(1).max(120),
    gameId: queryId,
    isInterested: z.literal('true').optional(),
    notify: z.literal('true').optional(),
  }),
  response: game,
  failures: [404, 409],
});

/** Notifies every ludus_admin which games an integration requests. */
export const notifyRequestedGames = endpoint({
  id: 'notifyRequestedGames',
  method: 'POST',
  path: '/notify-requested-games',
  access: 'games:ask',
  tag: 'games',
  summary: 'Notify the provider of requested games',
  body: z.strictObject({ gameIds: z.array(recordId).min(1).max(500) }),
  response: z.strictObject({ message: z.string() }),
  failures: [404],
});

export const gameEditEndpoints = [
  updateGame,
  createGame,
  deleteGame,
  uploadGameMedia,
  addGameMediaUrl,
  deleteGameMedia,
  orderGameMedia,
  requestGame,
  notifyRequestedGames,
] as const;
