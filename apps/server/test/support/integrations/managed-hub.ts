import { Writable } from 'node:stream';
import type { IntegrationCreation, Role } from '@ludus/contract';
import { composeHub, type HubComposition } from '../../../src/app.modules.ts';
import type { Role as ProcessRole } from '../../../src/app.ts';
import type { Clock } from '../../../src/infra/clock/index.ts';
import { createLog } from '../../../src/infra/log/index.ts';
import { closeTestStores, openTestStores } from '../../harness.ts';
import { startTestHub, type TestHub, testIdentity } from '../../hub.ts';
import { type OperatorPlatform, startOperatorPlatform } from '../../operator-platform.ts';
import { tokenFor } from '../../tokens.ts';

export const testKey = 'ab'.repeat(32);

/** The whole hub with one platform it may call, for tests of managing integrations. */
export interface ManagedHub {
  hub: TestHub;
  composition: HubComposition;
  platform: OperatorPlatform;
  token: Record<Role, string>;
  /** Every line the hub has logged. */
  logged(): string;
  /** What a form sends for an integration of this name, whose services are the platform's. */
  entry(name: string): IntegrationCreation;
  /** Creates one through the API and returns its id. */
  create(name: string, values?: Partial<IntegrationCreation>): Promise<number>;
  close(): Promise<void>;
}

export async function startManagedHub({
  role = 'api',
  clock,
}: {
  role?: ProcessRole;
  clock?: Clock;
} = {}): Promise<ManagedHub> {
  const platform = await startOperatorPlatform();
  const settings = { encryptionKey: testKey, allowPrivateHosts: ['127.0.0.1'] };
  const stores = await openTestStores(settings);
  let written = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  let composition: HubComposition | undefined;
  const hub = await startTestHub({
    stores: { ...stores, log: createLog({ logLevel: 'trace' }, sink) },
    role,
    settings,
    ...(clock === undefined ? {} : { clock }),
    compose(parts, rest) {
      composition = composeHub(parts, rest);
      return { ...composition, identity: testIdentity };
    },
  });
  if (composition === undefined) throw new Error('The hub was not composed.');
  const token = {
    ludus_admin: await tokenFor('ludus_admin'),
    ludus_manager: await tokenFor('ludus_manager'),
    integration_admin: await tokenFor('integration_admin'),
    integration_manager: await tokenFor('integration_manager'),
    integration_guest: await tokenFor('integration_guest'),
  };

  function entry(name: string): IntegrationCreation {
    return {
      name,
      version: 'GAI2',
      gamingServiceURL: `${platform.url}/gaming`,
      gamingServiceToken: 'gaming-token',
      dataServiceURL: `${platform.url}/data`,
      dataServiceToken: 'data-token',
      playServiceURL: `${platform.url}/play`,
      playServiceToken: 'play-token',
      launchServiceURL: `${platform.url}/launch`,
      launchServiceToken: 'launch-token',
    };
  }

  return {
    hub,
    composition,
    platform,
    token,
    logged: () => written,
    entry,
    async create(name, values = {}) {
      const body = { ...entry(name), ...values };
      const reply = await hub.call('POST', '/integrations', { token: token.ludus_admin, body });
      if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body[0].id;
    },
    async close() {
      await hub.close();
      await closeTestStores(stores);
      await platform.close();
    },
  };
}

/** The newest entry of the log about integrations. */
export async function lastEntry({ hub }: ManagedHub) {
  return hub.stores.postgres.db
    .selectFrom('logs')
    .select(['action', 'description', 'detail', 'related_id', 'related_object', 'updates', 'username'])
    .where('log_type_id', '=', 3)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}
