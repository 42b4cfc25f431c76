import { once } from 'node:events';
import { Writable } from 'node:stream';
import { endpoint } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { createLog } from '../log/index.ts';
import { bind } from './index.ts';

const search = endpoint({
  id: 'search',
  method: 'POST',
  path: '/search',
  access: 'signed-in',
  tag: 'test',
  summary: 'Searches',
  query: z.strictObject({ userId: z.string() }),
  body: z.strictObject({ password: z.string() }),
  response: z.strictObject({}),
});

const wait = endpoint({
  id: 'wait',
  method: 'GET',
  path: '/wait',
  access: 'signed-in',
  tag: 'test',
  summary: 'Waits for its caller to leave',
  query: z.strictObject({ breaks: z.literal('true').optional() }),
  response: z.strictObject({}),
});

let stores: TestStores;
let hub: TestHub;
let written = '';
let waiting = Promise.withResolvers<void>();

beforeAll(async () => {
  stores = await openTestStores();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  hub = await startTestHub({
    stores: { ...stores, log: createLog({ logLevel: 'trace' }, sink) },
    modules: () => [
      {
        name: 'search',
        endpoints: [
          bind(search, async ({ body }) => {
            if (body.password === 'boom') throw new Error('the engine is broken');
            return {};
          }),
          bind(wait, async ({ query, signal }) => {
            waiting.resolve();
            await once(signal, 'abort');
            if (query.breaks) throw new Error('broken after its caller left');
            throw signal.reason;
          }),
        ],
      },
    ],
  });
});

afterAll(async () => {
  await hub?.close();
  await closeTestStores(stores);
});

describe('the log', () => {
  it('names each call and who made it, and holds no token, no query and no body', async () => {
    const token = await tokenFor('ludus_admin');
    const { body } = await hub.call('POST', '/search?userId=player-77', {
      token,
      body: { password: 'hunter2' },
    });
    expect(body).toEqual({});
    await hub.get('/me', `${token.slice(0, -4)}AAAA`);
    const line = written.split('\n').find((text) => text.includes('"endpoint":"search"')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      method: 'POST',
      path: '/api/search',
      status: 200,
      userId: 'user-ludus_admin',
    });
    for (const secret of [token.split('.')[2] ?? '', token.slice(0, 40), 'player-77', 'hunter2']) {
      expect(written).not.toContain(secret);
    }
  });

  it('holds the cause of what callers are only told an id of', async () => {
    const token = await tokenFor('ludus_admin');
    const { status, body } = await hub.call('POST', '/search?userId=x', {
      token,
      body: { password: 'boom' },
    });
    expect(status).toBe(500);
    const line = written.split('\n').find((text) => text.includes('the engine is broken')) ?? '';
    expect(line).toContain(body.requestId);
  });

  /** Calls, leaves, and returns how the hub logs the end of that call. */
  async function leave(query: string, message: string): Promise<{ level: number }[]> {
    written = '';
    waiting = Promise.withResolvers();
    const caller = new AbortController();
    const call = fetch(`${hub.url}/api/wait${query}`, {
      signal: caller.signal,
      headers: { authorization: `Bearer ${await tokenFor('ludus_admin')}` },
    });
    await waiting.promise;
    caller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => written).toContain(message);
    return written
      .split('\n')
      .filter((line) => line.includes('/api/wait'))
      .map((line) => JSON.parse(line));
  }

  it('holds no error of a call whose caller left, which is no failure in the metrics either', async () => {
    const lines = await leave('', 'the caller left');
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    const { body: metrics } = await hub.fetch('/metrics');
    expect(metrics).toContain('hub_http_request_seconds');
    expect(metrics).not.toMatch(/endpoint="wait"[^}]*status="5/);
  });

  it('still holds what broke after the caller left', async () => {
    const lines = await leave('?breaks=true', 'broken after its caller left');
    expect(lines).toMatchObject([{ level: 50 }]);
  });
});
