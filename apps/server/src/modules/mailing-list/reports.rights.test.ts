import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { letTimeCome } from '../../../test/jobs.ts';
import { evening, type MailingHub, startMailingHub } from '../../../test/support/mailing-list/mailing-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { systemActor } from '../../infra/access/index.ts';
import { UpstreamError } from '../../infra/errors/index.ts';

let world: MailingHub;
beforeAll(async () => {
  world = await startMailingHub();
});
afterAll(() => world?.close());
beforeEach(async () => {
  const { db } = world.hub.stores.postgres;
  for (const table of ['mailing_list_entries', 'token_revocations'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('users').where('subject', '=', guest).execute();
  world.server.inbox.length = 0;
  world.provider.identityOf = undefined;
  world.clock.set(evening);
  await world.addPerson({
    username: 'guest',
    email: 'guest@alpina.test',
    roles: ['integration_guest'],
    integration: 'Alpina',
  });
});

const guest = 'subject of guest';
const gone = 'The account of this address has been removed or is disabled.';
const yesterday = { dateStart: '2027-03-27', dateEnd: '2027-03-27' };
const inbox = () => world.server.inbox.map(({ to }) => to);

/** Requests a report and returns the id of its job. */
async function ask(to: readonly string[] | null, token = world.token): Promise<string> {
  const path = to === null ? '/reports-email-monthly' : '/reports-email';
  const body = to === null ? { to } : { ...yesterday, to };
  const reply = await world.hub.call('POST', `${path}?socketId=abc`, { token, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await world.users.waitForCompletion();
  return reply.body.jobId;
}

/** The same, and returns the job when it is over. */
async function sent(...asked: Parameters<typeof ask>) {
  return world.hub.infra.jobs.waitForCompletion(await ask(...asked));
}

/** A provider that says the same as the notes of the hub, but for one person. */
function saysOf(userId: string, answer: () => Promise<undefined>) {
  world.provider.identityOf = (subject) => (subject === userId ? answer() : world.users.identityOf(subject));
}
const removed = async () => undefined;

describe('a report that someone asked for', () => {
  it('[OPEN-01][OPEN-92][API-099] is sent to no one once they are removed, and the board says why', async () => {
    const id = await world.addEntry('new@elsewhere.test', 2, null);
    saysOf('user-ludus_admin', removed);
    const reason = 'The person who requested this can no longer sign in.';
    expect(await sent(['new@elsewhere.test'])).toMatchObject({ state: 'failed', error: reason, attempt: 1 });
    expect(await sent(null)).toMatchObject({ state: 'failed', error: reason });
    expect(inbox()).toEqual([]);
    // The clock asks for no one.
    const planned = (await world.jobs()).find(
      ({ data }) => data.type === 'monthly' && data.userId === 'system',
    );
    expect(await world.arrive(planned?.id ?? '')).toMatchObject({ state: 'completed' });
    expect(inbox()).toEqual(['new@elsewhere.test']);
    const list = (await world.hub.get('/mailing-list-reports', world.token)).body;
    expect(list).toMatchObject([{ id, lastDelivery: { state: 'sent' } }]);
  });

  it('[OPEN-01] is sent to no one once their role has no reports', async () => {
    const boss = await tokenFor('ludus_admin', { userId: 'boss', now: world.clock.now() });
    world.provider.identityOf = async (subject) => ({
      userId: subject,
      username: 'boss',
      email: null,
      roles: ['integration_guest'],
      integrationName: 'Alpina',
    });
    expect(await sent(['new@elsewhere.test'], boss)).toMatchObject({
      state: 'failed',
      error: 'The person who requested this no longer has access to it.',
    });
    expect(inbox()).toEqual([]);
  });

  it('[OPEN-01] waits for an identity provider that is away, then goes out once', async () => {
    let isAway = true;
    saysOf(guest, async () => {
      if (!isAway) return undefined;
      isAway = false;
      throw new UpstreamError('The identity provider cannot be reached.');
    });
    const id = await ask(['new@elsewhere.test', 'guest@alpina.test']);
    await world.failed(id, 1);
    expect(await world.arrive(id)).toMatchObject({
      state: 'completed',
      attempt: 2,
      summary: { sent: 1, refused: 1 },
    });
    expect(inbox()).toEqual(['new@elsewhere.test']);
  });

  it('fails in words where the provider stays away, and no one gets it', async () => {
    saysOf(guest, async () => {
      throw new UpstreamError('The identity provider cannot be reached.');
    });
    const id = await ask(['guest@alpina.test']);
    await world.failed(id, 1);
    await letTimeCome(world.hub.stores.postgres, id);
    await world.failed(id, 2);
    expect(await world.arrive(id)).toMatchObject({
      state: 'failed',
      error: 'The identity provider cannot be reached.',
      attempt: 3,
    });
    expect(inbox()).toEqual([]);
  });
});

describe('the mailing list', () => {
  const staff = 'subject of staff';
  beforeEach(async () => {
    const { db } = world.hub.stores.postgres;
    await db.deleteFrom('former_staff_addresses').execute();
    await db.deleteFrom('users').where('subject', '=', staff).execute();
    await world.addPerson({
      username: 'staff',
      email: 'staff@ludus.test',
      roles: ['ludus_manager'],
      integration: null,
    });
  });

  it('[OPEN-92][API-099] sends nothing to staff who were removed at the provider, known to the hub still', async () => {
    await world.addEntry('staff@ludus.test', 2, null);
    saysOf(staff, removed);
    expect(await sent(null)).toMatchObject({
      state: 'failed',
      error: `The report reached no address. ${gone}`,
    });
    expect(inbox()).toEqual([]);
  });

  it('[OPEN-92][API-100] sends nothing to the address of staff removed from the hub, unless it is put there anew', async () => {
    const id = await world.addEntry('Staff@ludus.test', 2, null);
    world.clock.set('2027-03-27T19:01:00Z');
    const list = await world.hub.get('/user/kc/list', world.token);
    const known = list.body.find(({ username }: { username: string }) => username === 'staff');
    expect((await world.hub.call('DELETE', `/user/${known.id}`, { token: world.token })).status).toBe(200);
    expect(await sent(null)).toMatchObject({
      state: 'failed',
      error: `The report reached no address. ${gone}`,
    });
    expect(inbox()).toEqual([]);
    world.clock.set('2027-03-27T19:02:00Z');
    await world.module.service.remove(systemActor, id);
    await world.addEntry('staff@ludus.test', 2, world.ids.alpina);
    expect(await sent(null)).toMatchObject({ state: 'completed' });
    expect(inbox()).toEqual(['staff@ludus.test']);
  });
});

describe('an order', () => {
  it('[OPEN-92] goes to no one whose account was removed since', async () => {
    const { postgres } = world.hub.stores;
    // The first attempt fails after the order was stored; the account is removed before the next one.
    saysOf(guest, async () => {
      throw new UpstreamError('The identity provider cannot be reached.');
    });
    const id = await ask(['guest@alpina.test']);
    await world.failed(id, 1);
    await postgres.transaction(async (tx) => {
      const people = [{ subject: guest, email: 'guest@alpina.test' }];
      await world.users.tokenRevocations.end(tx, people, world.clock.now());
      await tx.deleteFrom('users').where('subject', '=', guest).execute();
    });
    expect(await world.arrive(id)).toMatchObject({
      state: 'failed',
      error: `The report reached no address. ${gone}`,
    });
    expect(inbox()).toEqual([]);
  });
});
