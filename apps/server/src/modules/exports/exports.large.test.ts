import { randomUUID } from 'node:crypto';
import { exportedFile } from '@ludus/contract';
import { openXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenFor } from '../../../test/tokens.ts';
import { makeRows } from '../books/books.testing.ts';
import { type FiguresHub, fixtureNow, startFiguresHub } from './exports.fixture.ts';

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
    const job = await world.hub.platform.jobs.settled(asked.jobId ?? '');
    expect(job).toMatchObject({ state: 'completed', queue: 'reports', summary: { rows: sessions, sent: 1 } });
    const done = exportedFile.parse((await world.hub.get(`/exports/${asked.id}`, token)).body);
    expect(done).toMatchObject({ state: 'done', rows: sessions });
    const bytes = await (await fetch(world.hub.url + done.url)).arrayBuffer();
    const { sheets } = await openXlsx(new Uint8Array(bytes));
    expect(sheets[0]?.rows).toHaveLength(sessions + 1);
    const [{ mail } = { mail: undefined }] = world.mails.taken;
    expect(mail?.to).toEqual(['admin@hub.test']);
    expect(mail?.text).toContain('Rows: 36,000');
  });

  it('too large for a mail it is not sent along, but its address is', async () => {
    const { body } = await world.hub.call('POST', '/bookkeeping/sessions/export', {
      token,
      body: { filter, format: 'csv', emails: ['a@b.it'] },
    });
    await world.hub.platform.jobs.settled(body.jobId);
    const done = exportedFile.parse((await world.hub.get(`/exports/${body.id}`, token)).body);
    expect(done.bytes).toBeGreaterThan(5 * 1024 * 1024);
    const [{ mail } = { mail: undefined }] = world.mails.taken.filter(
      ({ mail: one }) => one.to[0] === 'a@b.it',
    );
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).toContain(`Download: https://hub.test${done.url}`);
  });

  it('is refused rather than cut short when its rows are not what the books count', async () => {
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
    ).rejects.toThrow('2 rows where the books count 3');
    expect(asked).toBe(3);
  });
});
