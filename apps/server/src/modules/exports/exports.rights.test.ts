import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportedFile, exportedFile, type Role } from '@ludus/contract';
import { openXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { silentLog } from '../../../test/harness.ts';
import { exportCalls, paths, whos } from '../../../test/support/exports/export-calls.ts';
import { type FiguresHub, fixtureNow, startFiguresHub } from '../../../test/support/exports/figures-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { JobContext } from '../../infra/queue/index.ts';
import type { ExportJob } from './exports.job.ts';
import type { ExportPayload } from './exports.request.ts';

let world: FiguresHub;
let token: string;
const { tokens, signIn, post, exported, download } = exportCalls(() => world);
const day = { from: '2026-10-25', to: '2026-10-25' };
const userId = 'user-ludus_admin';

beforeAll(async () => {
  world = await startFiguresHub();
  token = await tokenFor('ludus_admin', { now: world.clock.now() });
});
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.set(fixtureNow);
  await signIn();
  world.mails.taken.length = 0;
  world.mails.refuses = 0;
  world.accounts.isAway = false;
  give('ludus_admin');
});

/** The account of who asks, as it is from now on. */
function give(role: Role, change: { integrationName?: string; enabled?: boolean } = {}) {
  const account = { id: userId, username: 'boss', email: 'boss@hub.test', roles: [role] };
  world.accounts.set('ludus_admin', { ...account, integrationName: null, enabled: true, ...change });
}

