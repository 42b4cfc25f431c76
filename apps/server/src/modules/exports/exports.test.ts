import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DetailedReport, encodeStatisticsRequest, exportedFile } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/harness.ts';
import {
  csvRecords,
  expectReportSheet,
  exportCalls,
  harmless,
  paths,
  type Who,
  workbook,
} from '../../../test/support/exports/export-calls.ts';
import { type FiguresHub, fixtureNow, startFiguresHub } from '../../../test/support/exports/figures-hub.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { JobContext } from '../../infra/queue/index.ts';
import type { ExportJob } from './exports.job.ts';
import type { ExportPayload } from './exports.request.ts';

let world: FiguresHub;
const { tokens, signIn, post, exported, bytesOf } = exportCalls(() => world);
const period = { from: '2026-10-01', to: '2026-11-20' };
const clockChange = { from: '2026-10-25', to: '2026-10-25' };

beforeAll(async () => {
  world = await startFiguresHub();
});
beforeEach(async () => {
  world.clock.set(fixtureNow);
  await signIn();
  world.mails.taken.length = 0;
  world.mails.refuses = 0;
});
afterAll(() => world?.close());

async function statistics(request: object, who: Who = 'admin') {
  const a = encodeURIComponent(encodeStatisticsRequest(request as never));
  const { status, body } = await world.hub.get(`/bookkeeping/stats?a=${a}`, tokens[who]);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function report(request: object, who: Who = 'admin'): Promise<DetailedReport> {
  const a = encodeURIComponent(encodeStatisticsRequest(request as never));
  return (await world.hub.get(`/bookkeeping/stats-detailed?a=${a}`, tokens[who])).body;
}

describe('a file of the detailed report', () => {
  it.each([
    period,
    clockChange,
    { from: '2026-05-05', to: '2026-05-06' },
    { from: '2026-01-01', to: '2026-01-02' },
  ])(
    '[REP-08][CONST-12] statistics, report, workbook, CSV and mail say the same to the cent: $from to $to',
    async (asked) => {
      const answer = await report({ ...asked, singleDay: true });
      const { grandTotals } = await statistics({ ...asked, sessionTypeId: 1 });
      const { sessionsOpen: _, sessionsClosed: _c, ...totals } = grandTotals;
      expect(answer.totals).toEqual(totals);

      const xlsx = await workbook(
        await bytesOf(await exported('report', { request: { ...asked, singleDay: true }, format: 'xlsx' })),
      );
      expect(xlsx.names).toEqual(['Detailed Report', 'Stats Days', 'About']);
      expectReportSheet(xlsx.sheet('Detailed Report').records, answer);
      const days = xlsx.sheet('Stats Days').records;
      expect(
        days.slice(0, -1).map((row) => [(row.Day as Date).toISOString().slice(0, 10), row.Bet, row.RTP]),
      ).toEqual(answer.responsePerDay?.map(({ day, bet, rtp }) => [day, bet, rtp]));
      expect(days.at(-1)?.Bet).toBe(answer.totals.bet);

      const csv = (await bytesOf(await exported('report', { request: asked, format: 'csv' }))).toString();
      const numbers = csvRecords(csv).map(({ Level, Integration, Platform, Operator, Game, ...row }) => ({
        Level,
        Integration,
        Platform,
        Operator,
        Game,
        ...Object.fromEntries(
          Object.entries(row).map(([title, text]) => [title, text === '' ? null : Number(text)]),
        ),
      }));
      expectReportSheet(
        numbers.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([title, value]) => [title, value === '' ? null : value]),
          ),
        ),
        // With as many decimals as the screens.
        JSON.parse(JSON.stringify(answer), (key, value) =>
          key === 'rtp' && value !== null ? Number(value.toFixed(6)) : value,
        ),
      );

      const { status, body } = await post('/report-email', { ...asked, emails: ['one@a.it'] }, 'admin');
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await world.hub.infra.jobs.waitForCompletion(body.jobId)).state).toBe('completed');
      const mailed = await workbook(world.mails.taken[0]?.attachment ?? Buffer.alloc(0));
      const several = asked.from !== asked.to;
      expect(mailed.names).toEqual(['Detailed Report', ...(several ? ['Stats Days'] : []), 'About']);
      expectReportSheet(mailed.sheet('Detailed Report').records, answer);
    },
  );

  it('[REP-08] has numbers with formats, a bold heading in sight, sums in bold, names that no spreadsheet runs', async () => {
    const { sheet } = await workbook(
      await bytesOf(await exported('report', { request: period, format: 'xlsx' })),
    );
    const { heading, cells, freezePane, records } = sheet('Detailed Report');
    expect(heading).toEqual(
      'Level,Integration,Platform,Operator,Game,Bet,Win,Gross win,Net win,Due,RTP,Sessions,Rounds,Players'.split(
        ',',
      ),
    );
    expect(freezePane).toMatchObject({ rows: 1 });
    const format = (column: string) => cells?.get(`1,${heading.indexOf(column)}`)?.style?.numFmt;
    expect(['Integration', 'Bet', 'Due', 'RTP', 'Players'].map(format)).toEqual([
      '@',
      '#,##0.00',
      '#,##0.00',
      '0.00%',
      '#,##0',
    ]);
    const bold = (row: number) => cells?.get(`${row + 1},0`)?.style?.font?.bold ?? false;
    for (const [index, row] of records.entries()) expect(bold(index)).toBe(row.Level !== 'Game');
    expect(records[0]?.Integration).toBe("'=Gamma");
    expect(records.map((row) => row.Operator)).toContain("'@Prima");
    // Losses are numbers, not text that begins with a minus.
    expect(records.some((row) => typeof row['Gross win'] === 'number' && row['Gross win'] < 0)).toBe(true);
  });

  it('says what it is: filters, zone, how fresh, when, by whom and how many rows', async () => {
    const request = { ...period, integrations: [1], games: [1, 2], singleDay: false };
    const file = await exported('report', { request, format: 'xlsx' });
    expect(file).toMatchObject({
      state: 'done',
      fileName: 'report-2026-10-01-2026-11-20.xlsx',
      jobId: null,
      expiresAt: '2026-11-27T12:00:00.000Z',
    });
    const { sheet } = await workbook(await bytesOf(file));
    expect(Object.fromEntries(sheet('About').records.map(({ What, Value }) => [What, Value]))).toMatchObject({
      Content: 'Detailed report',
      Period: '01/10/2026 00:00 to 21/11/2026 00:00 (end not included)',
      Type: 'real',
      Integrations: 'Alpina',
      Games: 'Game 9, Game 8',
      'Time zone': 'Europe/Rome',
      'Figures as of': '20/11/2026 12:50',
      'Rows in quarantine': 'Alpina at least 1.202 (2026-11-19: 1.200, 2026-11-03: 2)',
      'Differs from the platform': 'Alpina 1 day (2026-11-18)',
      'Period not over': 'figures change until 21/11/2026 00:00 and later',
      'Exported at': '20/11/2026 13:00',
      'Exported by': 'ludus_admin',
      Rows: String(file.rows),
    });
    expect(sheet('Detailed Report').records).toHaveLength((file.rows ?? 0) + 1);
  });
});

