import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhooksHub, type WebhooksHub } from '../../../test/support/webhooks/webhooks-hub.ts';
import { publishWebhook, signWebhook } from '../../infra/webhooks/index.ts';

const start = '2026-11-26T10:00:00.000Z';
let world: WebhooksHub;

beforeAll(async () => {
  world = await startWebhooksHub(start);
}, 180_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.set(start);
  world.receiver.status = 204;
  world.receiver.calls.length = 0;
  await world.query('DELETE FROM webhook_endpoints');
  await world.query('DELETE FROM webhook_messages');
  await world.query('DELETE FROM notifications');
});

const answer = (key: string) =>
  world.hub.infra.postgres.transaction((tx) =>
    publishWebhook(tx, {
      type: 'ticket.answered',
      integrationId: world.alpina.id,
      key,
      at: world.clock.now(),
      data: { ticketId: 41, answerId: 97, title: 'It hangs', status: 'ongoing', side: 'provider' },
    }),
  );
const deliveries = async () => {
  const { rows } = await world.query(
    'SELECT state, attempts, status, next_attempt_at FROM webhook_deliveries ORDER BY id',
  );
  return rows;
};
const secondsOf = (at: unknown) => ((at as Date).getTime() - Date.parse(start)) / 1_000;

describe('a delivery', () => {
  it('is signed, and carries the same id in every attempt', async () => {
    const { secret } = await world.create();
    world.receiver.status = 500;
    await answer('1');
    await world.sendDue();
    world.clock.advance(5_000);
    world.receiver.status = 204;
    await world.sendDue();
    const [first, second] = world.receiver.calls;
    expect(world.receiver.calls).toHaveLength(2);
    expect(first?.body).toBe(
      `{"type":"ticket.answered","timestamp":"2026-11-26T10:00:00.000Z","data":{"integrationId":${world.alpina.id},"ticketId":41,"answerId":97,"title":"It hangs","status":"ongoing","side":"provider"}}`,
    );
    expect(second?.body).toBe(first?.body);
    const id = `${first?.headers['webhook-id']}`;
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(second?.headers['webhook-id']).toBe(id);
    expect([first?.headers['webhook-timestamp'], second?.headers['webhook-timestamp']]).toEqual([
      '1795687200',
      '1795687205',
    ]);
    expect(second?.headers['webhook-signature']).toBe(
      signWebhook(secret, { id, seconds: 1_795_687_205, body: `${first?.body}` }),
    );
    expect(await deliveries()).toEqual([
      { state: 'delivered', attempts: 2, status: 204, next_attempt_at: null },
    ]);
  });

  it('that ends while it is read is never waiting beside the attempt that arrived', async () => {
    const { webhook } = await world.create();
    await answer('1');
    const [{ id } = {}] = (await world.query('SELECT id FROM webhook_deliveries')).rows;
    const { transaction } = world.hub.infra.postgres;
    let reading: ReturnType<typeof world.call> | undefined;
    // What the worker writes is committed once the call waits for the attempts.
    await transaction(async (tx) => {
      await sql`LOCK TABLE webhook_attempts IN ACCESS EXCLUSIVE MODE`.execute(tx);
      reading = world.call('admin', 'GET', `/webhooks/${webhook.id}/deliveries/${id}`);
      await expect
        .poll(async () => (await world.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length)
        .toBe(1);
      await sql`UPDATE webhook_deliveries SET state = 'delivered', next_attempt_at = NULL`.execute(tx);
      await sql`INSERT INTO webhook_attempts (delivery_id, at, status, duration_ms, response)
        SELECT id, created_at, 204, 11, '' FROM webhook_deliveries`.execute(tx);
    });
    const { body } = (await reading) ?? {};
    expect([body.state, body.allAttempts.length]).toEqual(['delivered', 1]);
  });

  it('is repeated by the schedule of the specification, and given up after the tenth attempt', async () => {
    await world.create();
    world.receiver.status = 503;
    await answer('1');
    const due: number[] = [];
    for (;;) {
      await world.sendDue();
      const [{ state, next_attempt_at } = {}] = await deliveries();
      if (state !== 'waiting') break;
      due.push(secondsOf(next_attempt_at) - secondsOf(world.clock.now()));
      world.clock.set((next_attempt_at as Date).toISOString());
    }
    expect(due).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(world.receiver.calls).toHaveLength(10);
    expect(await deliveries()).toEqual([
      { state: 'failed', attempts: 10, status: 503, next_attempt_at: null },
    ]);
  });

  it('is made once when two workers look at the same time', async () => {
    await world.create();
    for (let key = 0; key < 12; key++) await answer(`${key}`);
    const { worker } = world.module;
    const signal = AbortSignal.timeout(10_000);
    const taken = async () => {
      let sum = 0;
      for (let batch = 1; batch > 0; sum += batch) batch = (await worker.sendDue(signal)).taken;
      return sum;
    };
    const both = await Promise.all([taken(), taken(), taken()]);
    expect(both.reduce((sum, one) => sum + one)).toBe(12);
    const ids = world.receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
  });

  it('is taken over from a worker that died', async () => {
    await world.create();
    await answer('1');
    await world.query("UPDATE webhook_deliveries SET claimed_until = '2026-11-26T10:03:00Z'");
    await world.sendDue();
    expect(world.receiver.calls).toHaveLength(0);
    world.clock.set('2026-11-26T10:03:00.000Z');
    await world.sendDue();
    expect(world.receiver.calls).toHaveLength(1);
  });

  it('leaves those of other webhooks alone when one of them does not respond', async () => {
    await world.create(['ticket.answered'], 'Good');
    const { webhook } = await world.create(['ticket.answered'], 'Away');
    await world.query('UPDATE webhook_endpoints SET url = $1 WHERE id = $2', [
      'http://127.0.0.1:1/',
      webhook.id,
    ]);
    await answer('1');
    await world.sendDue();
    const { rows } = await world.query(
      'SELECT state, status, reason FROM webhook_deliveries ORDER BY endpoint_id',
    );
    expect(rows).toEqual([
      { state: 'delivered', status: 204, reason: null },
      {
        state: 'waiting',
        status: null,
        reason: { code: 'outgoing.unreachable', values: { host: '127.0.0.1:1', cause: 'ECONNREFUSED' } },
      },
    ]);
  });

  it('follows no redirect', async () => {
    await world.create();
    world.receiver.status = 302;
    await answer('1');
    await world.sendDue();
    expect(await deliveries()).toMatchObject([{ state: 'waiting', status: 302 }]);
  });
});

describe('a webhook', () => {
  it('is told each fact once, and nothing from before it was created', async () => {
    await answer('0');
    await world.create();
    await answer('1');
    await answer('1');
    await answer('2');
    await world.sendDue();
    expect(world.receiver.calls).toHaveLength(2);
  });

  it('is told nothing that is rolled back', async () => {
    await world.create();
    const rolledBack = world.hub.infra.postgres.transaction(async (tx) => {
      await publishWebhook(tx, {
        ...{ type: 'figures.ready', integrationId: world.alpina.id, key: 'x', at: world.clock.now() },
        data: { day: '2026-11-25', asOf: start },
      });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await deliveries()).toEqual([]);
  });

  it('is signed with both secrets while one replaces the other', async () => {
    const { webhook, secret } = await world.create();
    const renewed = await world.call('anna', 'POST', `/webhooks/${webhook.id}/secret`);
    expect(renewed.body.webhook.oldSecretUntil).toBe('2026-11-27T10:00:00.000Z');
    await answer('1');
    await world.sendDue();
    world.clock.set('2026-11-27T10:00:00.000Z');
    await answer('2');
    await world.sendDue();
    const [first, second] = world.receiver.calls.map(({ headers, body }) => {
      const message = { id: `${headers['webhook-id']}`, seconds: Number(headers['webhook-timestamp']), body };
      return {
        given: `${headers['webhook-signature']}`.split(' '),
        expected: [renewed.body.secret, secret].map((one) => signWebhook(one, message)),
      };
    });
    expect(first?.given).toEqual(first?.expected);
    expect(second?.given).toEqual(second?.expected.slice(0, 1));
  });

  it('is switched off after five days of failures, with a notification, and goes on where it was', async () => {
    await world.hub.infra.postgres.db
      .insertInto('users')
      .values({
        ...{ subject: 'anna', username: 'anna', email: null, roles: ['integration_admin'] },
        ...{ integration_name: 'Alpina', integration_id: null, language: 'en' },
        ...{ created_at: world.clock.now(), last_seen_at: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { webhook } = await world.create();
    world.receiver.status = 500;
    await answer('1');
    await world.sendDue();
    world.clock.set('2026-12-01T09:59:59.000Z');
    await answer('2');
    await world.sendDue();
    const isActive = async () => (await world.call('anna', 'GET', '/webhooks')).body.rows[0].isActive;
    expect(await isActive()).toBe(true);
    world.clock.set('2026-12-01T10:00:04.000Z');
    await world.sendDue();
    const [row] = (await world.call('anna', 'GET', '/webhooks')).body.rows;
    expect(row).toMatchObject({ isActive: false, offReason: 'failing', failingSince: start });
    const { rows } = await world.query('SELECT user_id, title, path FROM notifications ORDER BY id');
    expect(rows.filter(({ user_id }) => user_id === 'anna')).toEqual([
      {
        user_id: 'anna',
        title: 'The webhook “Warehouse” of Alpina was switched off',
        path: `/settings?webhook=${webhook.id}`,
      },
    ]);
    await answer('3');
    const calls = world.receiver.calls.length;
    await world.sendDue();
    expect(world.receiver.calls).toHaveLength(calls);
    world.receiver.status = 200;
    const { name, url, events } = webhook;
    const on = await world.call('anna', 'PUT', `/webhooks/${webhook.id}`, {
      name,
      url,
      events,
      isActive: true,
    });
    expect(on.body).toMatchObject({ isActive: true, offReason: null, failingSince: null });
    await world.sendDue();
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('is switched off at once by a machine that says it is gone', async () => {
    await world.create();
    world.receiver.status = 410;
    await answer('1');
    await world.sendDue();
    const [row] = (await world.call('anna', 'GET', '/webhooks')).body.rows;
    expect(row).toMatchObject({ isActive: false, offReason: 'gone' });
  });
});
