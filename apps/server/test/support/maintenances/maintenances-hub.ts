import type { Identity, Role } from '@ludus/contract';
import type { ActorIntegration } from '../../../src/infra/access/index.ts';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import { NotFoundError } from '../../../src/infra/errors/index.ts';
import type { HubModule } from '../../../src/infra/module.ts';
import type { Audience } from '../../../src/infra/realtime/index.ts';
import type {
  IntegrationConnection,
  ReferenceIntegration,
  References,
} from '../../../src/modules/integrations/index.ts';
import {
  createMaintenanceConfirmations,
  createMaintenancesModule,
  type MaintenancesModule,
} from '../../../src/modules/maintenances/index.ts';
import {
  type ConfirmMaintenance,
  createNotificationsModule,
} from '../../../src/modules/notifications/index.ts';
import { createUsersModule } from '../../../src/modules/users/index.ts';
import { addIntegration } from '../../catalogue.ts';
import { asOwner } from '../../harness.ts';
import { startTestHub, type TestHub } from '../../hub.ts';
import { recordedRealtime } from '../../realtime.ts';
import { type TokenOptions, tokenFor } from '../../tokens.ts';

const start = '2026-05-04T10:00:00Z';

interface LogRow {
  log_type_id: number;
  action: string;
  username: string;
  description: string;
  related_id: string;
  related_object: object;
  updates: object;
}

export interface MaintenancesFixture {
  hub: TestHub;
  module: MaintenancesModule;
  confirmMaintenance: ConfirmMaintenance;
  clock: FixedClock;
  alpina: ActorIntegration;
  baltica: ActorIntegration;
  /** Without any user. */
  empty: ActorIntegration;
  /** Not active. */
  dormant: ActorIntegration;
  /** How platforms are reached, by the id of their integration; there is none at first. */
  connections: Map<number, Partial<IntegrationConnection>>;
  /** What the identity provider says of people now, by subject; it knows no one at first. */
  identities: Map<string, Identity>;
  token(role: Role, options?: TokenOptions): Promise<string>;
  /** Of Alpina, reads Italian. */
  anna(): Promise<string>;
  /** Of Baltica, reads English. */
  boris(): Promise<string>;
  /** The body of a good announcement for 18 May, with something else in place. */
  wanted(part?: object, integrations?: number[]): { args: object; integrations: number[] };
  announce(body?: unknown, as?: string): ReturnType<TestHub['call']>;
  /** Runs before people are notified; does nothing unless set. */
  beforeNotifying: { act(): void };
  /** The payloads of queued jobs of a name. */
  queued(name: string): ReturnType<typeof queuedJobs>;
  /** What has been logged since the last `forget`. */
  logged(): Promise<LogRow[]>;
  /** Who was notified since the last `forget` that maintenances changed. */
  heard(): Audience[];
  count(table: 'maintenances' | 'notifications' | 'jobs'): Promise<number>;
  /** No maintenance, notice or job is left, and the clock stands at 4 May 2026, noon in Rome. */
  forget(): Promise<void>;
}

async function queuedJobs({ stores }: TestHub, name: string) {
  const { rows } = await stores.postgres.pool.query(
    'SELECT data FROM jobs WHERE name = $1 ORDER BY created_at, data::text',
    [name],
  );
  return rows.map(({ data }) => data);
}

