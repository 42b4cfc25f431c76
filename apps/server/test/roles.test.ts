import { textMessage } from '@ludus/contract';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../src/infra/queue/index.ts';
import { closeTestStores, openTestStores, type TestStores } from './harness.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { tokenFor } from './tokens.ts';

const ranIn: string[] = [];

/** The same module in each process. */
function echo(place: string) {
  return defineJob({
    name: 'echo',
    queue: 'reports',
    payload: z.strictObject({ text: z.string() }),
    async run({ payload, progress }) {
      ranIn.push(place);
      progress(50, textMessage(payload.text));
    },
  });
}

let stores: TestStores;
let api: TestHub;
let worker: TestHub;
const job = echo('api');

beforeAll(async () => {
  stores = await openTestStores();
  const hub = (role: 'api' | 'worker', echoJob: ReturnType<typeof echo>) =>
    startTestHub({ role, stores, modules: () => [{ name: 'echo', jobs: [echoJob] }] });
  api = await hub('api', job);
  worker = await hub('worker', echo('worker'));
});

afterAll(async () => {
  await worker?.close();
  await api?.close();
  await closeTestStores(stores);
});

describe('a hub in two processes', () => {
  it('runs jobs in the worker alone, and the browsers of the other process hear of them in order', async () => {
    const socket = io(api.url, {
      auth: { token: await tokenFor('ludus_admin') },
      transports: ['websocket'],
      reconnection: false,
    });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const heard: string[] = [];
    socket.onAny((name, data) => heard.push(data.type ?? (data.progress?.message || name)));
    const completed = new Promise((resolve) => socket.once('job-completed', resolve));
    const id = await api.infra.jobs.enqueue(job, { text: 'half' });
    await completed;
    expect(await api.infra.jobs.waitForCompletion(id)).toMatchObject({
      state: 'completed',
      queue: 'reports',
    });
    expect(heard).toEqual(['start', 'half', 'end', 'job-completed']);
    expect(ranIn).toEqual(['worker']);
    socket.disconnect();
  });

  it('serves from the one and not from the other', async () => {
    expect(worker.url).toBe('');
    expect((await api.get('/health')).status).toBe(200);
  });
});
