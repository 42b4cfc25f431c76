import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getJson, type RunningSandbox, runSandbox, send, TEST_NOW } from '../../test/harness.ts';
import { MAX_CALLS } from './receivers.ts';
import { verifyCall } from './verify.ts';

const now = Date.parse(TEST_NOW);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const body =
  '{"type":"test","timestamp":"2026-11-20T19:40:00.000Z","data":{"integrationId":1,"message":"Città"}}';

interface Signed {
  secrets: string[];
  id?: string;
  at?: number;
  body?: string;
}

function headersOf({ secrets, id = 'msg_1', at = now, body: signed = body }: Signed): Record<string, string> {
  const seconds = `${Math.floor(at / 1_000)}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${signed}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}

const call = async ({ url }: RunningSandbox, headers: Record<string, string>, sent = body) =>
  (await fetch(`${url}/webhooks/alpina`, { method: 'POST', headers, body: sent })).status;

describe('a receiver of webhooks', () => {
  it('verifies the example of the Standard Webhooks libraries', () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const example = { headers, body: '{"test": 2432232314}' };
    const at = (seconds: number) => verifyCall([secret], example, (1_614_265_330 + seconds) * 1_000).verdict;
    expect([at(0), at(300), at(-300), at(301), at(-301)]).toEqual([
      'valid',
      'valid',
      'valid',
      'stale',
      'stale',
    ]);
  });

  it('accepts what its secret has signed, also after a restart, and refuses everything else', async () => {
    const first = await runSandbox();
    const [secret, other] = [newSecret(), newSecret()];
    expect(await call(first, headersOf({ secrets: [secret] }))).toBe(401);
    expect(await send('PUT', `${first.url}/webhooks/alpina/secrets`, { secrets: [secret] })).toEqual({
      status: 200,
      body: { held: 1 },
    });
    await first.close();
    const sandbox = await runSandbox({ dataDir: first.dataDir });
    const signed = headersOf({ secrets: [secret], id: 'msg_2' });
    expect(await call(sandbox, signed)).toBe(204);
    expect(await call(sandbox, signed, body.replace('Città', 'Citta'))).toBe(401);
    expect(await call(sandbox, headersOf({ secrets: [other], id: 'msg_3' }))).toBe(401);
    expect(await call(sandbox, headersOf({ secrets: [secret], id: 'msg_4', at: now - 301_000 }))).toBe(401);
    expect(await call(sandbox, { 'content-type': 'application/json' })).toBe(401);
    const calls = await getJson(`${sandbox.url}/webhooks/calls.json?receiver=alpina`);
    expect(calls.map(({ messageId, verdict, status }: never) => [messageId, verdict, status])).toEqual([
      ['', 'headers-missing', 401],
      ['msg_4', 'stale', 401],
      ['msg_3', 'wrong-signature', 401],
      ['msg_2', 'wrong-signature', 401],
      ['msg_2', 'valid', 204],
    ]);
    expect(calls.at(-1)).toMatchObject({
      receiver: 'alpina',
      receivedAt: TEST_NOW,
      type: 'test',
      isRepeat: false,
      body,
    });
    expect(await getJson(`${sandbox.url}/webhooks/calls.json?receiver=baltica`)).toEqual([]);
  });

  it('tells which of its secrets have signed while one replaces the other', async () => {
    const sandbox = await runSandbox();
    const [old, fresh] = [newSecret(), newSecret()];
    await send('PUT', `${sandbox.url}/webhooks/alpina/secrets`, { secrets: [old, fresh] });
    for (const [id, secrets] of [
      ['msg_1', [fresh, old]],
      ['msg_2', [fresh]],
    ] as const)
      expect(await call(sandbox, headersOf({ id, secrets: [...secrets] }))).toBe(204);
    const calls = await getJson(`${sandbox.url}/webhooks/calls.json`);
    expect(calls.map(({ signatures, matches }: never) => [signatures, matches])).toEqual([
      [1, [1]],
      [2, [0, 1]],
    ]);
  });

  it('fails as often as it is told, whatever the signature, and knows a repeated message', async () => {
    const sandbox = await runSandbox();
    const secret = newSecret();
    await send('PUT', `${sandbox.url}/webhooks/alpina/secrets`, { secrets: [secret] });
    await send('POST', `${sandbox.url}/webhooks/alpina/faults`, { failNext: 2, status: 503 });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push(await call(sandbox, headersOf({ secrets: [secret] })));
    expect(statuses).toEqual([503, 503, 204, 204]);
    const calls = await getJson(`${sandbox.url}/webhooks/calls.json`);
    expect(calls.map(({ verdict, isRepeat }: never) => [verdict, isRepeat])).toEqual([
      ['valid', true],
      ['valid', false],
      ['valid', false],
      ['valid', false],
    ]);
    expect(await getJson(`${sandbox.url}/webhooks/alpina/faults`)).toEqual({ failNext: 0, status: 503 });
  });

  it('refuses switches that it does not have and names that are none', async () => {
    const { url } = await runSandbox();
    for (const [method, path, sent] of [
      ['PUT', 'alpina/secrets', { secrets: ['secret'] }],
      ['POST', 'alpina/faults', { failNext: -1 }],
      ['POST', 'alpina/faults', { failNext: 1, status: 200 }],
      ['POST', 'Al%20pina', {}],
    ] as const)
      expect((await send(method, `${url}/webhooks/${path}`, sent)).status, path).toBe(422);
  });

  it('shows its calls on a page, escaped, and keeps the newest 200 until they are deleted', async () => {
    const sandbox = await runSandbox();
    const text = '{"type":"<img src=x onerror=alert(1)>"}';
    for (let n = 0; n < MAX_CALLS + 2; n++)
      await call(sandbox, headersOf({ secrets: [], id: `msg_${n}` }), text);
    const calls = await getJson(`${sandbox.url}/webhooks/calls.json`);
    expect([calls.length, calls[0].messageId]).toEqual([MAX_CALLS, `msg_${MAX_CALLS + 1}`]);
    for (const path of ['', '?receiver=alpina', `/calls/${calls[0].id}`]) {
      const page = await (await fetch(`${sandbox.url}/webhooks${path}`)).text();
      expect(page).toContain('&lt;img src=x');
      expect(page).not.toContain('<img src=x');
    }
    expect((await fetch(`${sandbox.url}/webhooks/calls/none`)).status).toBe(404);
    await send('DELETE', `${sandbox.url}/webhooks/calls`);
    expect(await getJson(`${sandbox.url}/webhooks/calls.json`)).toEqual([]);
    expect(await (await fetch(`${sandbox.url}/webhooks`)).text()).toContain('Nothing received yet.');
  });
});
