import { systemEndpoints, textMessage } from '@ludus/contract';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { letTimeCome } from '../../../test/jobs.ts';
import { type FixedClock, fixedClock } from '../../infra/clock/index.ts';
import { createUsersModule, type UsersModule } from '../users/index.ts';
import { createNotificationsModule, type NotificationsModule } from './index.ts';
import type { Topic } from './notifications.digest.ts';

// Digests wait by the clock of the hub, so that they wait for as long as a test wants them to.
const start = '2036-05-01T10:00:00Z';
const clock: FixedClock = fixedClock(start);
const admin = actorOf('ludus_admin');
const guest = actorOf('ludus_manager');
let smtp: SMTPServer;
let inbox: Email[] = [];
let hub: TestHub;
let users: UsersModule;
let notifications: NotificationsModule;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        inbox.push(await PostalMime.parse(Buffer.concat(parts)));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as { port: number };
  hub = await startTestHub({
    clock,
    settings: { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://hub.ludus.test' },
    compose: (infra, { changes, sendMail }) => {
      users = createUsersModule(infra, { changes });
      notifications = createNotificationsModule(infra, {
        users: users.service,
        mail: sendMail,
        confirmMaintenance: async () => {},
      });
      const bound = [...(users.endpoints ?? []), ...(notifications.endpoints ?? [])];
      return {
        modules: [users, notifications],
        integrations: { findByName: async () => null },
        identity: testIdentity,
        contract: [...systemEndpoints, ...bound.map(({ endpoint }) => endpoint)],
      };
    },
  });
  for (const actor of [admin, guest]) users.recordSeen(actor);
  await users.waitForCompletion();
  await users.service.saveLanguage(guest, 'it');
});
afterAll(async () => {
  await hub?.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  inbox = [];
  clock.set(start);
  const { db } = hub.stores.postgres;
  for (const table of ['notifications', 'topic_mails', 'jobs'] as const) await db.deleteFrom(table).execute();
});

