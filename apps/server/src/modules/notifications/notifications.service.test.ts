import { listNotifications } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { openTestPostgres } from '../../../test/harness.ts';
import { recordedRealtime } from '../../../test/realtime.ts';
import { fixedClock } from '../../platform/clock/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import {
  createNotificationsService,
  type Notice,
  type NotificationsService,
} from './notifications.service.ts';

const realtime = recordedRealtime();
const clock = fixedClock('2026-05-01T10:00:00Z');
const anna = actorOf('integration_guest', { id: 1, name: 'Alpina' });
const bruno = actorOf('ludus_admin');
let postgres: Postgres;
let notifications: NotificationsService;

beforeAll(async () => {
  postgres = await openTestPostgres();
  notifications = createNotificationsService(postgres, clock, realtime);
});
afterAll(() => postgres.close());

const notify = (users: string[], given: Notice) =>
  postgres.transaction((tx) => notifications.notify(tx, users, given));
const notice = (title: string) => ({ title, description: 'words', severity: 2 as const });

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

  it('[API-053][SHELL-06] are marked as seen by their user, who is told so in every window', async () => {
    const [first] = await notifications.list(anna);
    realtime.events.length = 0;
    expect(await notifications.markSeen(anna, first?.id ?? 0)).toEqual({ ...first, seen: true });
    expect((await notifications.list(anna)).map(({ seen }) => seen)).toEqual([true, false]);
    expect(realtime.events).toEqual([
      [{ name: 'changed', data: { topic: 'notifications' } }, { users: [anna.userId] }],
    ]);
  });

  it('[OPEN-02] of somebody else are missing, and stay as they were', async () => {
    const [brunos] = await notifications.list(bruno);
    for (const id of [brunos?.id ?? 0, 999_999]) {
      await expect(notifications.markSeen(anna, id)).rejects.toMatchObject({ status: 404 });
    }
    expect((await notifications.list(bruno))[0]?.seen).toBe(false);
  });

  it('exist with the transaction they were written in, and are announced after it', async () => {
    realtime.events.length = 0;
    const failing = postgres.transaction(async (tx) => {
      await notifications.notify(tx, [bruno.userId], notice('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(realtime.events).toEqual([]);
    await postgres.transaction(async (tx) => {
      await notifications.notify(tx, [bruno.userId], notice('kept'));
      expect(realtime.events).toEqual([]);
    });
    expect(realtime.events).toHaveLength(1);
    expect((await notifications.list(bruno)).map(({ title }) => title)).toEqual(['first', 'kept']);
  });
});
