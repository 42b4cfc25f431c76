import { get as httpGet } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { bind, largeJson } from './index.ts';

const tree = endpoint({
  id: 'tree',
  method: 'GET',
  path: '/tree/:kind',
  access: 'signed-in',
  tag: 'test',
  summary: 'A large value, one of a wrong form, or one whose parts are counted when they are read',
  params: z.strictObject({ kind: z.enum(['large', 'wrong', 'counted']) }),
  response: z.strictObject({ parts: z.array(z.unknown()) }),
});

const large = {
  parts: Array.from({ length: 9_000 }, (_, id) => ({ id, name: `Città ${id}`, ratio: id / 7, none: null })),
};
const counted = { parts: 400, read: 0, gone: Promise.withResolvers<void>() };
const long = 'x'.repeat(500_000);

let hub: TestHub;
let headers: Record<string, string>;

beforeAll(async () => {
  hub = await startTestHub({
    modules: () => [
      {
        name: 'test',
        endpoints: [
          bind(tree, async ({ params: { kind }, signal }) => {
            if (kind === 'large') return largeJson(large);
            if (kind === 'wrong') return largeJson({ ...large, extra: 1 });
            signal.addEventListener('abort', () => counted.gone.resolve());
            return largeJson({ parts: Array.from({ length: counted.parts }, countedPart) });
          }),
        ],
      },
    ],
  });
  headers = { authorization: `Bearer ${await tokenFor('ludus_admin')}` };
});

afterAll(() => hub?.close());

/** So many values that each is a piece of its own. */
function countedPart() {
  return {
    get text() {
      counted.read++;
      return long;
    },
    numbers: Array.from({ length: 9_000 }, () => 0),
  };
}

/** The response as it comes over the network. */
async function raw(path: string, encoding: string) {
  const asked = Promise.withResolvers<{ headers: Record<string, unknown>; body: Buffer; status: number }>();
  httpGet(
    `${hub.url}/api${path}`,
    { headers: { ...headers, 'accept-encoding': encoding } },
    async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      asked.resolve({
        headers: response.headers,
        body: Buffer.concat(chunks),
        status: response.statusCode ?? 0,
      });
    },
  );
  return asked.promise;
}

describe('a large response', () => {
  it.each([
    ['identity', (body: Buffer) => body],
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('is the JSON of its value, sent as %s', async (encoding, unpack) => {
    const { status, headers: sent, body } = await raw('/tree/large', encoding);
    expect(status).toBe(200);
    expect(sent['content-type']).toBe('application/json; charset=utf-8');
    expect(sent['cache-control']).toBe('no-store');
    expect(sent['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(unpack(body).toString()).toBe(JSON.stringify(large));
  });

  it('that breaks the contract is an error and not the beginning of a response', async () => {
    const { status, body } = await raw('/tree/wrong', 'gzip');
    expect(status).toBe(500);
    expect(JSON.parse(gunzipOr(body)).message).toBeTypeOf('string');
  });

  it.each(['identity', 'gzip'])('ends when its caller leaves, sent as %s', async (encoding) => {
    counted.read = 0;
    counted.gone = Promise.withResolvers();
    const request = httpGet(`${hub.url}/api/tree/counted`, {
      headers: { ...headers, 'accept-encoding': encoding },
    });
    request.on('error', () => {});
    request.once('response', (response) => response.once('data', () => request.destroy()));
    await counted.gone.promise;
    for (let index = 0; index < 50; index++) await turn();
    const { read } = counted;
    expect(read).toBeLessThan(counted.parts);
    for (let index = 0; index < 50; index++) await turn();
    expect(counted.read).toBe(read);
  });
});

function gunzipOr(body: Buffer): string {
  return body[0] === 0x1f ? gunzipSync(body).toString() : body.toString();
}
