import { listNotifications, maxNotifications, textMessage } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, addIntegration } from '../../../test/catalogue.ts';
import { asOwner, openTestPostgres } from '../../../test/harness.ts';
import type { Actor } from '../../infra/access/index.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import { insertNotifications } from './notifications.repo.ts';
import { createNoticesService, type Notice, type NoticesService } from './notifications.service.ts';

const clock = fixedClock('2026-05-01T10:00:00Z');
const anna = actorOf('integration_guest', { id: 1, name: 'Alpina' });
const bruno = actorOf('ludus_admin');
const published: (readonly string[])[] = [];
const answers: { maintenanceId: number; integrationId: number; confirmed: boolean; by: string }[] = [];
let postgres: Postgres;
let notifications: NoticesService;

beforeAll(async () => {
  postgres = await openTestPostgres();
  notifications = createNoticesService({
    postgres,
    clock,
    publishChange: (users) => published.push(users),
    confirmMaintenance: async (_tx, { actor, ...answer }) => {
      answers.push({ ...answer, by: actor.userId });
    },
  });
});
afterAll(() => postgres.close());

const notify = (users: string[], given: Notice) =>
  postgres.transaction((tx) => notifications.insertNotices(tx, users, given));
const notice = (title: string) => ({
  title: textMessage(title),
  description: textMessage('words'),
  severity: 2 as const,
});

