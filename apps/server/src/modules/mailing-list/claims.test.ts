import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evening, type MailingHub, startMailingHub } from '../../../test/support/mailing-list/mailing-hub.ts';
import { actorFromIdentity, systemActor } from '../../infra/access/index.ts';

let world: MailingHub;
let chief: string;
let alpinaAdmin: string;
beforeAll(async () => {
  world = await startMailingHub();
  alpinaAdmin = await world.tokens('integration_admin');
});
afterAll(() => world?.close());
beforeEach(async () => {
  const { db } = world.hub.stores.postgres;
  for (const table of [
    'mailing_list_entries',
    'mailing_list_claims',
    'former_staff_addresses',
    'token_revocations',
    'notifications',
    'accounts',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  // Whoever calls has been stored already, and is not again soon.
  await db.deleteFrom('users').where('subject', 'not like', 'user-%').execute();
  await db.deleteFrom('users').where('subject', 'is', null).execute();
  world.server.inbox.length = 0;
  world.clock.set(evening);
  chief = 'subject of chief';
  await person('chief', 'ludus_admin', null);
});

const person = (username: string, role: string, integration: string | null) =>
  world.addPerson({ username, email: `${username}@ludus.test`, roles: [role], integration });

async function mailTheList(): Promise<string[]> {
  world.server.inbox.length = 0;
  const reply = await world.hub.call('POST', '/reports-email-monthly?socketId=abc', {
    token: world.token,
    body: { to: null },
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await world.hub.infra.jobs.waitForCompletion(reply.body.jobId);
  return world.server.inbox.map(({ mail }) => mail.text ?? '');
}

/** What the administrators have been notified of: title and description. */
async function notices(): Promise<[string, string][]> {
  const rows = await world.hub.stores.postgres.db
    .selectFrom('notifications')
    .select(['title', 'description'])
    .where('user_id', '=', chief)
    .where('path', '=', '/mailing-list')
    .orderBy('id')
    .execute();
  return rows.map(({ title, description }) => [title, description]);
}

async function createUser(username: string, email: string, token = alpinaAdmin): Promise<string> {
  const body = { username, email, role: 'integration_admin', integration: 'Alpina' };
  const reply = await world.hub.call('POST', '/user/kc/new', { token, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.keycloakUserId;
}
const remove = async (subject: string) => {
  const reply = await world.hub.call('DELETE', `/user/kc/${subject}`, { token: alpinaAdmin });
  expect(reply.status).toBe(200);
};

const claimed = 'An integration uses an address of the mailing list';
const dropped = 'An address of the mailing list no longer belongs to a user';

describe('an address of the mailing list that an integration administrator gives to a user', () => {
  it('changes neither what is sent there nor whether it is sent, and is reported once', async () => {
    await world.addEntry('accountant@partner.test', 2, null);
    const [before] = await mailTheList();
    expect(before).toContain('Integrations: all');
    expect(before).toContain('Net win and due: not included');

    const user = await createUser('claimer', 'Accountant@Partner.test');
    expect(await mailTheList()).toEqual([before]);
    expect(await notices()).toEqual([
      [
        claimed,
        'accountant@partner.test (Alpina): the address is not verified and the reports do not change. Check the entries of the mailing list.',
      ],
    ]);

    await remove(user);
    expect(await mailTheList()).toEqual([before]);
    expect((await notices()).map(([title]) => title)).toEqual([claimed, dropped]);

    await remove(await createUser('again', 'accountant@partner.test'));
    expect((await notices()).map(([title]) => title)).toEqual([claimed, dropped]);
    expect(await mailTheList()).toEqual([before]);
  });

  it('takes no rights from staff of the provider who have it, and gives them none', async () => {
    await person('staff', 'ludus_manager', null);
    for (const name of ['chief', 'staff']) await world.addEntry(`${name}@ludus.test`, 2, null);
    const before = await mailTheList();
    expect(before.map((text) => /Net win and due: (.*)/.exec(text)?.[1])).toEqual([
      'included',
      'not included',
    ]);
    for (const name of ['chief', 'staff']) await createUser(`as-${name}`, `${name}@ludus.test`);
    expect(await mailTheList()).toEqual(before);
  });

  it('is reported when an email is changed to it', async () => {
    await world.addEntry('accountant@partner.test', 2, null);
    const user = await createUser('claimer', 'claimer@alpina.test');
    expect(await notices()).toEqual([]);
    const reply = await world.hub.call('PUT', `/user/kc/${user}`, {
      token: alpinaAdmin,
      body: { userAttributes: { email: 'accountant@partner.test' } },
    });
    expect(reply.status).toBe(200);
    expect((await notices()).map(([title]) => title)).toEqual([claimed]);
  });
});

describe('an entry for a user of an integration', () => {
  it('is not reported while it is limited to that integration, and is when the user has gone', async () => {
    const user = await createUser('reader', 'reader@alpina.test');
    await world.addEntry('reader@alpina.test', 2, world.ids.alpina);
    expect(await notices()).toEqual([]);
    await remove(user);
    expect((await notices()).map(([title]) => title)).toEqual([dropped]);
  });

  it('is reported when it covers more than that integration, also for people of platforms', async () => {
    await world.hub.stores.postgres.transaction((tx) =>
      world.users.service.savePlatformUsers(tx, world.ids.baltica, [
        { userId: 'clerk', username: 'clerk', email: 'clerk@baltica.test' },
      ]),
    );
    await world.addEntry('clerk@baltica.test', 2, null);
    expect((await notices()).map(([, text]) => text.split(':')[0])).toEqual(['clerk@baltica.test (Baltica)']);
  });
});

describe('an address of someone who leaves the staff of the provider', () => {
  it('gets nothing from entries of before, until an administrator adds it anew', async () => {
    await person('staff', 'ludus_manager', null);
    const id = await world.addEntry('staff@ludus.test', 2, null);
    expect(await mailTheList()).toHaveLength(1);
    world.clock.set('2027-03-27T19:01:00Z');
    const { postgres } = world.hub.stores;
    // As a sign-in with the new role does it.
    world.users.recordSeen(
      actorFromIdentity(
        {
          userId: 'subject of staff',
          username: 'staff',
          email: 'staff@ludus.test',
          roles: ['integration_guest'],
        },
        { id: world.ids.alpina, name: 'Alpina' },
      ),
    );
    await world.users.waitForCompletion();
    const row = await postgres.db
      .selectFrom('users')
      .select('roles')
      .where('subject', '=', 'subject of staff')
      .executeTakeFirstOrThrow();
    expect(row.roles).toEqual(['integration_guest']);
    expect(await mailTheList()).toEqual([]);
    world.clock.set('2027-03-27T19:02:00Z');
    await world.module.service.remove(systemActor, id);
    await world.addEntry('staff@ludus.test', 2, world.ids.alpina);
    expect(await mailTheList()).toHaveLength(1);
  });
});
