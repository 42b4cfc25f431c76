import { webhookEventNames } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhooksHub, type WebhooksHub } from '../../../test/support/webhooks/webhooks-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { createEncryptor, Secret } from '../../infra/crypto/index.ts';
import { signWebhook } from '../../infra/webhooks/index.ts';
import { renewWebhookSecrets, secretPurpose } from './webhooks.repo.ts';

const start = '2026-11-26T10:00:00.000Z';
let world: WebhooksHub;

beforeAll(async () => {
  world = await startWebhooksHub(start);
}, 180_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.set(start);
  world.receiver.status = 200;
  world.receiver.calls.length = 0;
  await world.query('DELETE FROM webhook_endpoints');
  await world.query('DELETE FROM webhook_messages');
});

const form = (values: object = {}) => ({
  name: 'Warehouse',
  url: world.receiver.url,
  events: ['ticket.answered'],
  ...values,
});
const lastLog = async () => {
  const { rows } = await world.query(
    'SELECT action, description, username, updates FROM logs WHERE log_type_id = 28 ORDER BY id DESC LIMIT 1',
  );
  return rows[0];
};

describe('creating a webhook', () => {
  it('returns its secret once, and lists it for both sides without', async () => {
    const events = ['statement.issued', 'session.closed'];
    const made = await world.call(
      'anna',
      'POST',
      '/webhooks',
      form({ url: `${world.receiver.url}?key=x`, events }),
    );
    expect(made.status).toBe(200);
    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const webhook = {
      id: made.body.webhook.id,
      integration: world.alpina,
      name: 'Warehouse',
      url: `${world.receiver.url}?key=x`,
      events: ['session.closed', 'statement.issued'],
      isActive: true,
      offReason: null,
      failingSince: null,
      oldSecretUntil: null,
      lastDelivery: null,
      createdAt: start,
    };
    expect(made.body.webhook).toEqual(webhook);
    for (const who of ['anna', 'admin'] as const)
      expect((await world.call(who, 'GET', '/webhooks')).body).toEqual({ rows: [webhook] });
    expect((await world.call('boris', 'GET', '/webhooks')).body).toEqual({ rows: [] });
    const { rows } = await world.query('SELECT secret FROM webhook_endpoints');
    expect(`${rows[0]?.secret}`).toMatch(/^v1\./);
    // The query of an address may hold a secret.
    expect(await lastLog()).toEqual({
      action: 'create',
      description: 'Created the webhook "Warehouse" of Alpina',
      username: 'anna',
      updates: {
        name: { old: null, new: 'Warehouse' },
        url: { old: null, new: world.receiver.url },
        events: { old: null, new: 'session.closed, statement.issued' },
      },
    });
  });

  it('needs an integration that the caller has', async () => {
    const none = await world.call('admin', 'POST', '/webhooks', form());
    expect([none.status, none.body.fields]).toEqual([
      422,
      { integrationId: 'Choose the integration whose events it receives.' },
    ]);
    const foreign = form({ integrationId: world.baltica.id });
    expect((await world.call('anna', 'POST', '/webhooks', foreign)).status).toBe(404);
    const unknown = form({ integrationId: 60_000 });
    expect((await world.call('admin', 'POST', '/webhooks', unknown)).status).toBe(404);
  });

  it('refuses events that there are not, no events, and addresses that are none', async () => {
    const refused = [
      form({ events: [] }),
      form({ events: ['test'] }),
      form({ name: ' ' }),
      form({ url: 'ftp://example.com' }),
      form({ url: 'http://ada:secret@127.0.0.1/' }),
      form({ url: 'javascript:alert(1)' }),
    ];
    for (const body of refused)
      expect((await world.call('anna', 'POST', '/webhooks', body)).status, JSON.stringify(body)).toBe(422);
  });

  it('ends with the tenth of an integration', async () => {
    for (let index = 0; index < 10; index++)
      expect((await world.call('anna', 'POST', '/webhooks', form({ name: `${index}` }))).status).toBe(200);
    const more = await world.call('anna', 'POST', '/webhooks', form());
    expect([more.status, more.body.message]).toEqual([
      409,
      'An integration has at most 10 webhooks. Remove one that is no longer used.',
    ]);
    expect((await world.call('boris', 'POST', '/webhooks', form())).status).toBe(200);
  });

  it('is for administrators only', async () => {
    for (const role of ['ludus_manager', 'integration_manager', 'integration_guest'] as const) {
      const token = await tokenFor(role, { now: world.clock.now() });
      expect((await world.hub.get('/webhooks', token)).status, role).toBe(403);
      expect((await world.hub.call('POST', '/webhooks', { token, body: form() })).status, role).toBe(403);
    }
    expect((await world.hub.get('/webhooks')).status).toBe(401);
  });
});