describe('notifications', () => {
  it('[API-052][ENT-08] are the own ones alone, oldest first, each with seen', async () => {
    await notify([anna.userId, bruno.userId, anna.userId], notice('first'));
    clock.advance(60_000);
    await notify([anna.userId], { ...notice('second'), maintenanceId: 7 });
    const own = await notifications.list(anna);
    expect(listNotifications.response.parse(own)).toEqual(own);
    expect(own.map(({ title, seen, maintenanceId }) => [title, seen, maintenanceId])).toEqual([
      ['first', false, null],
      ['second', false, 7],
    ]);
    expect((await notifications.list(bruno)).map(({ title }) => title)).toEqual(['first']);
  });

  it('[API-053][SHELL-06][NOTIF-07] are marked as seen by their user, who is told so in every window', async () => {
    const [first] = await notifications.list(anna);
    published.length = 0;
    expect(await notifications.update(anna, first?.id ?? 0, { seen: true })).toEqual({
      ...first,
      seen: true,
    });
    expect((await notifications.list(anna)).map(({ seen }) => seen)).toEqual([true, false]);
    expect(published).toEqual([[anna.userId]]);
  });

  it('[OPEN-02] of someone else are missing, and stay as they were', async () => {
    const [brunos] = await notifications.list(bruno);
    for (const id of [brunos?.id ?? 0, 999_999]) {
      await expect(notifications.update(anna, id, { seen: true })).rejects.toMatchObject({ status: 404 });
    }
    expect((await notifications.list(bruno))[0]?.seen).toBe(false);
  });

  it('exist with the transaction they were written in, and are announced after it', async () => {
    published.length = 0;
    const failing = postgres.transaction(async (tx) => {
      await notifications.insertNotices(tx, [bruno.userId], notice('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(published).toEqual([]);
    await postgres.transaction(async (tx) => {
      await notifications.insertNotices(tx, [bruno.userId], notice('kept'));
      expect(published).toEqual([]);
    });
    expect(published).toHaveLength(1);
    expect((await notifications.list(bruno)).map(({ title }) => title)).toEqual(['first', 'kept']);
  });

  it('[NOTIF-01] are the newest 500 for someone with thousands, read through an index', async () => {
    const many = actorOf('ludus_manager');
    const row = { description: 'words', severity: 1, maintenance_id: null, confirmation: null };
    const start = clock.now().getTime();
    for (let part = 0; part < 5; part++) {
      await insertNotifications(
        postgres.db,
        Array.from({ length: 1_000 }, (_, n) => ({
          ...row,
          title: `${part * 1_000 + n}`,
          user_id: many.userId,
          integration_id: null,
          topic: null,
          created_at: new Date(start + (part * 1_000 + n) * 1_000),
        })),
      );
    }
    const list = await notifications.list(many);
    expect([list.length, list[0]?.title, list.at(-1)?.title]).toEqual([maxNotifications, '4500', '4999']);
    await asOwner(postgres, 'ANALYZE notifications');
    const { rows } = await postgres.pool.query(
      `EXPLAIN SELECT * FROM notifications WHERE user_id = '${many.userId}' ORDER BY created_at DESC, id DESC LIMIT 500`,
    );
    expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('notifications_user');
  });
});

describe('[OPEN-53][NOTIF-11] the confirmation of a maintenance', () => {
  let alpina: { id: number; name: string };
  let baltica: { id: number; name: string };
  let chief: Actor;
  let guest: Actor;
  let other: Actor;

  beforeAll(async () => {
    alpina = await addIntegration(postgres.db, 'Alpina');
    baltica = await addIntegration(postgres.db, 'Baltica');
    chief = actorOf('integration_admin', alpina);
    guest = actorOf('integration_manager', alpina);
    other = actorOf('integration_admin', baltica);
    for (const [actor, integration] of [
      [chief, alpina],
      [guest, alpina],
      [other, baltica],
      [bruno, null],
    ] as const) {
      for (const [maintenance_id, severity] of [
        [31, 3],
        [32, 3],
        [44, 4],
      ] as const) {
        await insertNotifications(postgres.db, [
          {
            user_id: actor.userId,
            title: `maintenance ${maintenance_id}`,
            description: 'words',
            severity,
            maintenance_id,
            integration_id: integration?.id ?? null,
            confirmation: null,
            topic: null,
          },
        ]);
      }
    }
  });

  const noticeOf = async (actor: Actor, maintenanceId: number) => {
    const found = (await notifications.list(actor)).find((one) => one.maintenanceId === maintenanceId);
    if (found === undefined) throw new Error('There is no such notice.');
    return found;
  };
  const answersOf = (actors: Actor[], maintenanceId: number) =>
    Promise.all(actors.map(async (actor) => (await noticeOf(actor, maintenanceId)).confirmation));

  it('is the last answer of the integration, for all its people and no one else, who are told live', async () => {
    published.length = 0;
    answers.length = 0;
    const mine = await noticeOf(chief, 31);
    const changed = await notifications.update(chief, mine.id, { confirmation: false });
    // Whoever has answered has read it; the others have not.
    expect(changed).toEqual({ ...mine, seen: true, confirmation: false });
    expect([(await noticeOf(chief, 31)).seen, (await noticeOf(guest, 31)).seen]).toEqual([true, false]);
    expect(await answersOf([chief, guest, other, bruno], 31)).toEqual([false, false, null, null]);
    expect(await answersOf([chief, guest], 32)).toEqual([null, null]);
    expect(published.flat().sort()).toEqual([chief.userId, guest.userId].sort());

    const theirs = await noticeOf(guest, 31);
    const both = await notifications.update(guest, theirs.id, { seen: true, confirmation: true });
    expect([both.seen, both.confirmation]).toEqual([true, true]);
    expect(await answersOf([chief, guest, other], 31)).toEqual([true, true, null]);
    expect(answers).toEqual([
      { maintenanceId: 31, integrationId: alpina.id, confirmed: false, by: chief.userId },
      { maintenanceId: 31, integrationId: alpina.id, confirmed: true, by: guest.userId },
    ]);
  });

  it('is refused for severity 4, without a maintenance, and without an integration; nothing changes then', async () => {
    answers.length = 0;
    await notify([chief.userId], notice('plain'));
    const plain = (await notifications.list(chief)).find(({ title }) => title === 'plain');
    const moved: Actor = { ...chief, integration: baltica };
    for (const [actor, id] of [
      [chief, (await noticeOf(chief, 44)).id],
      [chief, plain?.id ?? 0],
      [bruno, (await noticeOf(bruno, 31)).id],
      [moved, (await noticeOf(chief, 31)).id],
    ] as const) {
      const change = { seen: true as const, confirmation: false };
      await expect(notifications.update(actor, id, change)).rejects.toMatchObject({ status: 409 });
    }
    expect(answers).toEqual([]);
    expect(await answersOf([chief, bruno], 44)).toEqual([null, null]);
    expect([(await noticeOf(chief, 44)).seen, (await noticeOf(bruno, 31)).seen]).toEqual([false, false]);
  });

  it('is missing for a notice of someone else', async () => {
    const { id } = await noticeOf(chief, 31);
    await expect(notifications.update(other, id, { confirmation: true })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('is not noted on the notices when the maintenance does not take it', async () => {
    const failing = createNoticesService({
      postgres,
      clock,
      publishChange: (users) => published.push(users),
      confirmMaintenance: async (_tx: Tx) => {
        throw new Error('no');
      },
    });
    published.length = 0;
    const { id } = await noticeOf(chief, 32);
    await expect(failing.update(chief, id, { confirmation: true })).rejects.toThrow('no');
    expect([published, await answersOf([chief, guest], 32)]).toEqual([[], [null, null]]);
  });
});
