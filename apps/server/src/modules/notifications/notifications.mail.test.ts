import type { Socket } from 'node:net';
import {
  messageOf,
  notificationEndpoints,
  preferenceEndpoints,
  systemEndpoints,
  textMessage,
  userEndpoints,
  userManageEndpoints,
} from '@ludus/contract';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actorOf, addIntegration } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { letTimeCome } from '../../../test/jobs.ts';
import type { Actor, ActorIntegration } from '../../infra/access/index.ts';
import { type FixedClock, fixedClock } from '../../infra/clock/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Recipients, UsersModule } from '../users/index.ts';
import { createUsersModule } from '../users/index.ts';
import { createNotificationsModule, type NotificationContent, type NotificationsModule } from './index.ts';
import { createFailureNotices } from './notifications.failures.ts';

const clock: FixedClock = fixedClock('2026-05-01T10:00:00Z');
const admin = actorOf('ludus_admin');
const refused = 'no-one@gone.test';
const sockets = new Set<Socket>();
let smtp: SMTPServer;
let port = 0;
let inbox: Email[] = [];
let hub: TestHub;
let users: UsersModule;
let notifications: NotificationsModule;
let alpina: ActorIntegration;
let chief: Actor;
let guest: Actor;

async function startServer(): Promise<void> {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(
        address === refused ? Object.assign(new Error(`no ${refused} here`), { responseCode: 550 }) : null,
      );
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        inbox.push(await PostalMime.parse(Buffer.concat(parts)));
        done();
      });
    },
  });
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
}
function stopServer(): Promise<void> {
  const stopped = new Promise<void>((resolve) => smtp.close(() => resolve()));
  // The hub keeps its connections for the next mail.
  for (const socket of sockets) socket.destroy();
  return stopped;
}

