import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHub,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';
import { UpstreamError } from '../../infra/errors/index.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { identityOf } from './users.identity.ts';

const away = () => Promise.reject(new UpstreamError('The identity provider cannot be reached.'));
const unreachable: IdentityProvider = {
  kind: 'keycloak',
  list: away,
  find: away,
  identity: away,
  sessions: away,
  create: away,
  update: away,
  resetPassword: away,
  resetSecondFactor: away,
  remove: away,
};

let shown: AdministrationHub;
let cut: AdministrationHub;
let admin: string;

beforeAll(async () => {
  shown = await startAdministrationHub({ identityProvider: null });
  cut = await startAdministrationHub({ first: shown, identityProvider: unreachable });
  admin = await shown.tokenOf(await shown.addAccount('boss', 'ludus_admin'));
  const at = { created_at: shown.clock.now(), last_seen_at: null, language: null, email: null };
  await shown.stores.postgres.db
    .insertInto('users')
    .values([
      { ...at, subject: null, username: 'desk', integration_id: shown.alpina.id, integration_name: null },
      {
        ...at,
        subject: 'kim',
        username: 'kim',
        integration_id: null,
        integration_name: 'Baltica',
        roles: ['integration_guest'],
      },
    ])
    .execute();
});
afterAll(async () => {
  await cut?.close();
  await shown?.close();
});

const writes: [string, string, object?][] = [
  ['POST', '/user/kc/new', { username: 'new', email: 'new@x.test', role: 'ludus_manager' }],
  ['PUT', '/user/kc/kim', { userAttributes: { email: 'kim@x.test' } }],
  ['POST', '/user/kc/kim/password', {}],
  ['DELETE', '/user/kc/kim'],
  ['GET', '/user/kc/kim/sessions'],
  ['GET', '/users/kc/sync/true'],
];
const call = (hub: AdministrationHub, [method, path, body]: (typeof writes)[number]) =>
  hub.call(method, path, { token: admin, ...(body ? { body } : {}) });

describe('a provider that the hub may not administer', () => {
  it('leaves users to be seen as the hub has noted them, and says why nothing can be changed', async () => {
    expect((await shown.get('/user/kc/identity-provider', admin)).body).toEqual({ kind: 'other' });
    expect(await shown.listed(admin)).toMatchObject([
      { username: 'desk', localOnly: true, kcOnly: false, integration: 'Alpina' },
      {
        username: 'kim',
        localOnly: false,
        kcOnly: false,
        keycloakUserId: 'kim',
        role: 'integration_guest',
        integration: 'Baltica',
      },
    ]);
    expect((await shown.get('/user/kc/kim', admin)).body.username).toBe('kim');
    for (const one of writes) {
      const { status, body } = await call(shown, one);
      expect([one[1], status]).toEqual([one[1], 409]);
      expect(body.message).toContain('identity provider');
    }
    expect((await shown.listed(admin)).length).toBe(2);
  });

  it('[OPEN-01] leaves the rights of a person as their last call said, and none where no call is noted', async () => {
    const { db } = shown.stores.postgres;
    expect(await identityOf(db, undefined, 'kim')).toEqual({
      userId: 'kim',
      username: 'kim',
      email: null,
      roles: ['integration_guest'],
      integrationName: 'Baltica',
    });
    const enable = (enabled: boolean) =>
      db.updateTable('users').set({ enabled }).where('subject', '=', 'kim').execute();
    await enable(false);
    expect(await identityOf(db, undefined, 'kim')).toBeUndefined();
    await enable(true);
    await expect(identityOf(db, undefined, 'no-one')).rejects.toMatchObject({ status: 503 });
  });
});

describe('a provider that is away', () => {
  it('answers 502 to users administration, changes nothing, and lets the hub go on', async () => {
    expect((await cut.get('/user/kc/list', admin)).status).toBe(502);
    for (const one of writes) expect([one[1], (await call(cut, one)).status]).toEqual([one[1], 502]);
    expect((await cut.get('/me', admin)).status).toBe(200);
    expect((await cut.get('/users', admin)).body.rows.length).toBe(2);
  });

  it('[OPEN-01] confirms no one’s rights, so that what was queued waits', async () => {
    await expect(identityOf(cut.stores.postgres.db, cut.identityProvider, 'kim')).rejects.toMatchObject({
      status: 502,
    });
  });

  it('[API-100] still lets go of people whom only a platform named', async () => {
    const desk = (await shown.listed(admin)).find(({ username }) => username === 'desk');
    expect((await cut.call('DELETE', `/user/${desk?.id}`, { token: admin })).status).toBe(200);
  });
});
