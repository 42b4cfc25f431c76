import { rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { endpoint } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { createLog } from '../log/index.ts';
import type { Infra } from '../module.ts';
import { defineJob } from '../queue/index.ts';
import { bind } from './index.ts';
import { requestIdOf } from './request-id.ts';

const plan = endpoint({
  id: 'plan',
  method: 'POST',
  path: '/plan',
  access: 'signed-in',
  tag: 'test',
  summary: 'Starts a job that starts another one',
  body: z.strictObject({ name: z.string() }),
  response: z.strictObject({ jobId: z.string() }),
});
const second = defineJob({
  name: 'second',
  queue: 'system',
  payload: z.strictObject({}),
  run: async ({ log }) => log.info('the second job runs'),
});
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const given = 'edge-7f3a2b.91:4';

let stores: TestStores;
let hub: TestHub;
let first: ReturnType<typeof defineFirst>;
const lines: Record<string, unknown>[] = [];

function defineFirst(infra: Infra, done: (id: string) => void) {
  return defineJob({
    name: 'first',
    queue: 'system',
    payload: z.strictObject({}),
    run: async ({ log }) => {
      log.info('the first job runs');
      done(await infra.jobs.enqueue(second, {}));
    },
  });
}

let secondId: PromiseWithResolvers<string>;

beforeAll(async () => {
  stores = await openTestStores();
  secondId = Promise.withResolvers();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  hub = await startTestHub({
    stores: { ...stores, log: createLog({ logLevel: 'debug' }, sink) },
    modules: (infra) => {
      first = defineFirst(infra, secondId.resolve);
      return [
        {
          name: 'plan',
          jobs: [first, second],
          endpoints: [
            bind(plan, async ({ body }) => {
              infra.log.info({ planned: body.name }, 'a job is planned');
              return { jobId: await infra.jobs.enqueue(first, {}) };
            }),
          ],
        },
      ];
    },
  });
});

afterAll(async () => {
  await hub?.close();
  await closeTestStores(stores);
  await rm(stores.settings.dataDir, { recursive: true, force: true });
});

async function post(headers: Record<string, string>) {
  return hub.fetch('/api/plan', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenFor('ludus_admin')}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ name: 'x' }),
  });
}

describe('the id of a request', () => {
  it('stands in its response, in every line of its log, and in those of the jobs that it started', async () => {
    const { body, headers } = await post({ 'x-request-id': given });
    expect(headers.get('x-request-id')).toBe(given);
    await hub.infra.jobs.waitForCompletion(body.jobId);
    await hub.infra.jobs.waitForCompletion(await secondId.promise);
    const idOf = (msg: string) => lines.filter((line) => line.msg === msg).map(({ requestId }) => requestId);
    expect(idOf('a job is planned')).toEqual([given]);
    expect(idOf('request')).toEqual([given]);
    expect(idOf('the first job runs')).toEqual([given]);
    expect(idOf('the second job runs')).toEqual([given]);
    // The line follows the completion in the database, which is what was waited for.
    await expect.poll(() => idOf('job completed')).toEqual([given, given]);
  });

  it('stands in refusals, made by the hub where the given one is not well-formed', async () => {
    const { status, body, headers } = await post({ authorization: '', 'x-request-id': 'a b' });
    expect(status).toBe(401);
    expect(body.requestId).toMatch(uuid);
    expect(headers.get('x-request-id')).toBe(body.requestId);
  });

  it.each([
    ['that a trusted proxy has given it', given, '10.0.0.7', given],
    ['of its own where the caller is no proxy', given, '203.0.113.9', uuid],
    ['of its own where the given one is too short', 'abc', '10.0.0.7', uuid],
    ['of its own where the given one is too long', 'a'.repeat(129), '10.0.0.7', uuid],
    ['of its own where the given one would break a line', `${given}\nforged`, '10.0.0.7', uuid],
  ])('is the one %s', (_case, header, remoteAddress, expected) => {
    const request = { headers: { 'x-request-id': header }, socket: { remoteAddress } };
    const id = requestIdOf(request as never, (address) => address === '10.0.0.7');
    if (expected === uuid) expect(id).toMatch(uuid);
    else expect(id).toBe(expected);
  });
});
