import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type AdministrationHub,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';

let hub: AdministrationHub;
let other: AdministrationHub;
let admin: string;
let guest: Account;
const sockets: Socket[] = [];

beforeAll(async () => {
  hub = await startAdministrationHub();
  // A second process of the same hub, with a memory of its own.
  other = await startAdministrationHub({ first: hub });
});
afterAll(async () => {
  await other?.close();
  await hub?.close();
});
beforeEach(async () => {
  const { db } = hub.stores.postgres;
  for (const table of ['accounts', 'users', 'token_revocations'] as const)
    await db.deleteFrom(table).execute();
  admin = await hub.tokenOf(await hub.addAccount('boss', 'ludus_admin'));
  guest = await hub.addAccount('guest', 'integration_guest');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

const me = async (at: AdministrationHub, token: string) => (await at.get('/me', token)).status;

/** Tokens of the tests are issued a minute before they are made: this one comes from the next second. */
const freshTokenOf = (account: Account) =>
  hub.tokenOf(account, { now: new Date(hub.clock.now().getTime() + 61_000) });

/** A socket that is connected, and what ended it. */
async function connect(at: AdministrationHub, token: string) {
  const socket = io(at.url, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  sockets.push(socket);
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, ended };
}

const change = (body: object) => hub.call('PUT', `/user/kc/${guest.id}`, { token: admin, body });
const toManager = { clientRolesToAdd: ['integration_manager'], clientRolesToRemove: ['integration_guest'] };

describe('[OPEN-92] the access of someone who was deleted', () => {
  it('ends at once, in every process, calls and sockets, and leaves the others alone', async () => {
    const token = await hub.tokenOf(guest);
    const [here, there, bystander] = [
      await connect(hub, token),
      await connect(other, token),
      await connect(other, admin),
    ];
    expect([await me(hub, token), await me(other, token)]).toEqual([200, 200]);
    expect((await hub.call('DELETE', `/user/kc/${guest.id}`, { token: admin })).status).toBe(200);
    expect(await Promise.all([here.ended, there.ended])).toEqual([
      'io server disconnect',
      'io server disconnect',
    ]);
    expect([await me(hub, token), await me(other, token)]).toEqual([401, 401]);
    await expect(connect(other, token)).rejects.toMatchObject({ message: 'unauthorized' });
    expect([bystander.socket.connected, await me(other, admin)]).toEqual([true, 200]);
  });

  it('does not come back by a token that the provider gives out late, nor by a call that was under way', async () => {
    await hub.call('DELETE', `/user/kc/${guest.id}`, { token: admin });
    hub.clock.advance(60_000);
    expect(
      await me(hub, await hub.tokenOf(guest, { now: new Date(hub.clock.now().getTime() + 60_000) })),
    ).toBe(401);
    expect((await hub.listed(admin)).map(({ username }) => username)).toEqual(['boss']);
  });

  it('[API-099][API-100] leaves their address and the time, so that nothing more is sent there', async () => {
    const { db } = hub.stores.postgres;
    const ends = () =>
      db.selectFrom('token_revocations').select(['subject', 'email', 'ended_at']).orderBy('email').execute();
    const gone = (username: string, subject: string, ended_at = hub.clock.now()) => ({
      subject,
      email: `${username}@ludus.test`,
      ended_at,
    });
    const deletedAt = hub.clock.now();
    await hub.call('DELETE', `/user/kc/${guest.id}`, { token: admin });
    expect(await ends()).toEqual([gone('guest', guest.id)]);
    const lost = await hub.addAccount('lost', 'integration_guest');
    const alone = await hub.addAccount('alone', 'integration_guest');
    await hub.get('/users/kc/sync/true', admin);
    await db.deleteFrom('accounts').where('id', 'in', [lost.id, alone.id]).execute();
    hub.clock.advance(1_000);
    const { id } = (await hub.listed(admin)).find(({ username }) => username === 'alone') ?? {};
    expect((await hub.call('DELETE', `/user/${id}`, { token: admin })).status).toBe(200);
    await hub.get('/users/kc/sync/true', admin);
    expect(await ends()).toEqual([
      gone('alone', alone.id),
      gone('guest', guest.id, deletedAt),
      gone('lost', lost.id),
    ]);
  });

  it('ends as well when a synchronisation finds their account gone, and begins again with the account', async () => {
    await hub.get('/users/kc/sync/true', admin);
    const token = await hub.tokenOf(guest);
    const { ended } = await connect(hub, token);
    const { db } = hub.stores.postgres;
    const account = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', guest.id)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('accounts').where('id', '=', guest.id).execute();
    expect((await hub.get('/users/kc/sync/false', admin)).body.usersToDelete.length).toBe(1);
    expect(await me(hub, token)).toBe(200);
    await hub.get('/users/kc/sync/true', admin);
    await ended;
    expect(await me(hub, token)).toBe(401);
    await db.insertInto('accounts').values(account).execute();
    await hub.get('/users/kc/sync/true', admin);
    // The token that was ended stays ended; the account's next one counts.
    const next = await freshTokenOf(guest);
    expect([await me(hub, token), await me(hub, next)]).toEqual([401, 200]);
  });
});

describe('[ROLE-19] the access of someone whose role was changed', () => {
  it('is the new one: tokens with the old rights are refused, those with the new ones good, of the same second too', async () => {
    const old = await hub.tokenOf(guest);
    const { ended } = await connect(other, old);
    await change(toManager);
    await ended;
    expect([await me(hub, old), await me(other, old)]).toEqual([401, 401]);
    const fresh = await hub.tokenOf({ ...guest, role: 'integration_manager' });
    expect([await me(hub, fresh), await me(other, fresh)]).toEqual([200, 200]);
    const { socket } = await connect(other, fresh);
    expect(socket.connected).toBe(true);
  });

  it('is the new one after a move to another integration, and untouched by a new address', async () => {
    const old = await hub.tokenOf(guest);
    await change({ userAttributes: { email: 'other@alpina.test' } });
    expect(await me(hub, old)).toBe(200);
    const { ended } = await connect(hub, old);
    await change({ integration: 'Baltica' });
    await ended;
    expect(await me(hub, old)).toBe(401);
    expect(await me(hub, await hub.tokenOf({ ...guest, integration: 'Baltica' }))).toBe(200);
  });
});

describe('tokens that were ended', () => {
  const toGuest = { clientRolesToAdd: ['integration_guest'], clientRolesToRemove: ['integration_manager'] };
  it('by a password reset stay ended when the role changes and changes back', async () => {
    const old = await hub.tokenOf(guest);
    await hub.call('POST', `/user/kc/${guest.id}/password`, { token: admin, body: {} });
    hub.clock.advance(2_000);
    expect((await change(toManager)).status).toBe(200);
    expect(await me(hub, old)).toBe(401);
    hub.clock.advance(2_000);
    expect((await change(toGuest)).status).toBe(200);
    expect([await me(hub, old), await me(other, old)]).toEqual([401, 401]);
    expect(await me(hub, await freshTokenOf(guest))).toBe(200);
  });

  it('by a change of role stay ended when it is taken back, those of the other role too', async () => {
    const first = await hub.tokenOf(guest);
    await change(toManager);
    const second = await freshTokenOf({ ...guest, role: 'integration_manager' });
    expect([await me(hub, first), await me(hub, second)]).toEqual([401, 200]);
    hub.clock.advance(2_000);
    await change(toGuest);
    expect([await me(hub, first), await me(hub, second)]).toEqual([401, 401]);
    expect(await me(hub, await freshTokenOf(guest))).toBe(200);
  });

  it('stay ended when a synchronisation loses and finds the account in between', async () => {
    const old = await hub.tokenOf(guest);
    await hub.get('/users/kc/sync/true', admin);
    await hub.call('POST', `/user/kc/${guest.id}/password`, { token: admin, body: {} });
    const { tokenRevocations, stores } = hub;
    hub.clock.advance(2_000);
    await stores.postgres.transaction((tx) =>
      tokenRevocations.end(tx, [{ subject: guest.id, email: null }], hub.clock.now()),
    );
    hub.clock.advance(2_000);
    await stores.postgres.transaction((tx) => tokenRevocations.restore(tx, [guest.id]));
    expect(await me(hub, old)).toBe(401);
    expect(await me(hub, await freshTokenOf(guest))).toBe(200);
  });
});

describe('the access of someone who was given a temporary password', () => {
  it('ends until they sign in with it', async () => {
    const old = await hub.tokenOf(guest);
    const { ended } = await connect(hub, old);
    const { body } = await hub.call('POST', `/user/kc/${guest.id}/password`, { token: admin, body: {} });
    expect(body.password).toMatch(/^[\w-]{22}$/);
    await ended;
    expect(await me(hub, old)).toBe(401);
    const later = new Date(hub.clock.now().getTime() + 120_000);
    expect(await me(hub, await hub.tokenOf(guest, { now: later }))).toBe(200);
    const given = await hub.call('POST', `/user/kc/${guest.id}/password`, {
      token: admin,
      body: { tempPass: 'x' },
    });
    expect(given.status).toBe(422);
  });
});