describe('a file of statistics', () => {
  it.each(['hour', 'day', 'month'] as const)(
    '[CHART-07][OPEN-84] has the totals of the chart by %s, and of the whole period',
    async (key) => {
      const request = { ...(key === 'hour' ? clockChange : period), key };
      const answer = await statistics({ ...request, datasetTotals: true });
      const file = await exported('statistics', { request, format: 'xlsx' });
      expect(file.rows).toBe(answer.buckets.length);
      const { names, sheet } = await workbook(await bytesOf(file));
      expect(names).toEqual(['Statistics', 'About']);
      const { records, heading } = sheet('Statistics');
      const rows = records.slice(0, -1);
      for (const { label, data, total } of answer.datasets.totals) {
        expect(rows.map((row) => row[label])).toEqual(data);
        expect(records.at(-1)?.[label]).toBe(total);
      }
      expect(heading).toHaveLength(answer.datasets.totals.length + (key === 'hour' ? 3 : 2));
      if (key === 'hour') {
        // The hour that comes twice is listed twice, distinguished by its offset.
        const twice = rows.filter((row) =>
          (row['Hour (Europe/Rome)'] as Date).toISOString().includes('T02:00'),
        );
        expect(twice.map((row) => row.Offset)).toEqual(['UTC+02:00', 'UTC+01:00']);
        expect(rows).toHaveLength(25);
      }
      const csv = csvRecords(
        (await bytesOf(await exported('statistics', { request, format: 'csv' }))).toString(),
      );
      expect(csv.at(-1)?.Bet).toBe(answer.grandTotals.bet.toFixed(2));
    },
  );

  it('[OPEN-97] by hour of another time zone names the zone, its days and its hours', async () => {
    const request = { from: '2026-11-01', to: '2026-11-01', key: 'hour', timeZone: 'America/New_York' };
    const answer = await statistics({ ...request, datasetTotals: true });
    const file = await exported('statistics', { request, format: 'xlsx' });
    expect(file.fileName).toBe('statistics-2026-11-01-2026-11-01.xlsx');
    const { sheet } = await workbook(await bytesOf(file));
    const rows = sheet('Statistics').records.slice(0, -1);
    expect(rows.slice(0, 3).map((row) => [row['Hour (America/New_York)'], row.Offset])).toEqual([
      ['2026-11-01 00:00', 'UTC-04:00'],
      ['2026-11-01 01:00', 'UTC-04:00'],
      ['2026-11-01 01:00', 'UTC-05:00'],
    ]);
    expect(rows.map((row) => row.Bet)).toEqual(answer.datasets.totals[0].data);
    const about = sheet('About').records.map(({ What, Value }) => [What, Value]);
    expect(about).toContainEqual(['Hours, days and months of', 'America/New_York']);
    expect(about).toContainEqual(['Period', '01/11/2026 05:00 to 02/11/2026 06:00 (end not included)']);
  });

  it('[CHART-07] of one figure has a column per game, integration or operator that the chart shows', async () => {
    for (const [flag, kind] of [
      ['datasetGames', 'games'],
      ['datasetIntegrations', 'integrations'],
      ['datasetOperators', 'operators'],
    ] as const) {
      const request = { ...period, key: 'month', [flag]: true };
      const answer = await statistics({ ...request, stats: ['due'] });
      const { sheet } = await workbook(
        await bytesOf(await exported('statistics', { request, stat: 'due', format: 'xlsx' })),
      );
      const { heading, records } = sheet('Statistics');
      const series: { label: string; data: number[]; total: number }[] = answer.datasets[kind].due;
      expect(heading.slice(2)).toEqual(series.map(({ label }) => harmless(label)));
      for (const [index, { data, total }] of series.entries()) {
        const title = heading[index + 2] ?? '';
        expect(records.map((row) => row[title])).toEqual([...data, total]);
      }
    }
  });

  it('[OPEN-84] of sums has a row per game, integration or operator with every figure, and their total', async () => {
    for (const [flag, by, title] of [
      ['datasetGames', 'games', 'Game'],
      ['datasetIntegrations', 'integrations', 'Integration'],
      ['datasetOperators', 'operators', 'Operator'],
    ] as const) {
      const answer = await statistics({ ...period, key: 'month', [flag]: true });
      const file = await exported('statistics', { request: period, by, format: 'xlsx' });
      const { sheet } = await workbook(await bytesOf(file));
      const { heading, records } = sheet('Statistics');
      expect(heading).toEqual([
        title,
        'Bet',
        'Win',
        'Gross win',
        'Net win',
        'Due',
        'RTP',
        'Sessions',
        'Rounds',
        'Players',
      ]);
      const series: { label: string; total: number }[] = answer.datasets[by].bet;
      expect(series.length).toBeGreaterThan(1);
      expect(file.rows).toBe(series.length);
      expect(records.map((row) => [row[title], row.Bet])).toEqual([
        ...series.map(({ label, total }) => [harmless(label), total]),
        ['Total', answer.grandTotals.bet],
      ]);
      const players: { total: number }[] = answer.datasets[by].usersCount;
      expect(records.map((row) => row.Players)).toEqual([
        ...players.map(({ total }) => total),
        answer.grandTotals.usersCount,
      ]);
    }
    const { sheet } = await workbook(
      await bytesOf(
        await exported('statistics', { request: period, by: 'games', format: 'xlsx' }, 'manager'),
      ),
    );
    expect(sheet('Statistics').heading.join()).not.toMatch(/Net win|Due/);
  });

  it('[OPEN-81] leaves net win and due out for those who may not see them, and refuses a file of them', async () => {
    for (const format of ['xlsx', 'csv']) {
      const text = (
        await bytesOf(await exported('report', { request: period, format }, 'manager'))
      ).toString();
      if (format === 'csv') expect(text).not.toMatch(/Net win|Due/);
    }
    const { sheet } = await workbook(
      await bytesOf(await exported('statistics', { request: period, format: 'xlsx' }, 'manager')),
    );
    expect(sheet('Statistics').heading.join()).not.toMatch(/Net win|Due/);
    const refused = await post(
      paths.statistics,
      { request: { ...period, datasetGames: true }, stat: 'due', format: 'xlsx' },
      'manager',
    );
    expect(refused.status).toBe(403);
  });
});

