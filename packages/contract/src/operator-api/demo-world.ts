import { z } from 'zod';
import { PLATFORM_VERSIONS } from './constants.ts';
import {
  gameSlugSchema,
  platformInstantSchema,
  platformOperatorSchema,
  platformUserSchema,
} from './schemas.ts';

const service = z.strictObject({ url: z.url(), token: z.string().min(1) });

/** Facts of a game as the provider's game storage keeps them. min_bet and max_bet are euro, rtp is percent. */
export const demoGameSchema = z.strictObject({
  name: z.string().min(1),
  sub_name: z.string().nullable(),
  slug: gameSlugSchema,
  theme: z.string(),
  type: z.enum(['SLOT MACHINE', 'ROULETTE']),
  format: z.string(),
  rtp: z.number(),
  rtpStdDev: z.number(),
  volatility: z.int().min(1).max(10),
  hit_frequency: z.number(),
  max_multiplier_win: z.number(),
  min_bet: z.number(),
  max_bet: z.number(),
  pay_method: z.string(),
  lines: z.int(),
  reels: z.int(),
  gameRows: z.int(),
  isBuyBonus: z.boolean(),
  isDev: z.boolean(),
  isDemo: z.boolean(),
  supportedPlatforms: z.strictObject({ mobile: z.boolean(), desktop: z.boolean() }),
  release_date: z.iso.date(),
  propertiesData: z.record(z.string(), z.string()),
  description_en: z.string(),
  description_it: z.string(),
  popularity: z.number().min(0).max(1).describe('share of play, relative to the most played game'),
});
export type DemoGame = z.infer<typeof demoGameSchema>;

/** Addresses of the pictures and videos of a game; null or empty where it has none. */
export const demoGameMediaSchema = z.strictObject({
  cover: z.url().nullable(),
  banner: z.url().nullable(),
  mini: z.url().nullable(),
  gallery: z.array(z.url()),
});

/**
 * How a game stands at a platform: played there; to be seen there and not (yet) played; to be seen there and asked for
 * by the platform.
 */
export const demoOfferSchema = z.strictObject({
  slug: gameSlugSchema,
  state: z.enum(['active', 'visible', 'requested']),
  since: platformInstantSchema,
});

export const demoPlatformSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  version: z.enum(PLATFORM_VERSIONS),
  services: z.strictObject({ gaming: service, data: service, play: service, launch: service }),
  bookkeepingToken: z.string(),
  operatorToken: z.string(),
  maintenanceToken: z.string(),
  historyFrom: platformInstantSchema.describe('no session of the platform is older than this'),
  operators: z.array(platformOperatorSchema),
  users: z.array(platformUserSchema),
  games: z.array(demoOfferSchema),
});
export type DemoPlatform = z.infer<typeof demoPlatformSchema>;

/** `GET /world.json` of the sandbox: everything that a demo hub registers, with addresses that respond. */
export const demoWorldSchema = z.strictObject({
  demoHostUrl: z.url().describe('a demo game is at <demoHostUrl>/<slug>?fullBtn=false'),
  storageUrl: z.url().describe('the game storage answers <storageUrl>/v1/games'),
  inboxUrl: z.url().describe('page of received mails; their JSON is at <inboxUrl>/messages.json'),
  smtpUrl: z.string().describe('smtp://host:port of the inbox'),
  webhooksUrl: z.url().describe('receivers of webhooks: the hub calls <webhooksUrl>/<name>'),
  platforms: z.array(demoPlatformSchema),
  games: z.array(demoGameSchema.extend({ media: demoGameMediaSchema })),
  storageGames: z.array(demoGameSchema.extend({ media: demoGameMediaSchema })),
});
export type DemoWorld = z.infer<typeof demoWorldSchema>;

/** Response of `<storageUrl>/v1/games`: every game of the storage, catalogue games included. */
export const storageGamesSchema = z.strictObject({
  games: z.array(demoGameSchema.extend({ id: z.string().describe('id of the game in the storage') })),
});
export type StorageGames = z.infer<typeof storageGamesSchema>;
