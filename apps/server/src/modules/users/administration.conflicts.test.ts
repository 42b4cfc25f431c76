import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type AdministrationHub,
  resetPeople,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';
import type { IdentityProvider } from './index.ts';

let hub: AdministrationHub;
let keycloak: AdministrationHub;
let guest: Account;
let admin: string;
let alpinaAdmin: string;

beforeAll(async () => {
  hub = await startAdministrationHub();
  const { identityProvider } = hub;
  if (identityProvider === undefined) throw new Error('The accounts are not administered.');
  keycloak = await startAdministrationHub({
    first: hub,
    identityProvider: uniqueEverywhere(identityProvider),
  });
});
afterAll(async () => {
  await keycloak?.close();
  await hub?.close();
});
beforeEach(async () => {
  ({ guest, admin, alpinaAdmin } = await resetPeople(hub));
});

/** A provider whose emails are unique whatever is asked, as those of a realm of Keycloak. */
function uniqueEverywhere(identityProvider: IdentityProvider): IdentityProvider {
  return {
    ...identityProvider,
    create: (tx, { emailFreeIn: _, ...account }) => identityProvider.create(tx, account),
    update: (tx, subject, { emailFreeIn: _, ...change }) => identityProvider.update(tx, subject, change),
  };
}

const create = (at: AdministrationHub, change: object, token = alpinaAdmin) =>
  at.call('POST', '/user/kc/new', {
    token,
    body: { username: 'new-one', email: 'new@alpina.test', role: 'integration_guest', ...change },
  });
const rename = (at: AdministrationHub, email: string, token = alpinaAdmin) =>
  at.call('PUT', `/user/kc/${guest.id}`, { token, body: { userAttributes: { email } } });
const taken = { email: 'Email already exists' };
const foreign = ['foreign@ludus.test', 'BOSS@ludus.test'];

describe('an email that another account has', () => {
  it('is no obstacle to an integration administrator where that account is not of the integration', async () => {
    const made = await create(hub, { email: 'BOSS@ludus.test' });
    expect([made.status, made.body.email]).toEqual([200, 'BOSS@ludus.test']);
    expect((await rename(hub, 'foreign@ludus.test')).status).toBe(200);
    // Both hold it from now on: one of them is of the integration.
    const own = await create(hub, { username: 'another', email: 'foreign@ludus.test' });
    expect([own.status, own.body.fields]).toEqual([409, taken]);
  });

  it('is refused with its reason within the integration, and to staff of the provider in all of them', async () => {
    const own = await create(hub, { email: 'CHIEF@ludus.test' });
    expect([own.status, own.body.message, own.body.fields]).toEqual([409, taken.email, taken]);
    expect((await rename(hub, 'chief@ludus.test')).body.fields).toEqual(taken);
    for (const email of foreign) {
      const all = await create(hub, { email, integration: 'Alpina' }, admin);
      expect([all.status, all.body.fields]).toEqual([409, taken]);
      expect((await rename(hub, email, admin)).body.fields).toEqual(taken);
    }
  });

  it('is refused without a reason by a provider whose emails are unique, unless the account is seen', async () => {
    const neutral = 'These details cannot be used. Ask the provider.';
    for (const email of foreign) {
      for (const reply of [await create(keycloak, { email }), await rename(keycloak, email)]) {
        expect([reply.status, reply.body.message, reply.body.fields]).toEqual([409, neutral, {}]);
      }
    }
    expect((await create(keycloak, { email: 'chief@ludus.test' })).body.fields).toEqual(taken);
    const name = { username: 'Username already exists' };
    const both = await create(keycloak, { username: 'GUEST', email: 'boss@ludus.test' });
    expect([both.status, both.body.message, both.body.fields]).toEqual([409, name.username, name]);
  });
});

describe('a username that another account has', () => {
  it('is refused with its reason, whoever has it: people sign in with it', async () => {
    for (const username of ['FOREIGN', 'boss', 'guest']) {
      const reply = await create(hub, { username });
      expect([reply.status, reply.body.fields]).toEqual([409, { username: 'Username already exists' }]);
    }
  });
});