/** A hub with real stores, users, notices and maintenances; it queues jobs and works none, so that tests see them. */
export async function startMaintenances(): Promise<MaintenancesFixture> {
  const clock = fixedClock(start);
  const realtime = recordedRealtime();
  const known = new Map<number, Pick<ReferenceIntegration, 'name' | 'isActive'>>();
  const games = new Map([[7, { summary: { name: 'Aztec Sun' } }]]);
  const connections: MaintenancesFixture['connections'] = new Map();
  const beforeNotifying = { act: () => {} };
  const identities = new Map<string, Identity>();
  const byName = new Map<string, ActorIntegration>();
  const rights = {
    identityOf: async (subject: string) => identities.get(subject),
    integrations: { findByName: async (name: string) => byName.get(name) ?? null },
  };
  let made: MaintenancesModule | undefined;
  const hub = await startTestHub({
    role: 'api',
    clock,
    settings: { publicUrl: 'https://localhost', allowPrivateHosts: ['127.0.0.1'] },
    modules: (given, { changes, sendMail, operatorApi }): HubModule[] => {
      const infra = { ...given, realtime };
      const users = createUsersModule(infra, { changes });
      const notifications = createNotificationsModule(infra, {
        users: users.service,
        mail: sendMail,
        confirmMaintenance: createMaintenanceConfirmations(infra),
      });
      const module = createMaintenancesModule(infra, {
        referenceData: { read: async () => ({ integrations: known, games }) as unknown as References },
        connections: {
          async find(id) {
            const connection = connections.get(id);
            if (connection === undefined) throw new NotFoundError();
            return connection as IntegrationConnection;
          },
        },
        operatorApi,
        integrationIdsWithUsers: users.service.integrationIdsWithUsers,
        rights,
        notify: async (...message) => {
          beforeNotifying.act();
          return notifications.service.notify(...message);
        },
      });
      made = module;
      return [users, notifications, module];
    },
  });
  const { db, pool } = hub.stores.postgres;
  const alpina = await addIntegration(db, 'Alpina');
  const baltica = await addIntegration(db, 'Baltica');
  const empty = await addIntegration(db, 'Empty');
  const dormant = await addIntegration(db, 'Dormant', { is_active: false });
  for (const one of [alpina, baltica, empty, dormant]) {
    const { id, name } = one;
    byName.set(name, one);
    known.set(id, { name, isActive: name !== 'Dormant' });
  }
  const person = (subject: string, integration_name: string, language: 'en' | 'it' | null) => ({
    subject,
    username: subject,
    email: `${subject}@example.com`,
    roles: ['integration_admin'],
    integration_name,
    integration_id: null,
    language,
    created_at: clock.now(),
    last_seen_at: null,
  });
  await db
    .insertInto('users')
    .values([
      person('anna', 'Alpina', 'it'),
      person('alan', 'Alpina', null),
      person('boris', 'Baltica', 'en'),
    ])
    .execute();
  if (made === undefined) throw new Error('The hub has made no module.');

  const args = { description: 'Release of new games', date: '2026-05-18', severity: 2 };
  const token = (role: Role, options: TokenOptions = {}) => tokenFor(role, { now: clock.now(), ...options });
  const wanted: MaintenancesFixture['wanted'] = (part = {}, integrations = [alpina.id, baltica.id]) => ({
    args: { ...args, ...part },
    integrations,
  });
  let lastLog = '0';
  return {
    hub,
    module: made,
    confirmMaintenance: createMaintenanceConfirmations({ clock, realtime }),
    clock,
    alpina,
    baltica,
    empty,
    dormant,
    connections,
    identities,
    beforeNotifying,
    token,
    anna: () => token('integration_admin', { userId: 'anna' }),
    boris: () => token('integration_admin', { userId: 'boris', integration: 'Baltica' }),
    wanted,
    announce: async (body = wanted(), as) =>
      hub.call('POST', '/maintenances/create', { token: as ?? (await token('ludus_admin')), body }),
    queued: (name) => queuedJobs(hub, name),
    async logged() {
      const { rows } = await pool.query<LogRow>('SELECT * FROM logs WHERE id > $1 ORDER BY id', [lastLog]);
      return rows;
    },
    heard: () =>
      realtime.events
        .filter(([{ data }]) => 'topic' in data && data.topic === 'maintenances')
        .map(([, audience]) => audience),
    async count(table) {
      const { rows } = await pool.query(`SELECT count(*)::integer AS n FROM ${table}`);
      return rows[0].n;
    },
    async forget() {
      clock.set(start);
      realtime.events.length = 0;
      await asOwner(hub.stores.postgres, 'TRUNCATE maintenances, notifications, jobs CASCADE');
      // The log itself cannot be emptied.
      const { rows } = await pool.query('SELECT coalesce(max(id), 0) AS id FROM logs');
      lastLog = rows[0].id;
    },
  };
}