/** Asks for the report by mail, as an administrator whose token is good. */
async function ask(): Promise<ExportedFile & { jobId: string }> {
  const body = { request: day, format: 'xlsx', emails: ['a@b.it'] };
  const answer = await world.hub.call('POST', '/bookkeeping/stats-detailed/export', { body, token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const file = exportedFile.parse(answer.body);
  return { ...file, jobId: file.jobId ?? '' };
}

const settled = (jobId: string) => world.hub.infra.jobs.waitForCompletion(jobId);
const shown = async (id: string) => exportedFile.parse((await world.hub.get(`/exports/${id}`, token)).body);
const isThere = (id: string) => world.hub.infra.files.exists(`exports/${id}`);

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
    const gone = 'The person who requested this can no longer sign in.';
    const states: [string, () => void][] = [
      [gone, () => world.accounts.clear()],
      [gone, () => give('ludus_admin', { enabled: false })],
      [gone, () => give('integration_admin')],
      [
        'The person who requested this no longer has access to it.',
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

describe('who may have which file', () => {
  const ranked = { by: 'game', metric: 'bet' };
  const asked = {
    statistics: { request: day, format: 'csv' },
    ranking: { request: { ...day, ...ranked }, format: 'csv' },
    report: { request: day, format: 'csv' },
    sessions: { filter: day, format: 'csv' },
  };

  it.each(Object.keys(paths) as (keyof typeof paths)[])('[OPEN-01] %s: role by role', async (kind) => {
    expect((await post(paths[kind], asked[kind])).status).toBe(401);
    for (const [who] of whos) {
      const refused = who === 'guest' || (who === 'alpinaManager' && kind !== 'sessions');
      expect((await post(paths[kind], asked[kind], who)).status, who).toBe(refused ? 403 : 200);
    }
  });

  it.each(Object.keys(paths) as (keyof typeof paths)[])(
    '%s: what cannot be is refused by its field',
    async (kind) => {
      const inner = kind === 'sessions' ? 'filter' : 'request';
      const rest = kind === 'ranking' ? ranked : {};
      for (const [body, field] of [
        [{ ...asked[kind], format: 'pdf' }, 'format'],
        [{ ...asked[kind], emails: ['no-one'] }, 'emails.0'],
        [{ ...asked[kind], [inner]: { ...rest, from: '2026-10-25' } }, `${inner}.to`],
        [{ ...asked[kind], [inner]: { ...rest, from: '2026-10-26', to: '2026-10-25' } }, 'to'],
      ] as const) {
        const answer = await post(paths[kind], body, 'admin');
        expect([answer.status, Object.keys(answer.body.fields ?? {})], field).toEqual([422, [field]]);
      }
    },
  );

  it('POST /report-email is for the roles that see reports alone, and refuses bad addresses by their place', async () => {
    const body = { ...day, emails: ['a@b.it'] };
    expect((await post('/report-email', body)).status).toBe(401);
    expect((await post('/report-email', body, 'alpinaManager')).status).toBe(403);
    for (const [bad, field] of [
      [{ ...body, emails: [] }, 'emails'],
      [{ ...body, emails: ['a@b.it', 'a b@c.it'] }, 'emails.1'],
      [{ ...body, to: '2026-10-24' }, 'to'],
      [{ ...body, unknown: 1 }, 'unknown'],
    ] as const) {
      const answer = await post('/report-email', bad, 'admin');
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
    }
  });
});

describe('the address of a file', () => {
  it('needs no token, is a download with its name, and is never shown as a page', async () => {
    const file = await exported('report', { request: day, format: 'xlsx' });
    const { status, headers } = await download(file);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="report-2026-10-25-2026-10-25.xlsx"; filename*=UTF-8''report-2026-10-25-2026-10-25.xlsx`,
    );
    expect(headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-length')).toBe(String(file.bytes));
    const head = await fetch(world.hub.url + file.url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('opens nothing for a person who has moved, lost the role, is disabled or deleted, nor does the call', async () => {
    const file = await exported('sessions', { filter: day, format: 'csv' }, 'alpina');
    const account = world.accounts.get('integration_admin');
    if (account === undefined) throw new Error('No account');
    const opens = async () => (await download(file)).status;
    const asks = async (role: Role, integration: string) => {
      const now = world.clock.now();
      const changed = await tokenFor(role, { userId: account.id, integration, now });
      return (await world.hub.get(`/exports/${file.id}`, changed)).status;
    };
    expect([await opens(), await asks('integration_admin', 'Alpina')]).toEqual([200, 200]);
    world.accounts.set('integration_admin', { ...account, integrationName: 'Baltica' });
    expect([await opens(), await asks('integration_admin', 'Baltica')]).toEqual([404, 404]);
    // The role may have such files, but this one was made for another.
    world.accounts.set('integration_admin', { ...account, roles: ['integration_manager'] });
    expect([await opens(), await asks('integration_manager', 'Alpina')]).toEqual([404, 404]);
    world.accounts.set('integration_admin', { ...account, roles: ['integration_guest'] });
    expect([await opens(), await asks('integration_guest', 'Alpina')]).toEqual([404, 404]);
    world.accounts.set('integration_admin', { ...account, enabled: false });
    expect(await opens()).toBe(404);
    world.accounts.delete('integration_admin');
    expect(await opens()).toBe(404);
    world.accounts.set('integration_admin', account);
    expect([await opens(), await asks('integration_admin', 'Alpina')]).toEqual([200, 200]);
  });

  it('opens nothing while no one can tell what its person may do', async () => {
    const file = await exported('report', { request: day, format: 'csv' });
    world.accounts.isAway = true;
    expect((await download(file)).status).toBe(502);
    world.accounts.isAway = false;
    expect((await download(file)).status).toBe(200);
  });

  it('opens no file of a former version, whose rights are not known', async () => {
    const file = await exported('report', { request: day, format: 'csv' });
    const { db } = world.hub.stores.postgres;
    await db.updateTable('exports').set({ rights: null }).where('id', '=', file.id).execute();
    expect((await download(file)).status).toBe(404);
  });

  it('is in the log with who requested the file, and from where its address was opened, each once', async () => {
    const file = await exported('report', { request: day, format: 'csv' }, 'alpina');
    await download(file);
    await download(file);
    await fetch(world.hub.url + file.url, { method: 'HEAD' });
    const entries = await world.hub.stores.postgres.db
      .selectFrom('logs')
      .select(['action', 'description', 'username'])
      .where('related_id', '=', file.id)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      {
        action: 'request',
        description: `Requested the export ${file.fileName}`,
        username: 'integration_admin',
      },
      {
        action: 'download',
        description: `Downloaded the export ${file.fileName} by its link from 127.0.0.1`,
        username: 'integration_admin',
      },
    ]);
  });

  it('opens nothing when it is changed, of another file, or over; what has ended is removed', async () => {
    const file = await exported('report', { request: day, format: 'csv' });
    const other = await exported('statistics', { request: day, format: 'csv' });
    const url = file.url ?? '';
    for (const bad of [
      url.replace(/expires=\d/, 'expires=9'),
      url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A'),
      url.replace(file.id, other.id),
      url.replace(/\?.*/, ''),
      url.replace(file.id, 'nothing'),
    ]) {
      expect((await fetch(world.hub.url + bad)).status, bad).toBe(404);
    }
    expect((await download(file)).status).toBe(200);
    world.clock.set('2026-11-27T12:00:00.000Z');
    await signIn();
    expect((await download(file)).status).toBe(404);
    expect((await world.hub.get(`/exports/${file.id}`, tokens.admin)).status).toBe(404);
    expect(await world.hub.infra.files.exists(`exports/${file.id}`)).toBe(true);
    expect(await world.exports.service.removeExpired()).toBeGreaterThan(1);
    expect(await world.hub.infra.files.exists(`exports/${file.id}`)).toBe(false);
    expect(await world.exports.service.removeExpired()).toBe(0);
  });

  it('[OPEN-02] GET /exports/:id is for the person who asked alone', async () => {
    const file = await exported('report', { request: day, format: 'csv' }, 'alpina');
    const { status, body } = await world.hub.get(`/exports/${file.id}`, tokens.alpina);
    expect([status, body]).toEqual([200, file]);
    expect((await world.hub.get(`/exports/${file.id}`, tokens.admin)).status).toBe(404);
    expect((await world.hub.get(`/exports/${file.id}`)).status).toBe(401);
    expect((await world.hub.get('/exports/7', tokens.admin)).status).toBe(404);
    expect((await world.hub.get('/exports/00000000-0000-4000-8000-000000000000', tokens.admin)).status).toBe(
      404,
    );
  });
});

describe('a file that no one waits for any more', () => {
  it('is not made, and nothing of it stays', async () => {
    const { db } = world.hub.stores.postgres;
    const records = () => db.selectFrom('exports').select('id').orderBy('id').execute();
    const before = await records();
    const asked = { kind: 'sessions' as const, filter: { from: '2026-10-01', to: '2026-11-20' } };
    const gone = world.exports.service.request(actorOf('ludus_admin'), asked, {
      format: 'xlsx',
      signal: AbortSignal.abort(new Error('The caller has left.')),
    });
    await expect(gone).rejects.toThrow();
    expect(await records()).toEqual(before);
    const work = join(world.hub.infra.settings.dataDir, 'work');
    expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
  });
});
