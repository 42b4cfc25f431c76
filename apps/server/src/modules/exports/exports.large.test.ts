import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportedFile } from '@ludus/contract';
import { openXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { temporaryFolder } from '../../../test/folders.ts';
import { type FiguresHub, fixtureNow, startFiguresHub } from '../../../test/support/exports/figures-hub.ts';
import { makeRows } from '../../../test/support/session-store/known-rows.ts';
import { tokenFor } from '../../../test/tokens.ts';

let world: FiguresHub;
let token: string;
const sessions = 36_000;
const filter = { from: '2026-11-19', to: '2026-11-19' };

beforeAll(async () => {
  world = await startFiguresHub(
    makeRows(5, sessions, '2026-11-19T08:00:00Z', '2026-11-19T20:00:00Z').map((row) => ({
      ...row,
      // Longer than any platform's, so that few sessions make a large file.
      externalTicketId: `${randomUUID()}${randomUUID()}`,
    })),
  );
  token = await tokenFor('ludus_admin', { now: new Date(fixtureNow), email: 'admin@hub.test' });
  world.accounts.set('ludus_admin', {
    id: 'user-ludus_admin',
    username: 'ludus_admin',
    email: 'admin@hub.test',
    roles: ['ludus_admin'],
    integrationName: null,
    enabled: true,
  });
});
afterAll(() => world?.close());

describe('a file of many sessions', () => {
  it('[OPEN-84] goes on as a job with progress; the caller gets a mail with the address, and every session is in it', async () => {
    const { body } = await world.hub.call('POST', '/bookkeeping/sessions/export', {
      token,
      body: { filter, format: 'xlsx' },
    });
    const asked = exportedFile.parse(body);
    expect(asked).toMatchObject({ url: null, rows: null, jobId: expect.any(String) });
    const job = await world.hub.infra.jobs.waitForCompletion(asked.jobId ?? '');
    expect(job).toMatchObject({ state: 'completed', queue: 'reports', summary: { rows: sessions, sent: 1 } });
    const done = exportedFile.parse((await world.hub.get(`/exports/${asked.id}`, token)).body);
    expect(done).toMatchObject({ state: 'done', rows: sessions });
    const bytes = await (await fetch(world.hub.url + done.url)).arrayBuffer();
    const { sheets } = await openXlsx(new Uint8Array(bytes));
    expect(sheets[0]?.rows).toHaveLength(sessions + 1);
    const [{ mail } = { mail: undefined }] = world.mails.taken;
    expect(mail?.to).toEqual(['admin@hub.test']);
    expect(mail?.text).toContain('Rows: 36.000');
  });

  it('too large for a mail it is not sent along, but its address is', async () => {
    const { body } = await world.hub.call('POST', '/bookkeeping/sessions/export', {
      token,
      body: { filter, format: 'csv', emails: ['a@b.it'] },
    });
    await world.hub.infra.jobs.waitForCompletion(body.jobId);
    const done = exportedFile.parse((await world.hub.get(`/exports/${body.id}`, token)).body);
    expect(done.bytes).toBeGreaterThan(5 * 1024 * 1024);
    const [{ mail } = { mail: undefined }] = world.mails.taken.filter(
      ({ mail: one }) => one.to[0] === 'a@b.it',
    );
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).toContain(`Download: https://localhost${done.url}`);
  });

  it('[API-082][LIST-04] of the list by mail is linked, not attached, and counts once against the quota', async () => {
    const { db } = world.hub.stores.postgres;
    await db.deleteFrom('mail_quota_uses').execute();
    const { body } = await world.hub.get(
      '/range-mail?from=2026-11-19&to=2026-11-19&emails=list@b.it,second@b.it',
      token,
    );
    const job = await world.hub.infra.jobs.waitForCompletion(body.jobId);
    expect(job).toMatchObject({
      state: 'completed',
      summary: { rows: sessions, recipients: 2, sent: 2 },
    });
    const [first, second] = world.mails.taken.slice(-2).map(({ mail }) => mail);
    expect([first?.to, second?.to]).toEqual([['list@b.it'], ['second@b.it']]);
    expect([first?.attachments, second?.attachments]).toEqual([[], []]);
    expect(first?.text).toContain('The file behind the link below, which is too large for a mail,');
    expect(first?.text).toContain('Download until: 27/11/2026 13:00');
    const url = /Download: https:\/\/localhost(\S+)/.exec(first?.text ?? '')?.[1] ?? '';
    expect(second?.text).toContain(url);
    const file = await fetch(world.hub.url + url);
    expect(file.headers.get('content-disposition')).toContain('sessions-2026-11-19-2026-11-19.csv');
    const lines = (await file.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(sessions + 1);
    const uses = await db.selectFrom('mail_quota_uses').select('recipients').execute();
    expect(uses).toEqual([{ recipients: 2 }]);
  });

  it('stored again by a second attempt of its job, it replaces the first', async () => {
    const folder = await temporaryFolder('large-list');
    const { id: jobId } = await world.hub.stores.postgres.db
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', 'export')
      .executeTakeFirstOrThrow();
    const store = async (content: string) => {
      const path = join(folder, 'sessions.csv');
      await writeFile(path, content);
      const list = { jobId, path, rows: 1, bytes: content.length, filter };
      const actor = { ...actorOf('ludus_admin'), userId: 'user-ludus_admin' };
      return world.exports.service.storeLargeList(actor, list);
    };
    await store('first');
    const { url, expiresAt } = await store('second one');
    expect(expiresAt).toEqual(new Date('2026-11-27T12:00:00Z'));
    const file = await fetch(url.replace('https://localhost', world.hub.url));
    expect(await file.text()).toBe('second one');
    await rm(folder, { recursive: true, force: true });
  });

  it('is refused rather than cut short when its rows are not what the session store counts', async () => {
    const { writeWhole } = await import('../sessions/index.ts');
    let asked = 0;
    const list = {
      count: async () => 3,
      lines: async () => [],
      async table(onRows: (count: number) => void) {
        asked += 1;
        onRows(2);
        return { name: 'Sessions', columns: [], rows: [] };
      },
    };
    await expect(
      writeWhole(
        list,
        async () => {},
        () => {},
      ),
    ).rejects.toThrow('2 rows where the session store counts 3');
    expect(asked).toBe(3);
  });
});
