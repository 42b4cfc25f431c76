import { preferenceEndpoints, systemEndpoints, userEndpoints, userManageEndpoints } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { createUsersModule, type UsersModule } from './index.ts';

const unbound = await tokenFor(null);
let hub: TestHub;
let users: UsersModule;

beforeAll(async () => {
  hub = await startTestHub({
    compose: (infra, { changes }) => {
      users = createUsersModule(infra, { changes });
      return {
        modules: [users],
        integrations: { findByName: async (name) => ({ id: 1, name }) },
        identity: testIdentity,
        contract: [...systemEndpoints, ...userEndpoints, ...userManageEndpoints, ...preferenceEndpoints],
        recordSeen: users.recordSeen,
      };
    },
  });
});
afterAll(() => hub.close());

const read = (token?: string) => hub.get('/user/preferences', token);
const save = (body: unknown, token?: string) =>
  hub.call('PUT', '/user/preferences', { body, ...(token === undefined ? {} : { token }) });

describe('[I18N-02] the preferences', () => {
  it('are nothing until the person chooses, and then what they chose, for every role', async () => {
    for (const role of ['ludus_admin', 'integration_guest'] as const) {
      const token = await tokenFor(role);
      expect(await read(token)).toMatchObject({ status: 200, body: { language: null } });
      expect(await save({ language: 'it' }, token)).toMatchObject({ status: 200, body: { language: 'it' } });
      expect((await read(token)).body).toEqual({ language: 'it' });
      expect((await save({ language: 'en' }, token)).body).toEqual({ language: 'en' });
    }
  });

  it('are the own ones alone', async () => {
    await save({ language: 'it' }, await tokenFor('integration_admin'));
    const colleague = await tokenFor('integration_admin', { userId: 'user-colleague' });
    expect((await read(colleague)).body).toEqual({ language: null });
    expect((await hub.get('/user/preferences?userId=user-integration_admin', colleague)).status).toBe(422);
  });

  it('need a token of a valid user', async () => {
    expect([(await read()).status, (await save({ language: 'it' })).status]).toEqual([401, 401]);
    expect([(await read(unbound)).status, (await save({ language: 'it' }, unbound)).status]).toEqual([
      403, 403,
    ]);
  });

  it('[I18N-01] are one of the languages and nothing beside', async () => {
    const token = await tokenFor('ludus_manager');
    for (const body of [{}, { language: 'de' }, { language: null }, { language: 'it', theme: 'dark' }, []]) {
      expect((await save(body, token)).status).toBe(422);
    }
    expect((await read(token)).body).toEqual({ language: null });
  });
});

describe('someone who uses the hub', () => {
  it('is known after any call, and no one whom it refuses is', async () => {
    await read(await tokenFor('integration_manager', { userId: 'user-new', username: 'new.person' }));
    await read(await tokenFor(null, { userId: 'user-refused' }));
    await users.waitForCompletion();
    const known = await users.service.recipients({ subjects: ['user-new', 'user-refused'] });
    expect(known.map(({ username, email }) => [username, email])).toEqual([
      ['new.person', 'user-new@hub.test'],
    ]);
  });
});
