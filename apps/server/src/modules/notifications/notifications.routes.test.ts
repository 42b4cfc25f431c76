import { textMessage } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { createNotificationsModule, type NotificationsModule } from './index.ts';

let hub: TestHub;
let notifications: NotificationsModule;
let guest: string;
let admin: string;
let guestsNotice: number;

beforeAll(async () => {
  hub = await startTestHub({
    modules: (infra, { sendMail }) => {
      notifications = createNotificationsModule(infra, {
        users: { recipients: async () => [] },
        mail: sendMail,
        confirmMaintenance: async () => {},
      });
      return [notifications];
    },
  });
  guest = await tokenFor('integration_guest');
  admin = await tokenFor('ludus_admin');
  await hub.stores.postgres.transaction((tx) =>
    notifications.service.insertNotices(tx, ['user-integration_guest', 'user-ludus_admin'], {
      title: textMessage('New game'),
      description: textMessage('Frostjarl is in the catalogue.'),
      severity: 1,
    }),
  );
  guestsNotice = (await hub.get('/notifications', guest)).body[0].id;
});
afterAll(() => hub.close());

describe('GET /notifications', () => {
  it('[API-052][OPEN-67] answers the own list to every role', async () => {
    for (const caller of [guest, admin]) {
      const { status, body } = await hub.get('/notifications', caller);
      expect([status, body.length, body[0].seen]).toEqual([200, 1, false]);
    }
    expect((await hub.get('/notifications', await tokenFor('integration_manager'))).body).toEqual([]);
  });

  it('needs a token and takes no parameters', async () => {
    expect((await hub.get('/notifications')).status).toBe(401);
    expect((await hub.get('/notifications', await tokenFor(null))).status).toBe(403);
    expect((await hub.get('/notifications?userId=user-ludus_admin', guest)).status).toBe(422);
  });
});

describe('PUT /notifications/update/{id}', () => {
  const mark = (id: number | string, body: unknown, token?: string) =>
    hub.call('PUT', `/notifications/update/${id}`, { body, ...(token === undefined ? {} : { token }) });

  it('[API-053] answers the notice as it is now', async () => {
    const { status, body } = await mark(guestsNotice, { seen: true }, guest);
    expect([status, body.id, body.seen]).toEqual([200, guestsNotice, true]);
  });

  it('[OPEN-02] is missing for someone else, for no id and for any text', async () => {
    for (const id of [guestsNotice, 2_000_000_000, 'x']) {
      expect((await mark(id, { seen: true }, admin)).status).toBe(404);
    }
    expect((await mark(guestsNotice, { seen: true })).status).toBe(401);
  });

  it('[OPEN-53] refuses the confirmation of what asks for none with 409, and of someone else’s with 404', async () => {
    const { status, body } = await mark(guestsNotice, { confirmation: true }, guest);
    expect([status, body.message]).toEqual([409, 'This notification asks for no confirmation.']);
    expect((await mark(guestsNotice, { confirmation: true }, admin)).status).toBe(404);
    expect((await mark(guestsNotice, { confirmation: true })).status).toBe(401);
    expect((await mark(guestsNotice, { confirmation: true }, await tokenFor(null))).status).toBe(403);
  });

  it('refuses other bodies', async () => {
    for (const body of [
      {},
      { seen: false },
      { seen: true, title: 'x' },
      [],
      { confirmation: null },
      { confirmation: 'yes' },
    ]) {
      expect((await mark(guestsNotice, body, guest)).status).toBe(422);
    }
  });
});

describe('PUT /notifications/seen', () => {
  const markAll = (body: unknown, token?: string) =>
    hub.call('PUT', '/notifications/seen', { body, ...(token === undefined ? {} : { token }) });
  const seenOf = async (token: string): Promise<boolean[]> =>
    (await hub.get('/notifications', token)).body.map(({ seen }: { seen: boolean }) => seen);

  it('marks the own ones up to the one that was seen last, and no one else’s', async () => {
    const token = await tokenFor('ludus_manager');
    const write = (title: string) =>
      hub.stores.postgres.transaction((tx) =>
        notifications.service.insertNotices(tx, ['user-ludus_manager', 'user-integration_admin'], {
          title: textMessage(title),
          description: textMessage('About it.'),
          severity: 1,
        }),
      );
    for (const title of ['First', 'Second', 'Third']) await write(title);
    const [, second] = (await hub.get('/notifications', token)).body;
    expect((await markAll({ upTo: second.id }, token)).status).toBe(200);
    expect(await seenOf(token)).toEqual([true, true, false]);
    expect(await seenOf(await tokenFor('integration_admin'))).toEqual([false, false, false]);
    // Once more it changes nothing.
    expect((await markAll({ upTo: second.id }, token)).status).toBe(200);
    expect(await seenOf(token)).toEqual([true, true, false]);
  });

  it('needs a token and one id', async () => {
    expect((await markAll({ upTo: 1 })).status).toBe(401);
    expect((await markAll({ upTo: 1 }, await tokenFor(null))).status).toBe(403);
    for (const body of [{}, { upTo: 0 }, { upTo: 'x' }, { upTo: 1, seen: true }, []]) {
      expect((await markAll(body, guest)).status).toBe(422);
    }
  });
});
