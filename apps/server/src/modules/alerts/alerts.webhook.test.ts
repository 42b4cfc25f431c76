import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertsHub, startAlertsHub } from '../../../test/support/alerts/alerts-hub.ts';
import { createEncryptor, Secret } from '../../infra/crypto/index.ts';
import { findSettings, updateSettings } from './alerts.repo.ts';
import { readSecret, renewAlertSecret } from './alerts.webhook.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let world: AlertsHub;
let receiver: Server;
let url: string;
let status = 200;
const received: Received[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(pieces).toString('utf8') });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks?token=hidden`;
  world = await startAlertsHub({ allowInsecureServices: true, allowPrivateHosts: ['127.0.0.1'] });
}, 180_000);
afterAll(async () => {
  await world?.close();
  receiver?.close();
});

const plain = { recipients: null, sendsMail: true, webhookUrl: null, maintenanceHours: 4, graceHours: 2 };
const put = (body: object) =>
  world.hub.call('PUT', '/alerts/settings', { token: world.tokens.admin, body: { ...plain, ...body } });
const settings = async () => (await world.hub.get('/alerts/settings', world.tokens.admin)).body;
// The clock of the test stands still: several tests are of one instant.
const testWith = async (reply: number) =>
  (await settings()).tests.find((one: { status: number | null }) => one.status === reply);
const deliveries = async () => {
  const [incident] = await world.incidents();
  return (await world.incident(incident?.id ?? 0)).deliveries;
};

describe('the webhook of alerts', () => {
  it('has a secret once there is an address, and refuses one that is none', async () => {
    expect(await settings()).toEqual({ ...plain, webhookSecret: null, tests: [] });
    const none = await world.post('/alerts/settings/test');
    expect([none.status, none.body.message]).toEqual([
      409,
      'There is no webhook yet: save its address first.',
    ]);
    const bad = await put({ webhookUrl: 'ftp://example.com' });
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['webhookUrl']]);
    const withUser = await put({ webhookUrl: 'http://ada:secret@127.0.0.1/' });
    expect([withUser.status, Object.keys(withUser.body.fields)]).toEqual([422, ['webhookUrl']]);
    const saved = await put({ webhookUrl: url, graceHours: 3 });
    expect(saved.body).toMatchObject({ webhookUrl: url, graceHours: 3 });
    expect(saved.body.webhookSecret).toMatch(/^[0-9a-f]{64}$/);
    expect((await put({ webhookUrl: url })).body.webhookSecret).toBe(saved.body.webhookSecret);
  });

  it('receives a signed test', async () => {
    await world.post('/alerts/settings/test');
    await expect.poll(() => received.length).toBe(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const { webhookSecret } = await settings();
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(`${headers['x-ludus-signature']}`) ?? [];
    expect(signature).toBe(createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex'));
    expect(Number(seconds)).toBe(Math.floor(world.clock.now().getTime() / 1_000));
    expect(headers['x-ludus-event']).toBe('test');
    expect(JSON.parse(body)).toMatchObject({ event: 'test', sentBy: 'ada' });
    await expect
      .poll(async () => (await settings()).tests[0])
      .toMatchObject({ event: 'test', url: url.split('?')[0], state: 'delivered', attempts: 1, status: 200 });
  });

  it('receives an incident as it opens, with its figures', async () => {
    received.length = 0;
    for (let hour = 0; hour < 5; hour++) await world.hour({ alpina: false });
    await expect.poll(() => received.length).toBeGreaterThan(0);
    const body = JSON.parse(received[0]?.body ?? '{}');
    expect(body).toMatchObject({
      event: 'incident.opened',
      incident: { kind: 'activity', integrationId: world.alpina.id, title: 'Activity lost: Alpina' },
      alerts: [
        { rule: 'activity-integration', level: 'integration', value: 0, expected: 24, deviation: 100 },
      ],
    });
    await expect.poll(async () => (await deliveries())[0]?.state).toBe('delivered');
    const { events } = await world.incident((await world.incidents())[0]?.id ?? 0);
    expect(events.filter(({ kind }) => kind === 'notified')).toHaveLength(2);
  });

  it('says why a call failed: at once for a refusal, and again later for an error of the receiver', async () => {
    status = 410;
    await world.post('/alerts/settings/test');
    await expect
      .poll(() => testWith(410))
      .toMatchObject({
        state: 'failed',
        attempts: 1,
        status: 410,
        reason: 'The receiver replied with status 410.',
      });
    status = 503;
    await world.post('/alerts/settings/test');
    await expect
      .poll(() => testWith(503))
      .toMatchObject({ state: 'waiting', attempts: 1, status: 503, finishedAt: null });
  });

  it('belongs to administrators of the provider', async () => {
    for (const token of [world.tokens.manager, world.tokens.alpina]) {
      expect((await world.hub.get('/alerts/settings', token)).status).toBe(403);
      expect((await world.hub.call('PUT', '/alerts/settings', { token, body: plain })).status).toBe(403);
      expect((await world.hub.call('POST', '/alerts/settings/test', { token })).status).toBe(403);
    }
    expect((await world.hub.get('/alerts/settings')).status).toBe(401);
    expect((await put({ graceHours: 100 })).body.fields).toEqual({ graceHours: 'At most 72.' });
  });
});

describe('the secret of the webhook', () => {
  it('is encrypted again when the encryption key changes, and counts as absent when no key opens it', async () => {
    const { db } = world.hub.infra.postgres;
    const [before, after] = ['1'.repeat(64), '2'.repeat(64)];
    const secret = createEncryptor(before).encrypt(new Secret('shared'), 'alerts webhook');
    const stored = async () => (await findSettings(db)).webhook_secret;
    await updateSettings(db, { webhook_secret: secret });
    expect(readSecret(createEncryptor(after), await stored())).toBeNull();
    expect(await renewAlertSecret(db, createEncryptor(after, before))).toEqual({ renewed: 1, unreadable: 0 });
    expect(readSecret(createEncryptor(after), await stored())).toBe('shared');
  });
});
