import {
  type WebhookEventName,
  webhookBody,
  webhookDescriptions,
  webhookEventNames,
  webhookEventTypes,
} from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addOperator } from '../../../test/catalogue.ts';
import { startWebhooksHub, type WebhooksHub } from '../../../test/support/webhooks/webhooks-hub.ts';
import { publishOutage } from '../outages/index.ts';
import type { IngestRow } from '../session-store/index.ts';

const start = '2026-11-26T10:00:00.000Z';
let world: WebhooksHub;
let operatorId: number;
let rowNumber = 0;

beforeAll(async () => {
  world = await startWebhooksHub(start);
  const { db } = world.hub.infra.postgres;
  operatorId = (await addOperator(db, world.alpina.id, 'A1')).id;
  const person = (subject: string, integration_name: string | null, role: string) => ({
    ...{ subject, username: subject, email: null, roles: [role], integration_name },
    ...{ integration_id: null, language: 'en' as const, created_at: world.clock.now(), last_seen_at: null },
  });
  await db
    .insertInto('users')
    .values([person('admin', null, 'ludus_admin'), person('anna', 'Alpina', 'integration_admin')])
    .execute();
}, 180_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.set(start);
  world.receiver.calls.length = 0;
  await world.query('DELETE FROM webhook_endpoints');
  await world.query('DELETE FROM webhook_messages');
  await world.create(webhookEventNames);
});

/** The events that have arrived since the last look, each checked against its schema. */
async function events() {
  await world.sendDue();
  const arrived = world.receiver.calls.map(({ event }) => event);
  world.receiver.calls.length = 0;
  for (const event of arrived) webhookBody(event.type).parse(event);
  return arrived.map(({ type, data }) => [type, data] as [WebhookEventName, Record<string, unknown>]);
}

const hold = (sessionId: string) => ({
  ...{ id: 'msg_held', integration_id: world.alpina.id, type: 'session.closed' as const, is_held: true },
  body: JSON.stringify({
    ...{ type: 'session.closed', timestamp: start },
    data: { integrationId: world.alpina.id, sessions: [closed(sessionId)] },
  }),
  created_at: world.clock.now(),
});
const closed = (sessionId: string) => ({
  ...{ id: '8d1f0c52-0a4e-8f0b-9d52-6f1f6a3b2c10', sessionId, aamsSessionId: null, aamsTicketId: null },
  ...{ operatorId, gameId: world.gameId, bet: 10, win: 9.5, grossWin: 0.5, netWin: 0.4, due: 0.05 },
  ...{ currentRound: 10, createdAt: start, sessionUpdatedAt: start },
});
const row = (values: Partial<IngestRow> = {}): IngestRow => ({
  ...{ sessionId: `S-${rowNumber++}`, externalSessionId: null, externalTicketId: null, userId: 'player' },
  ...{ operatorId, gameId: world.gameId, sessionType: 1, isOpen: false, isMobile: false },
  ...{ bet: 1_000, win: 950, netWin: 40, due: 5, rounds: 10 },
  ...{ createdAtMs: Date.parse(start), updatedAtMs: Date.parse(start) },
  ...values,
});
const ingest = (...rows: IngestRow[]) =>
  world.composition.services.sessionStore.ingest(world.alpina.id, rows);
const sessionsOf = (arrived: Awaited<ReturnType<typeof events>>) =>
  arrived.map(([type, { sessions }]) => [
    type,
    (sessions as { sessionId: string }[]).map((one) => one.sessionId),
  ]);

describe('the contract', () => {
  it('has an example for each event that fits its schema', () => {
    for (const type of webhookEventTypes) {
      const { example: data } = webhookDescriptions[type];
      const event = { type, timestamp: start, data };
      expect(webhookBody(type).parse(event), type).toEqual(event);
    }
  });
});

describe('a session that closes', () => {
  it('is told with its amounts in euro, once, and not again when it is corrected', async () => {
    const open = row({ isOpen: true, bet: 500, win: 0, rounds: 4 });
    await ingest(open, row({ sessionType: 4 }));
    expect(await events()).toEqual([]);
    const done = row({
      ...open,
      isOpen: false,
      bet: 1_000,
      win: 950,
      rounds: 10,
      updatedAtMs: Date.parse(start) + 5,
    });
    await ingest(done);
    await ingest(done);
    const [[type, data] = []] = await events();
    expect([type, data]).toEqual([
      'session.closed',
      {
        integrationId: world.alpina.id,
        sessions: [
          {
            ...closed(open.sessionId),
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            sessionUpdatedAt: '2026-11-26T10:00:00.005Z',
          },
        ],
      },
    ]);
    await ingest(row({ ...done, win: 900, updatedAtMs: Date.parse(start) + 9 }));
    expect(await events()).toEqual([]);
  });

  it('shares an event with 200 at most of its batch', async () => {
    await ingest(...Array.from({ length: 401 }, () => row()));
    expect(sessionsOf(await events()).map(([, ids]) => ids?.length)).toEqual([200, 200, 1]);
  });

  it('is left out when it closed before the webhook was there', async () => {
    await ingest(row({ createdAtMs: Date.parse(start) - 60_000, updatedAtMs: Date.parse(start) - 1 }));
    expect(await events()).toEqual([]);
  });

  it('is told once by the next batch, when a process died between its event and its row, or after it', async () => {
    const { db } = world.hub.infra.postgres;
    const lost = row();
    await db.insertInto('webhook_messages').values(hold(lost.sessionId)).execute();
    // Another batch finds that its row is not stored yet.
    await ingest(row({ sessionId: 'other' }));
    expect(sessionsOf(await events())).toEqual([['session.closed', ['other']]]);
    // The fetch goes on with the page that was cut off.
    await ingest(lost);
    expect(sessionsOf(await events())).toEqual([['session.closed', [lost.sessionId]]]);
    await ingest(row({ sessionId: 'third' }));
    expect(sessionsOf(await events())).toEqual([['session.closed', ['third']]]);
    const { rows } = await world.query('SELECT id FROM webhook_messages WHERE is_held');
    expect(rows).toEqual([]);
  });
});