describe('a file of the sessions list', () => {
  it('[OPEN-84][LIST-15] has the columns and all rows of the list, in its order', async () => {
    const filter = { ...period, betRange: '1,800', order: { bet: 'desc' }, page: 3, limit: 5 };
    const { body } = await world.hub.get(
      `/bookkeeping/sessions/range?from=${period.from}&to=${period.to}&betRange=1,800&order[bet]=desc&limit=500`,
      tokens.admin,
    );
    const file = await exported('sessions', { filter, format: 'xlsx' });
    expect(file.rows).toBe(body.count);
    const { records, heading, cells } = (await workbook(await bytesOf(file))).sheet('Sessions');
    expect(heading.join()).toBe(
      'Integration,Game,External ticket ID,Bet,Win,Gross win,Net win,Due,Rounds,Last update (Europe/Rome),Operator,Session ID,User ID,State,Created at (Europe/Rome),Type',
    );
    expect(records).toHaveLength(body.count);
    expect(
      records.slice(0, 500).map((row) => [row['External ticket ID'], row.Bet, row['Gross win']]),
    ).toEqual(
      body.rows.map((row: { aamsTicketId: string | null; bet: number; grossWin: number }) => [
        row.aamsTicketId,
        row.bet,
        row.grossWin,
      ]),
    );
    const withTicket = records.findIndex((row) => row['External ticket ID'] !== null);
    const ticket = cells?.get(`${withTicket + 1},2`);
    expect([ticket?.type, ticket?.style?.numFmt]).toEqual(['string', '@']);
    const csv = csvRecords((await bytesOf(await exported('sessions', { filter, format: 'csv' }))).toString());
    expect(csv.map((row) => Number(row.Bet))).toEqual(records.map((row) => row.Bet));
  });

  it('[OPEN-02][OPEN-81] holds what the person sees in the list and no more', async () => {
    const filter = { ...period, integrationId: [1, 2, 3] };
    const own = world.rows.filter(
      ({ integrationId, createdAtMs }) =>
        integrationId === 1 && createdAtMs >= Date.parse('2026-09-30T22:00:00Z'),
    );
    const file = await exported('sessions', { filter, format: 'csv' }, 'alpinaManager');
    const [first, ...rest] = csvRecords((await bytesOf(file)).toString());
    expect(Object.keys(first ?? {})).toContain('Operator');
    expect(Object.keys(first ?? {})).not.toContain('Due');
    expect(rest.length + 1).toBe(own.length);
    const foreign = await exported(
      'sessions',
      { filter: { ...period, integrationId: 2 }, format: 'csv' },
      'alpina',
    );
    expect(foreign.rows).toBe(0);
    const byDue = await post(
      paths.sessions,
      { filter: { ...period, order: { due: 'asc' } }, format: 'csv' },
      'manager',
    );
    expect(byDue.status).toBe(403);
  });
});

