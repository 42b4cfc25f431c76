/** A hub with accounts of its own for tests of users administration. */
import { randomUUID } from 'node:crypto';
import { type Role, systemEndpoints, type User } from '@ludus/contract';
import { addIntegration, addOperator } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { type TokenOptions, tokenFor } from '../../../test/tokens.ts';
import { type FixedClock, fixedClock, systemClock } from '../../platform/clock/index.ts';
import { createIdentityModule } from '../identity/index.ts';
import type { AccessEnds } from './access-ends.ts';
import { createUsersModule, type IdentityDirectory } from './index.ts';

export interface Account {
  id: string;
  username: string;
  role: Role;
  integration: string | null;
}

export interface AdministrationHub extends TestHub {
  clock: FixedClock;
  /** What the hub administers; undefined where it may not. */
  directory: IdentityDirectory | undefined;
  accessEnds: AccessEnds;

  alpina: { id: number; platformId: number };
  baltica: { id: number; platformId: number };
  /** An account as somebody made it before, without any call. */
  addAccount(username: string, role: Role, integration?: string | null): Promise<Account>;
  /** A token of an account; it says what the account says unless told otherwise. */
  tokenOf(account: Account, options?: TokenOptions): Promise<string>;
  listed(token: string, query?: string): Promise<User[]>;
}

/** A second process takes stores, clock and integrations of the `first`. `directory` takes the place of the built-in accounts; null is a provider that cannot be administered. */
export async function startAdministrationHub(
  options: { first?: AdministrationHub; directory?: IdentityDirectory | null } = {},
): Promise<AdministrationHub> {
  const { first } = options;
  const clock = first?.clock ?? fixedClock(systemClock.now().toISOString());
  let directory: IdentityDirectory | undefined;
  let accessEnds: AccessEnds | undefined;
  const places = new Map<string, { id: number; name: string }>();
  const hub = await startTestHub({
    role: 'api',
    clock,
    ...(first === undefined ? {} : { stores: first.stores }),
    compose: (platform, { changes }) => {
      const identity = createIdentityModule(platform);
      directory =
        (options.directory === undefined ? askedFor(identity.directory) : options.directory) ?? undefined;
      const users = createUsersModule(platform, { changes, ...(directory ? { directory } : {}) });
      accessEnds = users.accessEnds;
      return {
        modules: [users],
        contract: [...systemEndpoints, ...(users.endpoints ?? []).map(({ endpoint }) => endpoint)],
        directory: { findByName: async (name) => places.get(name.trim().toLowerCase()) ?? null },
        identity: testIdentity,
        taken: users.accessEnds,
      };
    },
  });
  const { db } = hub.stores.postgres;
  async function addPlace(name: string) {
    const place = await addIntegration(db, name);
    const { platformId } = await addOperator(db, place.id, `${name}-1`, `${name} Brand`);
    return { id: place.id, platformId: platformId ?? 0 };
  }
  const alpina = first?.alpina ?? (await addPlace('Alpina'));
  const baltica = first?.baltica ?? (await addPlace('Baltica'));
  for (const [name, { id }] of [
    ['Alpina', alpina],
    ['Baltica', baltica],
  ] as const) {
    places.set(name.toLowerCase(), { id, name });
  }
  if (accessEnds === undefined) throw new Error('The hub was not composed.');
  return {
    ...hub,
    clock,

    directory,
    accessEnds,
    alpina,
    baltica,
    async addAccount(username, role, integration = role.startsWith('integration') ? 'Alpina' : null) {
      const id = randomUUID();
      await db
        .insertInto('accounts')
        .values({
          id,
          username,
          email: `${username}@ludus.test`,
          password_hash: 'none',
          roles: [role],
          integration_name: integration,
          created_at: clock.now(),
          last_login_at: null,
        })
        .execute();
      return { id, username, role, integration };
    },
    tokenOf: ({ id, username, role, integration }, given = {}) =>
      tokenFor(role, { userId: id, username, integration, now: clock.now(), ...given }),
    async listed(token, query = '') {
      const { status, body } = await hub.get(`/user/kc/list${query}`, token);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}

/** Everybody out, and in with an administrator of each side, a guest of Alpina, and a manager of Baltica. */
export async function resetPeople(hub: AdministrationHub) {
  const { db } = hub.stores.postgres;
  for (const table of ['accounts', 'users', 'access_ends'] as const) await db.deleteFrom(table).execute();
  const boss = await hub.addAccount('boss', 'ludus_admin');
  const chief = await hub.addAccount('chief', 'integration_admin');
  const guest = await hub.addAccount('guest', 'integration_guest');
  const foreign = await hub.addAccount('foreign', 'integration_manager', 'Baltica');
  const [admin, alpinaAdmin] = [await hub.tokenOf(boss), await hub.tokenOf(chief)];
  return { boss, chief, guest, foreign, admin, alpinaAdmin };
}

/** The built-in accounts, noted by the hub when it is told to and not by themselves: tests see each step. */
function askedFor(builtIn: IdentityDirectory | undefined): IdentityDirectory | null {
  return builtIn === undefined ? null : { ...builtIn, kind: 'keycloak' };
}
