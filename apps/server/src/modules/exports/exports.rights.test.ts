import { type ExportedFile, exportedFile, type Role } from '@ludus/contract';
import { openXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/harness.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { JobContext } from '../../platform/queue/index.ts';
import { type FiguresHub, fixtureNow, startFiguresHub } from './exports.fixture.ts';
import type { ExportJob } from './exports.job.ts';
import type { ExportPayload } from './exports.request.ts';

let world: FiguresHub;
let token: string;
const day = { from: '2026-10-25', to: '2026-10-25' };
const userId = 'user-ludus_admin';

beforeAll(async () => {
  world = await startFiguresHub();
  token = await tokenFor('ludus_admin', { now: world.clock.now() });
});
afterAll(() => world?.close());
beforeEach(() => {
  world.clock.set(fixtureNow);
  world.mails.taken.length = 0;
  world.mails.refuses = 0;
  world.accounts.isAway = false;
  give('ludus_admin');
});

/** The account of who asks, as it is from now on. */
function give(role: Role, change: { integrationName?: string; enabled?: boolean } = {}) {
  const account = { id: userId, username: 'boss', email: 'boss@hub.test', roles: [role] };
  world.accounts.set('boss', { ...account, integrationName: null, enabled: true, ...change });
}

/** Asks for the report by mail, as an administrator whose token is good. */
async function ask(): Promise<ExportedFile & { jobId: string }> {
  const body = { request: day, format: 'xlsx', emails: ['a@b.it'] };
  const answer = await world.hub.call('POST', '/bookkeeping/stats-detailed/export', { body, token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const file = exportedFile.parse(answer.body);
  return { ...file, jobId: file.jobId ?? '' };
}

const settled = (jobId: string) => world.hub.platform.jobs.settled(jobId);
const shown = async (id: string) => exportedFile.parse((await world.hub.get(`/exports/${id}`, token)).body);
const isThere = (id: string) => world.hub.platform.files.exists(`exports/${id}`);

async function headingOf(bytes: Buffer | null | undefined): Promise<string> {
  const { sheets } = await openXlsx(bytes ?? Buffer.alloc(0));
  return (sheets[0]?.rows[0] ?? []).join();
}

/** Runs single attempts of the job of a file that is not made yet; they share a checkpoint. */
async function attempts() {
  world.accounts.clear();
  const file = await ask();
  await settled(file.jobId);
  give('ludus_admin');
  let checkpoint: unknown = null;
  const context: JobContext<ExportPayload> = {
    payload: { exportId: file.id, format: 'xlsx', recipients: ['a@b.it'] },
    job: { id: file.jobId, name: 'export', attempt: 1, userId, username: 'boss' },
    log: silentLog,
    signal: new AbortController().signal,
    progress: () => {},
    summarise: () => {},
    summariseIntegrations: () => {},
    checkpoint: async (data) => {
      checkpoint = data;
    },
    readCheckpoint: async (schema) => schema.safeParse(checkpoint).data ?? null,
  };
  const [job] = (world.exports.jobs ?? []) as ExportJob[];
  return { id: file.id, run: async () => job?.run(context) };
}

describe('a file that was asked for before', () => {
  it('[OPEN-81] holds what the person may see when it is made, not when it was asked for', async () => {
    give('ludus_manager');
    await settled((await ask()).jobId);
    expect(await headingOf(world.mails.taken[0]?.attachment)).not.toMatch(/Net win|Due/);
  });

  it('[OPEN-01][OPEN-92][API-099] is neither made nor mailed for who is gone, disabled or may not have it any more; the board says why', async () => {
    const gone = 'The person who asked for this may not sign in any more.';
    const states: [string, () => void][] = [
      [gone, () => world.accounts.clear()],
      [gone, () => give('ludus_admin', { enabled: false })],
      [gone, () => give('integration_admin')],
      [
        'The person who asked for this may not have it any more.',
        () => give('integration_guest', { integrationName: 'Alpina' }),
      ],
    ];
    for (const [error, happen] of states) {
      happen();
      const file = await ask();
      expect(await settled(file.jobId)).toMatchObject({ state: 'failed', error, attempt: 1 });
      expect(await shown(file.id)).toMatchObject({ state: 'failed', url: null, error });
      expect(await isThere(file.id)).toBe(false);
    }
    expect(world.mails.taken).toEqual([]);
  });

  it('[OPEN-01] waits for an identity provider that is away, and nothing of it leaves before', async () => {
    const { id, run } = await attempts();
    world.accounts.isAway = true;
    // The queue tries again what fails with 500 and above.
    await expect(run()).rejects.toMatchObject({ status: 502, message: expect.stringContaining('reached') });
    expect([await isThere(id), world.mails.taken]).toEqual([false, []]);
    world.accounts.isAway = false;
    await run();
    expect([await isThere(id), world.mails.taken.length]).toEqual([true, 1]);
  });

  it('[OPEN-81] is made anew when an earlier attempt made it with other rights, and kept otherwise', async () => {
    const { id, run } = await attempts();
    world.mails.refuses = 1;
    await expect(run()).rejects.toThrow('The mail server is down.');
    const doneAt = async () =>
      (
        await world.hub.stores.postgres.db
          .selectFrom('exports')
          .select('done_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).done_at?.toISOString();
    world.clock.set('2026-11-20T12:01:00.000Z');
    world.mails.refuses = 1;
    await expect(run()).rejects.toThrow('The mail server is down.');
    expect(await doneAt()).toBe('2026-11-20T12:00:00.000Z');
    give('ludus_manager');
    await run();
    expect(await doneAt()).toBe('2026-11-20T12:01:00.000Z');
    expect(world.mails.taken).toHaveLength(1);
    expect(await headingOf(world.mails.taken[0]?.attachment)).not.toMatch(/Net win|Due/);
  });
});
