import type { User } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type AdministrationHub,
  resetPeople,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';

let hub: AdministrationHub;
let boss: Account;
let chief: Account;
let guest: Account;
let admin: string;
let alpinaAdmin: string;

beforeAll(async () => {
  hub = await startAdministrationHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  ({ boss, chief, guest, admin, alpinaAdmin } = await resetPeople(hub));
});

const update = (id: string, body: object) => hub.call('PUT', `/user/kc/${id}`, { token: admin, body });
const remove = (id: string, token = admin) => hub.call('DELETE', `/user/kc/${id}`, { token });
const sync = (confirm: unknown, token = admin) => hub.get(`/users/kc/sync/${confirm}`, token);
const names = (users: User[]) => users.map(({ username }) => username);

describe('DELETE', () => {
  it('[API-099][OPEN-92] /api/user/kc/:id takes the account and the person, never oneself, never the last administrator', async () => {
    expect(await remove(guest.id)).toMatchObject({ status: 200, body: null });
    expect((await remove(guest.id)).status).toBe(404);
    expect(names(await hub.listed(admin))).toEqual(['boss', 'chief', 'foreign']);
    expect((await remove(boss.id)).status).toBe(409);
    expect((await remove(chief.id, alpinaAdmin)).status).toBe(409);
    const disabled = await hub.addAccount('second', 'ludus_admin');
    await hub.stores.postgres.db
      .updateTable('accounts')
      .set({ enabled: false })
      .where('id', '=', disabled.id)
      .execute();
    // Only someone who is disabled would be left: their token is old.
    expect((await remove(boss.id, await hub.tokenOf(disabled))).status).toBe(409);
    expect((await remove(disabled.id)).status).toBe(200);
  });

  it('[API-100][USER-08] /api/user/:id takes who stands in the hub alone, and no one else', async () => {
    const { db } = hub.stores.postgres;
    const add = async (integrationId: number, username: string) => {
      const values = { subject: null, username, integration_id: integrationId, integration_name: null };
      const rest = { email: null, language: null, created_at: hub.clock.now(), last_seen_at: null };
      return (
        await db
          .insertInto('users')
          .values({ ...values, ...rest })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    };
    const [here, there] = [await add(hub.alpina.id, 'desk'), await add(hub.baltica.id, 'desk')];
    const local = (id: unknown, token = admin) => hub.call('DELETE', `/user/${id}`, { token });
    expect((await local(there, alpinaAdmin)).status).toBe(404);
    expect((await local(here, alpinaAdmin)).status).toBe(200);
    expect((await local(here)).status).toBe(404);
    expect((await local('x')).status).toBe(404);
    await update(guest.id, {});
    const { id } = (await hub.get(`/user/kc/${guest.id}`, admin)).body;
    expect((await local(id)).status).toBe(409);
    expect((await local(there)).status).toBe(200);
    expect((await hub.listed(admin)).filter(({ localOnly }) => localOnly)).toEqual([]);
  });
});

describe('GET /api/users/kc/sync/:confirm', () => {
  it('[API-101][OPEN-94][USER-11] tells what would change, changes it once confirmed, and keeps people of platforms', async () => {
    const { db } = hub.stores.postgres;
    await db.deleteFrom('users').execute();
    const at = {
      created_at: hub.clock.now(),
      last_seen_at: null,
      language: null,
      email: null,
      integration_name: null,
    };
    await db
      .insertInto('users')
      .values([
        { ...at, subject: null, username: 'desk', integration_id: hub.alpina.id },
        { ...at, subject: 'gone', username: 'gone', integration_id: null, roles: ['ludus_admin'] },
        { ...at, subject: guest.id, username: 'old-name', integration_id: null },
      ])
      .execute();
    const before = await db.selectFrom('users').selectAll().orderBy('id').execute();
    const dry = await sync(false);
    expect(dry.body).toEqual({
      usersToDelete: [{ id: expect.any(Number), username: 'gone', email: null }],
      created: 3,
      updated: 1,
    });
    expect(await db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before);
    expect((await sync(true)).body).toEqual(dry.body);
    expect((await sync(false)).body).toEqual({ usersToDelete: [], created: 0, updated: 0 });
    expect(names(await hub.listed(admin))).toEqual(['boss', 'chief', 'desk', 'foreign', 'guest']);
    expect((await sync('maybe')).status).toBe(404);
  });

  it('[OPEN-94] changes nothing by a list that does not name who asks', async () => {
    await hub.stores.postgres.db.deleteFrom('accounts').where('id', '<>', guest.id).execute();
    expect((await sync(true)).status).toBe(502);
    expect(names(await hub.listed(admin))).toContain('guest');
  });
});
