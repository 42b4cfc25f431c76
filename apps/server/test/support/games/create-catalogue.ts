import type { InfraParts } from '../../../src/app.ts';
import type { HubModule, Infra } from '../../../src/infra/module.ts';
import { createGamesModule } from '../../../src/modules/games/index.ts';
import { createMediaModule } from '../../../src/modules/media/index.ts';
import { createNotificationsModule } from '../../../src/modules/notifications/index.ts';
import type { TestHub } from '../../hub.ts';

/** Who the provider's administrators are, for hubs of tests. */
export const testAdministrators = ['user-ludus_admin', 'user-second-admin'];

/** The games module with the modules it works with, for hubs of tests. */
export function createCatalogue(infra: Infra, { changes, outgoing, sendMail }: InfraParts): HubModule[] {
  const media = createMediaModule(infra);
  const recipients = async () =>
    testAdministrators.map((subject) => ({
      subject,
      username: subject,
      email: null,
      language: 'en' as const,
      integrationId: null,
      roles: ['ludus_admin' as const],
    }));
  const notifications = createNotificationsModule(infra, {
    users: { recipients },
    mail: sendMail,
    confirmMaintenance: async () => {},
  });
  const games = createGamesModule(infra, {
    changes,
    outgoing,
    media: media.service,
    notify: notifications.service.notify,
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