describe('files by mail', () => {
  const recipients = () => world.mails.taken.map(({ mail }) => mail.to[0]);

  it('[REP-05][API-087] the report goes to each address once, with the filters in words', async () => {
    const { body } = await post(
      '/report-email',
      {
        ...period,
        isOpen: false,
        integrations: [2],
        sessionTypeId: 4,
        emails: ['a@b.it', 'c@d.it', 'A@B.it'],
      },
      'admin',
    );
    const job = await world.hub.infra.jobs.waitForCompletion(body.jobId);
    expect(job).toMatchObject({ state: 'completed', queue: 'reports', summary: { recipients: 2, sent: 2 } });
    expect(recipients()).toEqual(['a@b.it', 'c@d.it']);
    const { mail, attachment } = world.mails.taken[0] ?? {};
    expect(mail?.attachments?.[0]).toMatchObject({ filename: 'report-2026-10-01-2026-11-20.xlsx' });
    for (const line of ['Type: real', 'State: closed', 'Integrations: Baltica', 'Time zone: Europe/Rome']) {
      expect(mail?.text).toContain(line);
    }
    expect(mail?.text).toMatch(/Download: https:\/\/localhost\/files\/exports\/.*signature=/);
    const closed = world.rows.filter(
      (row) =>
        row.integrationId === 2 &&
        row.sessionType === 1 &&
        !row.isOpen &&
        row.createdAtMs >= Date.parse('2026-09-30T22:00:00Z'),
    );
    const { records } = (await workbook(attachment ?? Buffer.alloc(0))).sheet('Detailed Report');
    expect(records.at(-1)).toMatchObject({ Level: 'Total', Sessions: closed.length });
  });

  it('with addresses any file goes by mail, to the caller too, and GET /exports tells how far it is', async () => {
    const file = await exported(
      'sessions',
      { filter: period, format: 'csv', emails: ['Two@x.it'] },
      'alpina',
    );
    expect(file).toMatchObject({ fileName: 'sessions-2026-10-01-2026-11-20.csv', format: 'csv' });
    await world.hub.infra.jobs.waitForCompletion(file.jobId ?? '');
    const done = exportedFile.parse((await world.hub.get(`/exports/${file.id}`, tokens.alpina)).body);
    expect(done).toMatchObject({ state: 'done', jobId: file.jobId, error: null });
    expect(recipients()).toEqual(['alpina@hub.test', 'Two@x.it']);
    expect(world.mails.taken[0]?.attachment?.equals(await bytesOf(done))).toBe(true);
  });

  it('an attempt that is cut off leaves nothing behind, and the next ones send no one the same mail twice', async () => {
    world.accounts.delete('ludus_admin');
    const file = await exported('sessions', { filter: period, format: 'xlsx', emails: ['one@b.it'] });
    await world.hub.infra.jobs.waitForCompletion(file.jobId ?? '');
    world.accounts.set('ludus_admin', {
      id: 'user-ludus_admin',
      username: 'ludus_admin',
      email: 'admin@hub.test',
      roles: ['ludus_admin'],
      integrationName: null,
      enabled: true,
    });
    const emails = ['one@b.it', 'two@b.it'];
    const payload: ExportPayload = {
      exportId: file.id,
      format: 'xlsx',
      recipients: emails,
    };
    const attempt = async (onProgress: (message: string, stop: AbortController) => void) => {
      const stop = new AbortController();
      const context: JobContext<ExportPayload> = {
        payload,
        job: { id: file.jobId ?? '', name: 'export', attempt: 1, userId: 'user-ludus_admin', username: 'x' },
        log: silentLog,
        signal: stop.signal,
        progress: (_, message) => onProgress(renderMessage(message), stop),
        summarise: () => {},
        summariseIntegrations: () => {},
        checkpoint: async () => {},
        readCheckpoint: async () => null,
      };
      const [job] = (world.exports.jobs ?? []) as ExportJob[];
      await job?.run(context);
    };
    const leftovers = async () => [
      existsSync(join(world.hub.infra.settings.dataDir, 'work', file.id)),
      await world.hub.infra.files.exists(`exports/${file.id}`),
    ];
    await expect(
      attempt((message, stop) => message.startsWith('Rows: ') && stop.abort(new Error('cut off'))),
    ).rejects.toThrow('aborted');
    expect(await leftovers()).toEqual([false, false]);
    world.mails.refuses = 1;
    await expect(attempt(() => {})).rejects.toThrow('The mail server is down.');
    expect(await leftovers()).toEqual([false, true]);
    expect(recipients()).toEqual(['two@b.it']);
    await attempt(() => {});
    await attempt(() => {});
    expect(recipients()).toEqual(['two@b.it', 'one@b.it']);
    const first = exportedFile.parse((await world.hub.get(`/exports/${file.id}`, tokens.admin)).body);
    expect(first.state).toBe('done');
  });
});
