import { textMessage } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { defineJob } from '../../infra/queue/index.ts';
import { createJobsModule } from './index.ts';

const running = new Map<string, PromiseWithResolvers<void>>();
const runningOf = (id: string) => {
  const known = running.get(id) ?? Promise.withResolvers<void>();
  running.set(id, known);
  return known;
};
const held = Promise.withResolvers<void>();
/** Says that it has begun, and ends when the test lets it. */
const holding = defineJob({
  name: 'hold',
  queue: 'bookkeeping',
  payload: z.strictObject({ dateStart: z.string() }),
  options: { concurrency: 2 },
  async run({ job, progress, summarise }) {
    summarise({ received: 5 });
    progress(40, textMessage('Halfway there'));
    runningOf(job.id).resolve();
    await held.promise;
  },
});

let hub: TestHub;
const tokens = { admin: '', alpina: '', guest: '' };
const ids = { admin: '', alpina: '', later: '' };

async function begin(userId: string): Promise<string> {
  const actor = { userId, username: userId.replace('user-', '') };
  const id = await hub.infra.jobs.enqueue(holding, { dateStart: '2026-11-01' }, { actor });
  await runningOf(id).promise;
  return id;
}

beforeAll(async () => {
  hub = await startTestHub({
    modules: (infra) => [{ name: 'held', jobs: [holding] }, createJobsModule(infra)],
  });
  tokens.admin = await tokenFor('ludus_admin');
  tokens.alpina = await tokenFor('integration_manager');
  tokens.guest = await tokenFor('integration_guest');
  ids.admin = await begin('user-ludus_admin');
  ids.alpina = await begin('user-integration_manager');
  // Both places are taken: this one waits.
  const actor = { userId: 'user-integration_manager', username: 'integration_manager' };
  ids.later = await hub.infra.jobs.enqueue(holding, { dateStart: '2026-11-02' }, { actor });
});
afterAll(async () => {
  held.resolve();
  await hub?.close();
});

const activeIds = async (token: string, queue = 'bookkeeping') =>
  (await hub.get(`/jobs/active/${queue}`, token)).body.map((job: { id: string }) => job.id);

describe('[API-054][OPEN-61] jobs under way', () => {
  it("are the caller's own, running ones first", async () => {
    expect(await activeIds(tokens.alpina)).toEqual([ids.alpina, ids.later]);
    expect(await activeIds(tokens.guest)).toEqual([]);
  });

  it("are everyone's for ludus_admin", async () => {
    expect(await activeIds(tokens.admin)).toEqual([ids.admin, ids.alpina, ids.later]);
  });

  it('[JOBS-12] are none in a queue without jobs', async () => {
    expect(await activeIds(tokens.admin, 'reports')).toEqual([]);
  });

  it('[ENT-09][ENT-10][JOBS-01] say name, progress, summary, whose they are and what they were asked', async () => {
    // Progress is written while the job runs on.
    const stored = () => hub.get(`/jobs/${ids.alpina}`, tokens.alpina);
    await expect.poll(async () => (await stored()).body.progress.percentage).toBe(40);
    const { body } = await stored();
    expect(body).toMatchObject({
      id: ids.alpina,
      name: 'hold',
      state: 'active',
      queueQualifiedName: 'hub:bookkeeping',
      data: { userId: 'user-integration_manager', dateStart: '2026-11-01' },
      username: 'integration_manager',
      progress: { percentage: 40, message: 'Halfway there' },
      summary: { received: 5 },
      finishedOn: null,
      delay: 0,
    });
    expect((await hub.get(`/jobs/${ids.later}`, tokens.alpina)).body.state).toBe('waiting');
  });

  it('need a token, a valid user, a queue that people have and an id of a job', async () => {
    expect((await hub.get('/jobs/active/bookkeeping')).status).toBe(401);
    expect((await hub.get(`/jobs/${ids.admin}`)).status).toBe(401);
    expect((await hub.get('/jobs/active/system', tokens.admin)).status).toBe(422);
    expect((await hub.get('/jobs/nonsense', tokens.admin)).status).toBe(404);
    expect((await hub.get('/jobs/active/bookkeeping', await tokenFor(null))).status).toBe(403);
  });

  it("[OPEN-61] someone else's job is not found, except by ludus_admin", async () => {
    expect((await hub.get(`/jobs/${ids.admin}`, tokens.alpina)).status).toBe(404);
    expect((await hub.get(`/jobs/${ids.alpina}`, tokens.admin)).status).toBe(200);
    expect((await hub.get('/jobs/00000000-0000-4000-8000-000000000000', tokens.admin)).status).toBe(404);
  });

  it('[OPEN-69] a finished job can still be read, so that a client catches up after a lost socket', async () => {
    held.resolve();
    await Promise.all(Object.values(ids).map((id) => hub.infra.jobs.waitForCompletion(id)));
    const { body } = await hub.get(`/jobs/${ids.alpina}`, tokens.alpina);
    expect(body).toMatchObject({ state: 'completed', progress: { percentage: 100 }, error: null });
    expect(Date.parse(body.finishedOn)).toBeGreaterThanOrEqual(Date.parse(body.processedOn));
    expect(await activeIds(tokens.admin)).toEqual([]);
  });
});