/** Notifies of tickets with these numbers, one after the other. */
async function notifyOfTickets(
  numbers: readonly number[],
  subjects = [admin.userId],
  topic: Topic = { name: 'tickets', path: '/tickets' },
): Promise<void> {
  for (const number of numbers) {
    await hub.stores.postgres.transaction((tx) =>
      notifications.service.notify(
        tx,
        { subjects },
        {
          severity: 1,
          path: `/ticket/${number}`,
          mail: true,
          topic,
          texts: {
            title: textMessage(`New ticket #${number}: https://evil.example`),
            description: textMessage('Someone.'),
          },
        },
      ),
    );
  }
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
async function jobsOf(name: string): Promise<string[]> {
  const { db } = hub.stores.postgres;
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', name)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}
/** Sends what is queued, and returns the subjects of the mails that came. */
async function sent(): Promise<string[]> {
  for (const id of await jobsOf('send-mail')) await hub.infra.jobs.waitForCompletion(id);
  return inbox.map(({ subject = '' }) => subject);
}
async function digest(): Promise<void> {
  const ids = await jobsOf('mail-digest');
  for (const id of ids) {
    await letTimeCome(hub.stores.postgres, id);
    expect(await hub.infra.jobs.waitForCompletion(id)).toMatchObject({ state: 'completed' });
  }
}
const linesOf = (mail: Email | undefined) =>
  [...(mail?.text ?? '').matchAll(/New ticket #(\d+).*\nhttps:\/\/hub\.ludus\.test\/ticket\/(\d+)/g)].map(
    ([, number, link]) => [Number(number), Number(link)],
  );

describe('many messages of a topic', () => {
  it('are five mails to a person, and one that lists all the others with their links', async () => {
    await notifyOfTickets(upTo(200));
    expect(await sent()).toHaveLength(5);
    expect(await jobsOf('mail-digest')).toHaveLength(1);
    inbox = [];
    await digest();
    expect(await sent()).toEqual(['195 more ticket messages']);
    expect(linesOf(inbox[0])).toEqual(
      upTo(200)
        .slice(5)
        .map((number) => [number, number]),
    );
    expect(inbox[0]?.html).toContain('href="https://hub.ludus.test/ticket/200"');
    expect(`${inbox[0]?.text}${inbox[0]?.html}`).not.toMatch(/https:\/\/evil|evil\.example/);
    expect(
      await hub.stores.postgres.db
        .selectFrom('topic_mails')
        .select('id')
        .where('is_collected', '=', true)
        .execute(),
    ).toEqual([]);
  });

  it('more than a mail lists become several mails, and none is lost', async () => {
    await notifyOfTickets(upTo(5));
    await hub.stores.postgres.db
      .insertInto('topic_mails')
      .values(
        upTo(450).map((number) => ({
          topic: 'tickets',
          address: admin.email ?? '',
          language: 'en' as const,
          title: `New ticket #${number}`,
          url: `https://hub.ludus.test/ticket/${number}`,
          is_collected: true,
          created_at: new Date(Date.parse(start) - 7_200_000),
        })),
      )
      .execute();
    // What an earlier job has lost is sent with the next.
    await notifyOfTickets([451]);
    await sent();
    inbox = [];
    await digest();
    await sent();
    expect(inbox.flatMap(linesOf).map(([number]) => number)).toEqual(expect.arrayContaining(upTo(451)));
    expect(inbox).toHaveLength(3);
  });

  it('are mails of their own again ten minutes later, and for every person by themselves', async () => {
    await notifyOfTickets(upTo(6));
    await notifyOfTickets([7], [guest.userId]);
    expect(await sent()).toHaveLength(6);
    inbox = [];
    clock.advance(10 * 60_000 + 1_000);
    await notifyOfTickets([8]);
    expect(await jobsOf('send-mail')).toHaveLength(7);
    await digest();
    await sent();
    expect(inbox.map(({ subject }) => subject).toSorted()).toEqual([
      '1 more ticket message',
      'New ticket #8: https[:]//evil[.]example',
    ]);
  });

  it('are five notices, and one that counts the others up while it is unseen', async () => {
    await notifyOfTickets(upTo(20), [guest.userId]);
    const list = await notifications.service.list(guest);
    expect(list).toHaveLength(6);
    const last = list.at(-1);
    expect(last).toMatchObject({ title: 'Altri 15 messaggi sui ticket', seen: false });
    expect(last?.description).toContain('New ticket #20');
    await notifications.service.update(guest, last?.id ?? 0, { seen: true });
    await notifyOfTickets([21], [guest.userId]);
    expect((await notifications.service.list(guest)).at(-1)?.title).toBe('Un altro messaggio sui ticket');
  });

  it.each([
    ['certificates', '2 more certificate messages'],
    ['requests', '2 more messages about requested games'],
  ] as const)('about %s say what they are about, beside those of other topics', async (name, subject) => {
    await notifyOfTickets(upTo(5));
    await notifyOfTickets(upTo(7), [admin.userId], { name, path: '/notifications' });
    expect(await sent()).toHaveLength(10);
    inbox = [];
    await digest();
    expect(await sent()).toEqual([subject]);
    expect((await notifications.service.list(admin)).map(({ title }) => title)).toContain(subject);
  });

  it('go with the change that they tell of: an undone one leaves nothing', async () => {
    await notifyOfTickets(upTo(5));
    await expect(
      hub.stores.postgres.transaction(async (tx) => {
        const message = {
          severity: 1,
          path: '/ticket/6',
          mail: true,
          texts: { title: textMessage('6'), description: textMessage('6') },
        } as const;
        await notifications.service.notify(
          tx,
          { subjects: [admin.userId] },
          { ...message, topic: { name: 'tickets', path: '/tickets' } },
        );
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await jobsOf('mail-digest')).toEqual([]);
    expect(await notifications.service.list(admin)).toHaveLength(5);
  });
});
