import type { Message } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from '../../../test/harness.ts';
import {
  type Account,
  type AdministrationHub,
  resetPeople,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';
import { renderMessage } from '../../infra/messages/index.ts';

let hub: AdministrationHub;
let guest: Account;
let admin: string;
let alpinaAdmin: string;

beforeAll(async () => {
  hub = await startAdministrationHub();
});
afterAll(() => hub?.close());
let first = '0';
beforeEach(async () => {
  ({ guest, admin, alpinaAdmin } = await resetPeople(hub));
  const last = await hub.stores.postgres.db
    .selectFrom('logs')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  first = last?.id ?? '0';
});

const call = (method: string, path: string, body?: object, token = alpinaAdmin) =>
  hub.call(method, path, { token, ...(body === undefined ? {} : { body }) });

/** The entries of a test, oldest first. */
async function entries() {
  const rows = await hub.stores.postgres.db
    .selectFrom('logs')
    .innerJoin('log_types', 'log_types.id', 'logs.log_type_id')
    .select([
      'name',
      'action',
      'description',
      'detail',
      'username',
      'related_id',
      'related_object',
      'updates',
    ])
    .where('logs.id', '>', first)
    .orderBy('logs.id')
    .execute();
  for (const { name } of rows) expect(name).toBe('users');
  return rows.map(({ name: _, ...row }) => row);
}

describe('the log of user administration', () => {
  it('has an entry for each change, with old and new values and never a password', async () => {
    const made = await call('POST', '/user/kc/new', {
      username: 'new-one',
      email: 'new@alpina.test',
      role: 'integration_guest',
      tempPass: 'Correct-Horse-77',
    });
    expect(made.status).toBe(200);
    const path = `/user/kc/${made.body.keycloakUserId}`;
    const change = {
      userAttributes: { email: 'other@alpina.test' },
      clientRolesToAdd: ['integration_manager'],
      clientRolesToRemove: ['integration_guest'],
    };
    expect((await call('PUT', path, change)).status).toBe(200);
    expect((await call('PUT', path, {})).status).toBe(200);
    expect((await call('PUT', path, { integration: 'Baltica' }, admin)).status).toBe(200);
    const reset = await call('POST', `${path}/password`, { tempPass: 'Battery-Staple-88' }, admin);
    expect(reset.status).toBe(200);
    expect((await call('DELETE', path, undefined, admin)).status).toBe(200);

    const found = await entries();
    expect(found.map(({ action, description, username }) => [action, description, username])).toEqual([
      ['create', 'Created the user new-one', 'chief'],
      ['update', 'Changed email, role of the user new-one', 'chief'],
      ['update', 'Changed integration of the user new-one', 'boss'],
      ['reset-password', 'Reset the password of the user new-one', 'boss'],
      ['delete', 'Deleted the user new-one', 'boss'],
    ]);
    expect(renderMessage(found[1]?.detail as Message, 'it')).toBe(
      'Modificato l’utente new-one: email, ruolo',
    );
    expect(found[1]?.updates).toEqual({
      email: { old: 'new@alpina.test', new: 'other@alpina.test' },
      role: { old: 'integration_guest', new: 'integration_manager' },
    });
    expect(found[2]?.updates).toEqual({ integration: { old: 'Alpina', new: 'Baltica' } });
    expect(found[4]?.updates).toEqual({
      username: { old: 'new-one', new: null },
      email: { old: 'other@alpina.test', new: null },
      role: { old: 'integration_manager', new: null },
      integration: { old: 'Baltica', new: null },
    });
    for (const { related_id, related_object } of found) {
      expect([related_id, related_object]).toMatchObject([made.body.keycloakUserId, { name: 'new-one' }]);
    }
    expect(JSON.stringify(found)).not.toMatch(/Correct-Horse|Battery-Staple/);
  });

  it('has none for a change that was refused', async () => {
    expect(
      (await call('POST', '/user/kc/new', { username: 'guest', email: 'x@y.it', role: 'integration_guest' }))
        .status,
    ).toBe(409);
    expect((await call('PUT', `/user/kc/${guest.id}`, { clientRolesToAdd: ['ludus_admin'] })).status).toBe(
      403,
    );
    expect(await entries()).toEqual([]);
  });

  it('has one for a synchronisation that was confirmed, with whom it deleted', async () => {
    expect((await call('GET', '/users/kc/sync/true', undefined, admin)).status).toBe(200);
    await asOwner(hub.stores.postgres, `DELETE FROM accounts WHERE id = '${guest.id}'`);
    expect((await call('GET', '/users/kc/sync/false', undefined, admin)).status).toBe(200);
    expect((await call('GET', '/users/kc/sync/true', undefined, admin)).status).toBe(200);
    const found = await entries();
    expect(found.map(({ action }) => action)).toEqual(['synchronise', 'synchronise']);
    expect(found[1]).toMatchObject({
      description: 'Synchronised users: 0 created, 0 updated, 1 deleted',
      updates: { deleted: { old: null, new: ['guest (integration_guest)'] } },
    });
  });
});
