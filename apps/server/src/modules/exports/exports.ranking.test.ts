import type { Ranking } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  csvRecords,
  exportCalls,
  harmless,
  paths,
  workbook,
} from '../../../test/support/exports/export-calls.ts';
import { type FiguresHub, startFiguresHub } from '../../../test/support/exports/figures-hub.ts';
import type { Actor } from '../../infra/access/index.ts';
import type { RankingOf } from '../statistics/index.ts';
import { rankingTables } from './exports.ranking.ts';

let world: FiguresHub;
const { tokens, signIn, post, exported, bytesOf } = exportCalls(() => world);

beforeAll(async () => {
  world = await startFiguresHub();
  await signIn();
});
afterAll(() => world?.close());

const request = { by: 'operator', metric: 'grosswin', order: 'change', from: '2026-11-01', to: '2026-11-20' };

async function shown(change: object = {}): Promise<Ranking> {
  const query = new URLSearchParams({ ...request, ...change } as Record<string, string>);
  return (await world.hub.get(`/bookkeeping/ranking?${query}`, tokens.admin)).body;
}

describe('a file of a ranking', () => {
  it('has a sheet for each dimension, the one on screen first, and says what is compared', async () => {
    const answer = await shown({ limit: '3' });
    const file = await exported('ranking', { request: { ...request, limit: 3 }, format: 'xlsx' });
    expect(file).toMatchObject({
      state: 'done',
      // Three operators, three integrations, three games.
      rows: 9,
      fileName: 'change-of-gross-win-by-operator-2026-11-01-2026-11-20.xlsx',
    });
    const { names, sheet } = await workbook(await bytesOf(file));
    expect(names).toEqual(['Operators', 'Integrations', 'Games', 'About']);
    const records = sheet('Operators').records;
    expect(Object.keys(records[0] ?? {})).toEqual([
      'Operator',
      'Integration',
      'Gross win 01/10/2026–20/10/2026',
      'Gross win 01/11/2026–20/11/2026',
      'Change',
      'Change in percent',
      'Change from bet',
      'Change from RTP',
      'Share of the change',
      'Share of total',
    ]);
    // All of them went the same way: their parts are of one whole, as on the screen.
    expect(records.map((row) => row['Share of the change'])).toEqual(
      [...answer.rows, answer.others, answer.total].map((one) =>
        expect.closeTo((one?.change ?? 0) / (answer.total.change ?? 0), 6),
      ),
    );
    for (const [name, by] of [
      ['Integrations', 'integration'],
      ['Games', 'game'],
    ] as const) {
      const { rows, total } = await shown({ by, limit: '3' });
      const own = sheet(name).records;
      expect(own.slice(0, rows.length).map(({ Change }) => Change)).toEqual(rows.map(({ change }) => change));
      expect(own.at(-1)?.Change).toBe(total.change);
    }
    expect(records.map(({ Operator, Integration }) => [Operator, Integration])).toEqual([
      ...answer.rows.map((row) => [harmless(row.name), harmless(row.integrationName)]),
      [`Others (${answer.others?.count})`, null],
      ['Total', null],
    ]);
    expect(
      records.map((row) => [
        row['Gross win 01/11/2026–20/11/2026'],
        row['Gross win 01/10/2026–20/10/2026'],
        row.Change,
      ]),
    ).toEqual(
      [...answer.rows, answer.others, answer.total].map((one) => [one?.value, one?.before, one?.change]),
    );
    // By how much of the period before; a share of a loss would say the opposite of what happened.
    expect(records.map((row) => row['Change in percent'])).toEqual(
      [...answer.rows, answer.others, answer.total].map((one) => {
        const { before = null, change = null } = one ?? {};
        return before === null || change === null || before <= 0 ? null : expect.closeTo(change / before, 6);
      }),
    );
    const parts = [...answer.rows, answer.others, answer.total].map((one) => one?.parts ?? null);
    expect(parts.at(-1)).not.toBeNull();
    expect(records.map((row) => [row['Change from bet'], row['Change from RTP']])).toEqual(
      parts.map((one) => [one?.bet ?? null, one?.rtp ?? null]),
    );
    const about = new Map(sheet('About').records.map(({ What, Value }) => [What, Value]));
    expect(about.get('Compared with')).toBe('01/10/2026 00:00 to 20/10/2026 12:50');
    expect(about.get('Ranked by')).toBe('change, whatever its sign');
    // Above all sheets what they divide, and the RTP of both periods as everywhere else.
    const { total } = answer;
    const of = (was: string, is: string) => `01/10/2026–20/10/2026: ${was}; 01/11/2026–20/11/2026: ${is}`;
    const euro = (value: number | null) => `${value?.toFixed(2)} €`;
    const change = `${(total.change ?? 0) > 0 ? '+' : ''}${euro(total.change)}`;
    expect(about.get('Gross win')).toBe(`${of(euro(total.before), euro(total.value))}; change ${change}`);
    const { total: rtp } = await shown({ metric: 'rtp', order: 'value' });
    const percent = (value: number | null) => `${((value ?? 0) * 100).toFixed(4)} %`;
    expect(about.get('RTP')).toBe(of(percent(rtp.before), percent(rtp.value)));
    expect(about.get('Change from RTP and chance')).toMatch(/^not computed: the filter has other sessions/);
  });

  it('without a limit has all rows that a ranking can have', async () => {
    const file = await exported('ranking', { request, format: 'csv' });
    const records = csvRecords((await bytesOf(file)).toString());
    expect(records.map(({ Operator }) => Operator)).toEqual([
      ...(await shown({ limit: '100' })).rows.map(({ name }) => harmless(name)),
      'Total',
    ]);
    expect(records).toHaveLength(7);
  });

  it('reads for a CSV file the dimension that it writes, and counts the cells of each sheet', async () => {
    const asked: string[] = [];
    const answer = await shown({ limit: '3' });
    const ranking: RankingOf = async (_actor, { by, metric }) => {
      asked.push(`${by} ${metric}`);
      return { ...answer, by, rows: by === 'game' ? answer.rows.slice(0, 1) : answer.rows };
    };
    const change = { kind: 'ranking', request: { ...request, limit: 3 } } as Parameters<
      typeof rankingTables
    >[1];
    const provider = { side: 'provider' } as Actor;
    expect(await rankingTables(provider, change, { ranking, format: 'csv' })).toMatchObject({ size: 3 });
    expect(asked.splice(0)).toEqual(['operator grosswin']);
    const { tables, size, cells } = await rankingTables(provider, change, { ranking, format: 'xlsx' });
    expect(asked).toEqual(['operator grosswin', 'integration grosswin', 'game grosswin', 'integration rtp']);
    const [operators = 0, integrations = 0, games = 0] = tables.map(({ columns }) => columns.length);
    expect([size, cells]).toEqual([7, 3 * operators + 3 * integrations + games]);
  });

  it('says of each row whether its part from RTP is more than chance makes, where that is measured', async () => {
    const measured = await shown({ limit: '3' });
    const rows = measured.rows.map((row, index) => ({
      ...row,
      parts: { bet: 0, rtp: row.change ?? 0 },
      chance: [
        { limit: 12.5, isWithin: true, isEstimated: false },
        { limit: 3, isWithin: false, isEstimated: true },
        null,
      ][index] as Ranking['rows'][number]['chance'],
    }));
    const chance = { limit: 20, isWithin: true, isEstimated: true, unknownFor: null };
    const change = { kind: 'ranking', request } as Parameters<typeof rankingTables>[1];
    const columnsOf = async (answer: Ranking) => {
      const read = { ranking: async () => answer, format: 'csv' as const };
      const { tables } = await rankingTables({ side: 'provider' } as Actor, change, read);
      const [table] = tables;
      const at = table?.columns.findIndex(({ title }) => title === 'Chance makes up to') ?? -1;
      if (at < 0) return null;
      return ((table?.rows ?? []) as { cells: unknown[] }[][])
        .flat()
        .map(({ cells }) => cells.slice(at, at + 2));
    };
    expect(await columnsOf({ ...measured, rows, chance })).toEqual([
      [12.5, 'within chance'],
      [3, 'beyond chance'],
      [null, null],
      [null, null],
      [20, 'within chance'],
    ]);
    expect(await columnsOf(measured)).toBeNull();
  });

  it('is refused like the ranking itself, and to those without charts', async () => {
    const asked = { request, format: 'csv' };
    expect((await post(paths.ranking, asked)).status).toBe(401);
    expect((await post(paths.ranking, asked, 'alpinaManager')).status).toBe(403);
    expect(
      (await post(paths.ranking, { ...asked, request: { ...request, metric: 'due' } }, 'manager')).status,
    ).toBe(403);
    const bad = await post(paths.ranking, { ...asked, request: { ...request, metric: 'rtp' } }, 'admin');
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['order']]);
    const foreign = await exported(
      'ranking',
      { request: { ...request, integrations: [2] }, format: 'csv' },
      'alpina',
    );
    expect(csvRecords((await bytesOf(foreign)).toString())).toMatchObject([
      { Operator: 'Total', Change: '0.00' },
    ]);
  });
});
