import type { TestHub } from '../../../test/hub.ts';
import type { PlatformParts } from '../../app.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createMediaModule } from '../media/index.ts';
import { createNotificationsModule } from '../notifications/index.ts';
import { createGamesModule } from './index.ts';

/** Who the provider's administrators are, for hubs of tests. */
export const testAdministrators = ['user-ludus_admin', 'user-second-admin'];

/** The games module with the modules it works with, for hubs of tests. */
export function createCatalogue(
  platform: Platform,
  { changes, outgoing, sendMail }: PlatformParts,
): HubModule[] {
  const media = createMediaModule(platform);
  const recipients = async () =>
    testAdministrators.map((subject) => ({
      subject,
      username: subject,
      email: null,
      language: 'en' as const,
      integrationId: null,
      roles: ['ludus_admin' as const],
    }));
  const notifications = createNotificationsModule(platform, {
    users: { recipients },
    mail: sendMail,
    confirmMaintenance: async () => {},
  });
  const games = createGamesModule(platform, {
    changes,
    outgoing,
    media: media.service,
    tell: notifications.service.tell,
  });
  return [media, notifications, games];
}

/** A whole form as the wizard sends it for a new game. */
export function gameForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Frostjarl',
    sub_name: 'The long night',
    slug: 'frostjarl',
    rtp: 96.123,
    volatility: 7,
    hit_frequency: 31.4,
    max_multiplier_win: 5_000,
    type: 'SLOT MACHINE',
    propertiesData: { Jackpot: 'none' },
    description_en: 'Cold.',
    description_it: 'Freddo.',
    release_date: '2026-05-01',
    supportedPlatforms: { mobile: true, desktop: true },
    integrations: [],
    format: 'HTML5',
    max_bet: 100,
    min_bet: 0.1,
    lines: 25,
    reels: 5,
    gameRows: 3,
    isBuyBonus: false,
    isDev: false,
    isDemo: true,
    pay_method: 'Paylines',
    isCatalog: true,
    ...changes,
  };
}

/** What the log says of a game, the latest entry first. */
export async function logOf(hub: TestHub, gameId: number) {
  const rows = await hub.stores.postgres.db
    .selectFrom('logs')
    .innerJoin('log_types', 'log_types.id', 'logs.log_type_id')
    .select([
      'log_types.name as type',
      'action',
      'description',
      'user_id',
      'username',
      'related_object',
      'updates',
    ])
    .where('related_id', '=', String(gameId))
    .orderBy('logs.id', 'desc')
    .execute();
  return rows as (Omit<(typeof rows)[number], 'updates'> & {
    updates: Record<string, { old: unknown; new: unknown }>;
  })[];
}
