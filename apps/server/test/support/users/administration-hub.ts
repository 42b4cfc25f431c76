/** A hub with accounts of its own for tests of users administration. */
import { randomUUID } from 'node:crypto';
import { type Role, systemEndpoints, type User } from '@ludus/contract';
import { type FixedClock, fixedClock, systemClock } from '../../../src/infra/clock/index.ts';
import { createIdentityModule } from '../../../src/modules/identity/index.ts';
import { createUsersModule, type IdentityProvider } from '../../../src/modules/users/index.ts';
import type { TokenRevocations } from '../../../src/modules/users/token-revocations.ts';
import { addIntegration, addOperator } from '../../catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../hub.ts';
import { type TokenOptions, tokenFor } from '../../tokens.ts';

export interface Account {
  id: string;
  username: string;
  role: Role;
  integration: string | null;
}

export interface AdministrationHub extends TestHub {
  clock: FixedClock;
  /** What the hub administers; undefined where it may not. */
  identityProvider: IdentityProvider | undefined;
  tokenRevocations: TokenRevocations;

  alpina: { id: number; platformId: number };
  baltica: { id: number; platformId: number };
  /** An account as someone made it before, without any call. */
  addAccount(username: string, role: Role, integration?: string | null): Promise<Account>;
  /** A token of an account, with the account's own claims unless others are given. */
  tokenOf(account: Account, options?: TokenOptions): Promise<string>;
  listed(token: string, query?: string): Promise<User[]>;
}

/** A second process takes stores, clock and integrations of the `first`. `identityProvider` takes the place of the built-in accounts; null is a provider that cannot be administered. */
export async function startAdministrationHub(
  options: { first?: AdministrationHub; identityProvider?: IdentityProvider | null } = {},
): Promise<AdministrationHub> {
  const { first } = options;
  const clock = first?.clock ?? fixedClock(systemClock.now().toISOString());
  let identityProvider: IdentityProvider | undefined;
  let tokenRevocations: TokenRevocations | undefined;
  const places = new Map<string, { id: number; name: string }>();
  const hub = await startTestHub({
    role: 'api',
    clock,
    ...(first === undefined ? {} : { stores: first.stores }),
    compose: (infra, { changes }) => {
      const identity = createIdentityModule(infra);
      identityProvider =
        (options.identityProvider === undefined
          ? askedFor(identity.identityProvider)
          : options.identityProvider) ?? undefined;
      const users = createUsersModule(infra, { changes, ...(identityProvider ? { identityProvider } : {}) });
      tokenRevocations = users.tokenRevocations;
      return {
        modules: [users],
        contract: [...systemEndpoints, ...(users.endpoints ?? []).map(({ endpoint }) => endpoint)],
        integrations: { findByName: async (name) => places.get(name.trim().toLowerCase()) ?? null },
        identity: testIdentity,
        revokedTokens: users.tokenRevocations,
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
  if (tokenRevocations === undefined) throw new Error('The hub was not composed.');
  return {
    ...hub,
    clock,

    identityProvider,
    tokenRevocations,
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

/** Everyone out, and in with an administrator of each side, a guest of Alpina, and a manager of Baltica. */
export async function resetPeople(hub: AdministrationHub) {
  const { db } = hub.stores.postgres;
  for (const table of ['accounts', 'users', 'token_revocations'] as const)
    await db.deleteFrom(table).execute();
  const boss = await hub.addAccount('boss', 'ludus_admin');
  const chief = await hub.addAccount('chief', 'integration_admin');
  const guest = await hub.addAccount('guest', 'integration_guest');
  const foreign = await hub.addAccount('foreign', 'integration_manager', 'Baltica');
  const [admin, alpinaAdmin] = [await hub.tokenOf(boss), await hub.tokenOf(chief)];
  return { boss, chief, guest, foreign, admin, alpinaAdmin };
}

/** The built-in accounts, synchronised only on request, so that tests see each step. */
function askedFor(builtIn: IdentityProvider | undefined): IdentityProvider | null {
  return builtIn === undefined ? null : { ...builtIn, kind: 'keycloak' };
}