describe('a webhook of the demo', () => {
  it('is entered with a test that waits for it, which its secret signs', async () => {
    const { transaction } = world.hub.infra.postgres;
    const entry = {
      ...{ integrationId: world.alpina.id, name: 'Data warehouse' },
      ...{ url: world.receiver.url, events: webhookEventNames },
    };
    const secret = await transaction((tx) => world.module.service.enter(tx, entry));
    await world.sendDue();
    const [call] = world.receiver.calls;
    expect(call?.event).toEqual({
      type: 'test',
      timestamp: start,
      data: { integrationId: world.alpina.id, message: 'A test of the webhook.' },
    });
    const message = { id: `${call?.headers['webhook-id']}`, seconds: Date.parse(start) / 1_000 };
    expect(call?.headers['webhook-signature']).toBe(
      signWebhook(secret, { ...message, body: call?.body ?? '' }),
    );
  });
});

describe('a webhook', () => {
  it('is not found by people of another integration', async () => {
    const { webhook } = await world.create();
    await world.call('anna', 'POST', `/webhooks/${webhook.id}/test`);
    const [{ id } = { id: 0 }] = (await world.call('anna', 'GET', `/webhooks/${webhook.id}/deliveries`)).body
      .rows;
    const path = `/webhooks/${webhook.id}`;
    const { name, url, events } = webhook;
    for (const [method, at, body] of [
      ['PUT', path, { name, url, events, isActive: true }],
      ['DELETE', path],
      ['POST', `${path}/secret`],
      ['POST', `${path}/test`],
      ['GET', `${path}/deliveries`],
      ['GET', `${path}/deliveries/${id}`],
      ['POST', `${path}/deliveries/${id}/redeliver`],
    ] as const)
      expect((await world.call('boris', method, at, body)).status, `${method} ${at}`).toBe(404);
    expect((await world.call('anna', 'GET', `${path}/deliveries/${id + 1}`)).status).toBe(404);
  });

  it('is changed, switched off and on, and removed, each with its entry in the log', async () => {
    const { webhook } = await world.create();
    const path = `/webhooks/${webhook.id}`;
    const { url } = webhook;
    const change = { name: 'Ledger', url, events: webhookEventNames, isActive: true };
    const changed = await world.call('anna', 'PUT', path, change);
    expect(changed.body).toMatchObject({ name: 'Ledger', events: webhookEventNames, isActive: true });
    expect((await lastLog())?.description).toBe('Changed the webhook "Ledger" of Alpina');
    await world.call('anna', 'PUT', path, change);
    expect((await lastLog())?.action).toBe('update');
    const off = await world.call('anna', 'PUT', path, { ...change, isActive: false });
    expect(off.body).toMatchObject({ isActive: false, offReason: 'person' });
    expect((await lastLog())?.description).toBe('Switched off the webhook "Ledger" of Alpina');
    for (const action of ['test', 'deliveries/1/redeliver'])
      expect((await world.call('anna', 'POST', `${path}/${action}`)).status).toBe(409);
    const on = await world.call('admin', 'PUT', path, change);
    expect(on.body).toMatchObject({ isActive: true, offReason: null });
    expect(await lastLog()).toMatchObject({ action: 'switch-on', username: 'admin' });
    expect((await world.call('anna', 'POST', `${path}/secret`)).status).toBe(200);
    expect((await lastLog())?.description).toBe('Gave the webhook "Ledger" of Alpina a new secret');
    expect((await world.call('anna', 'DELETE', path)).body).toBeNull();
    expect((await lastLog())?.description).toBe('Removed the webhook "Ledger" of Alpina');
    expect((await world.call('anna', 'GET', '/webhooks')).body.rows).toEqual([]);
  });

  it('receives a test, whose delivery is kept with its attempts and sent again by hand', async () => {
    const { webhook } = await world.create();
    const path = `/webhooks/${webhook.id}`;
    const test = await world.call('anna', 'POST', `${path}/test`);
    expect(test.body).toMatchObject({ type: 'test', state: 'waiting', attempts: 0, nextAttemptAt: start });
    world.receiver.status = 500;
    await world.sendDue();
    const waiting = await world.call('anna', 'GET', `${path}/deliveries?state=waiting`);
    expect(waiting.body).toMatchObject({
      count: 1,
      rows: [
        {
          ...{ type: 'test', state: 'waiting', attempts: 1, status: 500 },
          ...{ reason: 'The receiver replied with status 500.', lastAttemptAt: start },
          nextAttemptAt: '2026-11-26T10:00:05.000Z',
        },
      ],
    });
    world.receiver.status = 200;
    const deliveryPath = `${path}/deliveries/${test.body.id}`;
    const again = await world.call('anna', 'POST', `${deliveryPath}/redeliver`);
    expect(again.body).toMatchObject({
      id: test.body.id,
      messageId: test.body.messageId,
      nextAttemptAt: start,
    });
    expect((await lastLog())?.description).toBe(
      'Sent an event (test) again to the webhook "Warehouse" of Alpina',
    );
    await world.sendDue();
    const { body } = await world.call('anna', 'GET', deliveryPath);
    expect(body).toMatchObject({
      ...{ state: 'delivered', attempts: 2, status: 200, reason: null, nextAttemptAt: null },
      body: `{"type":"test","timestamp":"${start}","data":{"integrationId":${world.alpina.id},"message":"A test of the webhook."}}`,
    });
    expect(body.allAttempts).toEqual([
      { at: start, status: 200, durationMs: expect.any(Number), reason: null, response: 'status 200' },
      {
        ...{ at: start, status: 500, durationMs: expect.any(Number), response: 'status 500' },
        reason: 'The receiver replied with status 500.',
        reasonDetail: { code: 'alerts.webhookStatus', values: { status: 500 } },
      },
    ]);
    expect(world.receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([
      test.body.messageId,
      test.body.messageId,
    ]);
    // One that was delivered is sent again as well.
    await world.call('anna', 'POST', `${deliveryPath}/redeliver`);
    await world.sendDue();
    expect(world.receiver.calls).toHaveLength(3);
    expect((await world.call('anna', 'GET', `${path}/deliveries?state=failed`)).body).toEqual({
      rows: [],
      count: 0,
    });
  });

  it('keeps its secret readable while the encryption key is changed', async () => {
    const { webhook } = await world.create();
    const [before, after] = ['1'.repeat(64), '2'.repeat(64)];
    const purpose = secretPurpose(world.alpina.id);
    const ciphertext = createEncryptor(before).encrypt(new Secret('whsec_abc'), purpose);
    await world.query('UPDATE webhook_endpoints SET secret = $1 WHERE id = $2', [ciphertext, webhook.id]);
    const { db } = world.hub.infra.postgres;
    expect(await renewWebhookSecrets(db, createEncryptor(after, before))).toEqual({
      renewed: 1,
      unreadable: 0,
    });
    const { rows } = await world.query('SELECT secret FROM webhook_endpoints');
    expect(createEncryptor(after).decrypt(`${rows[0]?.secret}`, purpose).reveal()).toBe('whsec_abc');
  });
});