describe('a day whose figures are ready', () => {
  it('is told once the platform was read after its end, with each day in between', async () => {
    const read = (at: string) => {
      const to = new Date(at);
      return world.composition.services.sessionStore.coverage.save(world.alpina.id, {
        ...{ fromMs: 0, toMs: to.getTime(), readAt: to, lateReadAt: to },
      });
    };
    const watch = () =>
      world.module.watchJob.run({} as never).catch((error: Error) => expect(error).toBeUndefined());
    await read('2026-11-26T09:00:00.000Z');
    await watch();
    expect(await events()).toEqual([]);
    world.clock.set('2026-11-28T23:10:00.000Z');
    await read('2026-11-28T22:59:00.000Z');
    await watch();
    const asOf = '2026-11-28T22:59:00.000Z';
    const { id: integrationId } = world.alpina;
    const days = ['2026-11-26', '2026-11-27'];
    expect(await events()).toEqual(days.map((day) => ['figures.ready', { integrationId, day, asOf }]));
    await read('2026-11-28T23:00:00.000Z');
    await watch();
    expect((await events()).map(([, { day }]) => day)).toEqual(['2026-11-28']);
    await watch();
    expect(await events()).toEqual([]);
  });
});

describe('an event of the hub', () => {
  it('tells of a game that becomes visible, and of one that no longer is', async () => {
    const path = `/integrations/${world.alpina.id}/games`;
    const game = { id: world.gameId, name: 'even game', slug: 'even_game' };
    const { id: integrationId } = world.alpina;
    expect((await world.call('admin', 'POST', path, { games: [game.id] })).status).toBe(200);
    await world.call('admin', 'POST', path, { games: [game.id] });
    expect(await events()).toEqual([['game.granted', { integrationId, game }]]);
    await world.call('admin', 'POST', path, { games: [] });
    expect(await events()).toEqual([['game.withdrawn', { integrationId, game }]]);
  });

  it('tells of the life of a maintenance', async () => {
    const { id: integrationId } = world.alpina;
    const startsAt = '2026-12-15T03:00:00.000Z';
    const args = {
      date: startsAt,
      endsAt: '2026-12-15T05:00:00.000Z',
      description: 'New version',
      severity: 2,
    };
    const made = await world.call('admin', 'POST', '/maintenances/create', {
      ...{ args: { ...args, services: ['gaming'] }, integrations: [integrationId] },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const data = {
      ...{ integrationId, maintenanceId: made.body.id, kind: 'planned', startsAt, endsAt: args.endsAt },
      ...{ services: ['gaming'], description: 'New version', severity: 2 },
    };
    expect(await events()).toEqual([['maintenance.announced', data]]);
    const path = `/maintenances/${made.body.id}`;
    const end = '2026-12-15T06:00:00.000Z';
    await world.call('admin', 'PUT', `${path}/end`, { endsAt: end });
    expect(await events()).toEqual([['maintenance.changed', { ...data, endsAt: end }]]);
    for (const [at, type] of [
      ['2026-12-15T02:59:00.000Z', null],
      [startsAt, 'maintenance.started'],
      ['2026-12-15T05:59:00.000Z', null],
      [end, 'maintenance.ended'],
      ['2026-12-15T06:01:00.000Z', null],
    ] as const) {
      world.clock.set(at);
      await world.module.watchJob.run({} as never);
      expect(await events(), at).toEqual(type === null ? [] : [[type, { ...data, endsAt: end }]]);
    }
  });

  it('tells of a ticket that is answered by either side', async () => {
    const { id: integrationId } = world.alpina;
    const ticket = await world.call('anna', 'POST', '/tickets', {
      title: 'It hangs',
      description: '<p>See</p>',
    });
    expect(ticket.status, JSON.stringify(ticket.body)).toBe(200);
    const answer = { ticketId: ticket.body.id, status: 'closed', description: '<p>Done</p>' };
    const made = await world.call('admin', 'POST', '/answers', answer);
    expect(await events()).toEqual([
      [
        'ticket.answered',
        {
          ...{ integrationId, ticketId: ticket.body.id, answerId: made.body.id },
          ...{ title: 'It hangs', status: 'closed', side: 'provider' },
        },
      ],
    ]);
  });

  it('tells of an outage and its end', async () => {
    const { rows } = await world.query(
      'INSERT INTO outages (integration_id, opened_at) VALUES ($1, $2) RETURNING id',
      [world.alpina.id, start],
    );
    const outageId = rows[0]?.id as number;
    await world.query('INSERT INTO outage_services (outage_id, service, opened_at) VALUES ($1, $2, $3)', [
      ...[outageId, 'gaming', start],
    ]);
    await world.hub.infra.postgres.transaction((tx) => publishOutage(tx, outageId, world.clock.now()));
    const data = { integrationId: world.alpina.id, outageId, services: ['gaming'], openedAt: start };
    expect(await events()).toEqual([['outage.opened', data]]);
    world.clock.set('2026-11-26T10:20:00.000Z');
    await world.call('admin', 'POST', `/outages/${outageId}/close`);
    expect(await events()).toEqual([['outage.ended', { ...data, closedAt: '2026-11-26T10:20:00.000Z' }]]);
  });
});