beforeAll(async () => {
  port = await freePort();
  await startServer();
  hub = await startTestHub({
    clock,
    settings: { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://hub.ludus.test' },
    // The second attempt comes when a test lets its time come: what stands between the two is there to be looked at.
    mailRetryPolicy: { retries: 1, retryDelaySeconds: 600, concurrency: 2 },
    compose: (infra, { changes, sendMail }) => {
      users = createUsersModule(infra, { changes });
      notifications = createNotificationsModule(infra, {
        users: users.service,
        mail: sendMail,
        confirmMaintenance: async () => {},
      });
      return {
        modules: [users, notifications],
        integrations: { findByName: async () => null },
        identity: testIdentity,
        contract: [
          ...systemEndpoints,
          ...notificationEndpoints,
          ...preferenceEndpoints,
          ...userEndpoints,
          ...userManageEndpoints,
        ],
      };
    },
  });
  const { db } = hub.stores.postgres;
  alpina = await addIntegration(db, 'Alpina');
  chief = actorOf('integration_admin', alpina);
  guest = actorOf('integration_guest', alpina);
  for (const actor of [admin, chief, guest]) users.recordSeen(actor);
  await users.waitForCompletion();
  await users.service.saveLanguage(guest, 'it');
});
afterAll(async () => {
  await hub?.close();
  await stopServer();
});
beforeEach(async () => {
  inbox = [];
  await hub.stores.postgres.db.deleteFrom('notifications').execute();
  await hub.stores.postgres.db.deleteFrom('jobs').execute();
});

const message = (changes: Partial<NotificationContent> = {}): NotificationContent => ({
  severity: 1,
  path: '/catalog?search=Frostjarl',
  mail: true,
  texts: {
    title: messageOf('notifications.newGame', { name: '<Frostjarl>' }),
    description: messageOf('notifications.newGamesText', { names: 'Frostjarl & others' }),
    mailSubject: messageOf('notifications.newGame', { name: '\r\nBcc: all@evil.test game' }),
    mailBody: [
      messageOf('notifications.newGamesText', { names: 'Frostjarl & others' }),
      textMessage('They are "there".'),
    ],
  },
  ...changes,
});
const notify = (to: Recipients, given = message()) =>
  hub.stores.postgres.transaction((tx) => notifications.service.notify(tx, to, given));
const jobs = () =>
  hub.stores.postgres.db
    .selectFrom('jobs')
    .select(['id', 'state', 'error', 'data', 'failures'])
    .where('name', '=', 'send-mail')
    .orderBy('created_at')
    .execute();
const settled = async () => {
  for (const { id } of await jobs()) await hub.infra.jobs.waitForCompletion(id);
  return jobs();
};
/** Resolves once the first attempt of every mail is over. */
const tried = () =>
  expect
    .poll(async () => (await jobs()).every(({ state, failures }) => state === 'completed' || failures === 1))
    .toBe(true);
const tryAgain = async () => {
  for (const { id, failures } of await jobs()) if (failures === 1) await letTimeCome(hub.stores.postgres, id);
};
const addressee = (mail: Email) => mail.to?.map(({ address }) => address).join();

describe('[MAINT-10][OPEN-54][OPEN-72] telling people', () => {
  it('puts a notice into their bell and a mail into their inbox, each in their language', async () => {
    const everyone = { integrationIds: [alpina.id, alpina.id], subjects: [chief.userId] };
    const reached = await notify(everyone);
    expect(reached).toMatchObject({ notices: 2, mails: 2 });
    expect(reached.people.map(({ integrationId, ...person }) => person)).toEqual(
      [chief, guest].map(({ username }) => ({ username, hasNotice: true, hasMail: true })),
    );
    await settled();
    const bells = await Promise.all([chief, guest].map((actor) => notifications.service.list(actor)));
    expect(bells.map((list) => list.map(({ title, severity }) => [title, severity]))).toEqual([
      [['New game: <Frostjarl>', 1]],
      [['Nuovo gioco: <Frostjarl>', 1]],
    ]);

    // In whatever language they read it later.
    expect(bells.map(([notice]) => notice?.titleDetail)).toEqual(
      Array(2).fill({ code: 'notifications.newGame', values: { name: '<Frostjarl>' } }),
    );
    expect(bells.flat().map(({ path }) => path)).toEqual(Array(2).fill('/catalog?search=Frostjarl'));

    expect(inbox.map(addressee).sort()).toEqual([chief.email, guest.email].sort());
    const [english, italian] = [chief, guest].map((actor) =>
      inbox.find((mail) => addressee(mail) === actor.email),
    );
    expect(english?.subject).toBe('New game: Bcc: all@evil.\u200Btest game');
    expect(english?.bcc).toBeUndefined();
    expect(english?.html).toContain('<html lang="en">');
    expect(english?.html).toContain('New game: &lt;Frostjarl&gt;');
    expect(english?.html).toContain('They are &quot;there&quot;.');
    expect(english?.html).toContain('href="https://hub.ludus.test/catalog?search=Frostjarl"');
    expect(english?.text).toContain('Open in Ludus Hub: https://hub.ludus.test/catalog?search=Frostjarl');
    expect(english?.text).toContain('You receive this email because');
    expect(italian?.subject).toBe('Nuovo gioco: Bcc: all@evil.\u200Btest game');
    expect(italian?.html).toContain('<html lang="it">');
    expect(italian?.html).toContain('Ora nel tuo catalogo: Frostjarl &amp; others.');
    expect(italian?.text).toContain('Apri in Ludus Hub: https://hub.ludus.test/catalog');
    expect(italian?.text).toContain('Ricevi questa email perché');
  });

  it('[NAV-06] leads no one to a page they may not open: those find the notice itself', async () => {
    const manager = actorOf('integration_manager', alpina);
    users.recordSeen(manager);
    await users.waitForCompletion();
    const both = { subjects: [chief.userId, manager.userId] };
    for (const path of ['/game/7', '/catalog?search=Frostjarl', '/notifications?maintenance=3']) {
      inbox = [];
      await notify(both, message({ path }));
      await settled();
      const linkOf = (actor: Actor) =>
        /Open in Ludus Hub: https:\/\/hub\.ludus\.test(\S+)/.exec(
          inbox.find((mail) => addressee(mail) === actor.email)?.text ?? '',
        )?.[1];
      expect(linkOf(chief)).toBe(path);
      expect(linkOf(manager)).toBe(path.startsWith('/notifications') ? path : '/notifications');
    }
    const linksOf = async (actor: Actor) => (await notifications.service.list(actor)).map(({ path }) => path);
    expect(await linksOf(chief)).toEqual(['/game/7', '/catalog?search=Frostjarl', null]);
    expect(await linksOf(manager)).toEqual([null, null, null]);
  });

  it('writes to people of a platform too, to each of two with one address, and to no one without a good one', async () => {
    const cimone = await addIntegration(hub.stores.postgres.db, 'Cimone');
    const shared = 'office@cimone.test';
    await hub.stores.postgres.transaction((tx) =>
      users.service.savePlatformUsers(tx, cimone.id, [
        { userId: '1', username: 'one', email: shared },
        { userId: '2', username: 'two', email: shared },
        { userId: '3', username: 'three', email: null },
        { userId: '4', username: 'four', email: 'four@localhost' },
      ]),
    );
    const { people, ...counts } = await notify({ integrationIds: [cimone.id] });
    expect(counts).toEqual({ notices: 0, mails: 2 });
    // Who is reached in no way is not among them.
    const byMail = { integrationId: cimone.id, hasNotice: false, hasMail: true };
    expect([...people].sort((a, b) => a.username.localeCompare(b.username))).toEqual([
      { username: 'one', ...byMail },
      { username: 'two', ...byMail },
    ]);
    await settled();
    expect(inbox.map(addressee)).toEqual([shared, shared]);
  });

  it('writes no mail where none is wanted, and nothing at all when the change is undone', async () => {
    expect(await notify({ subjects: [chief.userId] }, message({ mail: false }))).toMatchObject({
      notices: 1,
      mails: 0,
    });
    const failing = hub.stores.postgres.transaction(async (tx) => {
      await notifications.service.notify(tx, { integrationIds: [alpina.id] }, message());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([await jobs(), (await notifications.service.list(guest)).length]).toEqual([[], 0]);
  });
});

describe('a mail server that is down', () => {
  it('holds up no change; the mail is kept, tried again and arrives once it is back', async () => {
    await stopServer();
    try {
      expect(await notify({ subjects: [chief.userId] })).toMatchObject({ notices: 1, mails: 1 });
      expect((await notifications.service.list(chief)).length).toBe(1);
      await tried();
      expect((await jobs())[0]).toMatchObject({
        state: 'waiting',
        error: { code: 'mail.unreachable', values: {} },
      });
    } finally {
      await startServer();
    }
    await tryAgain();
    expect((await settled()).map(({ state }) => state)).toEqual(['completed']);
    expect(inbox.map(addressee)).toEqual([chief.email]);
  });

  it('is a failed job after the last try, with its reason, and one notice to each administrator that counts up', async () => {
    await stopServer();
    try {
      await notify({ subjects: [chief.userId, guest.userId] });
      await tried();
      await tryAgain();
      const failed = await settled();
      expect(failed.map(({ state, error }) => [state, error])).toEqual([
        ['failed', { code: 'mail.unreachable', values: {} }],
        ['failed', { code: 'mail.unreachable', values: {} }],
      ]);
    } finally {
      await startServer();
    }
    const [notice, ...others] = await notifications.service.list(admin);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      severity: 2,
      seen: false,
      title: 'Email to 2 addresses was not delivered',
    });
    expect(notice?.description).toContain('Reason: The mail server cannot be reached.');
    expect(notice?.description).not.toContain('Frostjarl');
    expect(notice?.description).not.toContain('@example.com');
  });

  it('is told of anew when the notice was seen, and when it is older than an hour', async () => {
    const note = createFailureNotices({ users: users.service, clock, publishChange: () => {} });
    const lose = async () => {
      const mail = { subject: 'Sessions', to: ['a@x.test', 'b@x.test'] };
      await hub.stores.postgres.transaction((tx) => note(tx, mail, messageOf('mail.unreachable')));
      return (await notifications.service.list(admin)).map(({ title }) => title.split(' ')[2]);
    };
    expect(await lose()).toEqual(['2']);
    expect(await lose()).toEqual(['4']);
    const [first] = await notifications.service.list(admin);
    await notifications.service.update(admin, first?.id ?? 0, { seen: true });
    clock.advance(1_000);
    expect(await lose()).toEqual(['4', '2']);
    clock.advance(61 * 60_000);
    expect(await lose()).toEqual(['4', '2', '2']);
  });

  it('one bad address fails alone: the others get theirs once', async () => {
    const lost: Actor = { ...actorOf('integration_manager', alpina), email: refused };
    users.recordSeen(lost);
    await users.waitForCompletion();
    await notify({ integrationIds: [alpina.id] });
    const states = (await settled()).map(({ state, error }) => [state, error]);
    expect(states.sort()).toEqual([
      ['completed', null],
      ['completed', null],
      ['failed', { code: 'mail.notTakenStatus', values: { status: 550 } }],
    ]);
    expect(inbox.map(addressee).sort()).toEqual([chief.email, guest.email].sort());
  });
});
