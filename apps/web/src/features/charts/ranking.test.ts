import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aRankedRow, aRanking } from '../../test/rankings.ts';
import { anIntegration } from '../../test/sessions.ts';
import type { ChartFilters, Reference } from './filters.ts';
import {
  barWithin,
  changeLines,
  drillAddress,
  levelBelow,
  rankedMetric,
  rankedMetrics,
  rankingQueryOf,
  scaleOf,
  sessionsAddress,
  topLines,
} from './ranking.ts';
import { copiedRanking, figureText, pictureColumns, pictureLines } from './ranking-copy.ts';
import { readChartsSearch, searchOf } from './search.ts';

const filters: ChartFilters = {
  period: { from: '2026-10-01', to: '2026-10-31' },
  by: 'day',
  money: 'real',
  state: 'any',
  games: [],
  integrations: [],
  operators: [],
};
const alpina = { ...anIntegration(1, 'Alpina', []), operators: [{ id: 10, name: 'Zeta' }] } as never;
const reference: Reference = { games: [], integrations: [alpina], isProvider: true };
const zeta = aRankedRow({ name: 'Zeta', integrationId: 1, integrationName: 'Alpina', operatorId: 10 });

describe('the picture of a ranking', () => {
  const words = {
    t: (key: string) => key,
    common: (key: string) => key,
  } as unknown as Parameters<typeof pictureColumns>[1];

  it('has the figures that its title compares: before, change and share', () => {
    const ranking = aRanking({ order: 'value' });
    const [line] = topLines(ranking);
    const columns = pictureColumns(ranking, words);
    expect(columns.map(({ head }) => head)).toEqual(['metric.grosswin', 'share', 'before', 'change']);
    expect(line && columns.map(({ text }) => text(line))).toEqual([
      '400,00\u00a0€',
      '93,0%',
      '0,00\u00a0€',
      '+400,00\u00a0€',
    ]);
    expect(pictureColumns(aRanking({ order: 'change' }), words)).toHaveLength(1);
  });

  it('of Top ends with the others and the total, which have no bar', () => {
    const ranking = aRanking({ order: 'value' });
    const lines = pictureLines(topLines(ranking), ranking);
    expect(lines.slice(-2).map(({ kind, from, to, value }) => [kind, from, to, value])).toEqual([
      ['others', 0, 0, ranking.others?.value],
      ['now', 0, 0, ranking.total.value],
    ]);
    const change = aRanking({ order: 'change' });
    expect(pictureLines(changeLines(change), change)).toEqual(changeLines(change));
  });
});

describe('the steps of a change', () => {
  it('lead from the total before to the total now, each from where the one above has ended', () => {
    const lines = changeLines(aRanking({ order: 'change' }));
    expect(lines.map(({ id, kind, from, to }) => [id, kind, from, to])).toEqual([
      ['before', 'before', 0, 15_000],
      ['2   ', 'row', 15_000, 55_000],
      ['1   ', 'row', 55_000, 48_990],
      ['others', 'others', 48_990, 42_990],
      ['now', 'now', 0, 42_990],
    ]);
  });

  it('have a share of the change only where all of them go its way', () => {
    const sharesOf = (changes: readonly number[], others: number) =>
      changeLines(
        aRanking({
          order: 'change',
          rows: changes.map((change, index) =>
            aRankedRow({
              name: `${index}`,
              integrationId: index + 1,
              value: 100 + change,
              before: 100,
              change,
            }),
          ),
          others: { value: 100 + others, before: 100, change: others, share: null },
          total: { value: 700, before: 500, change: 200 },
        } as never),
      ).map(({ share }) => share);
    expect(sharesOf([120, 40], 40)).toEqual([null, 0.6, 0.2, null, null]);
    expect(sharesOf([400, -60], -140)).toEqual([null, null, null, null, null]);
    expect(sharesOf([180, 40], -20)).toEqual([null, null, null, null, null]);
  });

  it('end at the total now to the cent, whatever is in the rows', () => {
    const amount = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 20 }), (parts) => {
        const rows = parts.map(([now, was], index) =>
          aRankedRow({ name: `${index}`, integrationId: index + 1, value: now / 100, before: was / 100 }),
        );
        const sum = (of: (part: readonly [number, number]) => number) =>
          parts.reduce((all, part) => all + of(part), 0) / 100;
        const total = {
          value: sum(([now]) => now),
          before: sum(([, was]) => was),
          change: sum(([n, w]) => n - w),
          parts: null,
        };
        const lines = changeLines(aRanking({ order: 'change', rows, others: null, total }));
        expect(lines.at(-2)?.to).toBe(lines.at(-1)?.to);
      }),
    );
  });
});

describe('the scale of the bars', () => {
  it('begins at zero, or below where something is below', () => {
    expect(scaleOf(topLines(aRanking()))).toEqual({ low: 0, high: 40_000, isCut: false });
    const rows = [aRankedRow({ name: 'A', integrationId: 1, value: -5 })];
    const lines = topLines(aRanking({ rows }));
    expect(scaleOf(lines)).toEqual({ low: -500, high: 0, isCut: false });
    expect(lines.map((line) => barWithin(line, scaleOf(lines)))).toEqual([{ start: 0, width: 100 }]);
  });

  it('cuts totals beside which the change would be a hair’s breadth', () => {
    const rows = [aRankedRow({ name: 'A', integrationId: 1, value: 10_010, before: 10_000 })];
    const total = { value: 10_010, before: 10_000, change: 10, parts: null };
    const lines = changeLines(aRanking({ order: 'change', rows, others: null, total }));
    const scale = scaleOf(lines);
    expect(scale).toEqual({ low: 999_750, high: 1_001_000, isCut: true });
    expect(lines.map((line) => barWithin(line, scale))).toEqual([
      { start: 0, width: 20 },
      { start: 20, width: 80 },
      { start: 0, width: 100 },
    ]);
  });
});

describe('what is ranked', () => {
  it('is the level below what is chosen', () => {
    expect(levelBelow(filters, reference)).toBe('integration');
    expect(levelBelow({ ...filters, integrations: [1] }, reference)).toBe('operator');
    expect(levelBelow({ ...filters, integrations: [1, 2] }, reference)).toBe('integration');
    expect(levelBelow({ ...filters, integrations: [1], operators: [10] }, reference)).toBe('game');
    expect(levelBelow(filters, { ...reference, isProvider: false })).toBe('operator');
  });

  it('is gross win at first; a change is of figures that add up, fun money of bet and win', () => {
    expect(rankedMetrics('Top', filters, true)).toContain('rtp');
    const additive = rankedMetrics('Change', filters, false);
    expect([...additive].sort()).toEqual(['bet', 'grosswin', 'rounds', 'sessionsTotal', 'win']);
    expect(rankedMetric({}, additive)).toBe('grosswin');
    expect(rankedMetric({ value: 'sessionsTotals' }, additive)).toBe('sessionsTotal');
    expect(rankedMetric({ value: 'rtp' }, additive)).toBe('grosswin');
    expect(rankedMetric({}, rankedMetrics('Change', { ...filters, money: 'fun' }, true))).toBe('bet');
  });

  it('is asked for with every filter, and another period to compare with', () => {
    const asked = { tab: 'Change', by: 'operator', metric: 'bet' } as const;
    const query = rankingQueryOf(
      { ...filters, integrations: [1], games: [7], money: 'all', state: 'open' },
      { beforeFrom: '2026-01-01', beforeTo: '2026-01-31', all: true },
      asked,
    );
    expect(query).toEqual({
      by: 'operator',
      metric: 'bet',
      order: 'change',
      limit: 50,
      from: '2026-10-01',
      to: '2026-10-31',
      beforeFrom: '2026-01-01',
      beforeTo: '2026-01-31',
      sessionTypeId: null,
      integrations: [1],
      operators: [],
      games: [7],
      isOpen: true,
    });
    expect(rankingQueryOf(filters, {}, { ...asked, tab: 'Top' })).toMatchObject({
      order: 'value',
      limit: 10,
    });
  });
});

describe('the way down', () => {
  it('leads from an integration to its operators, from them to games, and from a game to its sessions', () => {
    const search = { type: 'Change', from: '2026-10-01', to: '2026-10-31', rank: 'integration' } as const;
    const integration = aRankedRow({ name: 'Alpina', integrationId: 1 });
    expect(drillAddress(integration, filters, search, reference)).toBe(
      '/charts?type=Change&from=2026-10-01&to=2026-10-31&by=day&integrations=1',
    );
    expect(drillAddress(zeta, filters, search, reference)).toBe(
      '/charts?type=Change&from=2026-10-01&to=2026-10-31&by=day&integrations=1&operators=10',
    );
    const game = aRankedRow({ name: 'Skadi', gameId: 7 });
    expect(drillAddress(game, filters, search, reference)).toBeNull();
    const below = { ...filters, integrations: [1], operators: [10] };
    expect(sessionsAddress(game, below, filters.period, 'grosswin')).toBe(
      '/session-list?from=2026-10-01&to=2026-10-31&integrations=1&operators=10&games=7&played=false&figure=grosswin&sort=grossWin&direction=desc',
    );
    // Of a loss the sessions that made it come first; the month before it had none.
    const lost = { ...game, value: -6_739.29, before: 9_588.31 };
    expect(sessionsAddress(lost, below, filters.period, 'grosswin')).toMatch(/sort=grossWin&direction=asc$/);
    const before = { from: '2026-09-01', to: '2026-09-30' };
    expect(sessionsAddress(lost, below, before, 'grosswin')).toMatch(/sort=grossWin&direction=desc$/);
  });

  it('ends where the filters do not know what comes next', () => {
    expect(drillAddress(aRankedRow({ name: 'Gone', integrationId: 9 }), filters, {}, reference)).toBeNull();
    expect(drillAddress({ ...zeta, operatorId: 99 }, filters, {}, reference)).toBeNull();
  });
});

describe('the address of a ranking', () => {
  it('holds what is ranked and compared; half a period is none, and another period has its own', () => {
    const search = readChartsSearch({
      type: 'Top',
      rank: 'player',
      all: 'true',
      beforeFrom: '2026-01-01',
      beforeTo: '2026-01-31',
    });
    expect(search).toMatchObject({ type: 'Top', rank: 'player', all: true, beforeFrom: '2026-01-01' });
    expect(readChartsSearch({ rank: 'platform', beforeFrom: '2026-01-01' })).toEqual(readChartsSearch({}));
    const shown = { ...search, ...filters.period };
    expect(searchOf(filters, shown).beforeTo).toBe('2026-01-31');
    const later = { ...filters, period: { from: '2026-11-01', to: '2026-11-30' } };
    expect(searchOf(later, shown).beforeTo).toBeUndefined();
  });
});

describe('a ranking for a spreadsheet', () => {
  it('has the rows, the others and the total', () => {
    const words = { t: (key: string) => key, common: (key: string) => key } as never;
    const { columns, rows, footer } = copiedRanking(aRanking(), words);
    // A change is read from before to now.
    const change = copiedRanking(aRanking({ order: 'change' }), words);
    expect(change.rows[0]?.slice(0, 4)).toEqual(['Baltica', 0, 400, 400]);
    expect(change.footer?.slice(1, 4)).toEqual([150, 429.9, 279.9]);
    expect(columns.map(({ kind }) => kind)).toEqual(['text', 'euro', 'ratio', 'euro', 'euro', 'ratio']);
    // Each period by its days.
    expect(columns.map(({ label }) => label)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^metric\.grosswin \d\d\/\d\d\/\d{4}/)]),
    );
    expect(rows).toEqual([
      ['Baltica', 400, 400 / 429.9, 0, 400, null],
      ['Alpina', 29.9, 29.9 / 429.9, 90, -60.1, -60.1 / 90],
      ['others', 0, 0, 60, -60, -1],
    ]);
    expect(footer).toEqual(['total', 429.9, null, 150, 279.9, 279.9 / 150]);
  });

  it('has the share of the change that the screen has, where rows have one', () => {
    const words = { t: (key: string) => key, common: (key: string) => key } as never;
    const sharesOf = (changes: readonly number[], others: number) => {
      const { columns, rows, footer } = copiedRanking(
        aRanking({
          order: 'change',
          rows: changes.map((change, index) => aRankedRow({ name: `${index}`, change })),
          others: { value: 100 + others, before: 100, change: others, share: null },
          total: { value: 700, before: 500, change: 200 },
        } as never),
        words,
      );
      const at = columns.findIndex(({ label }) => label === 'shareOfChange');
      return at < 0 ? null : [...rows, footer ?? []].map((cells) => cells[at]);
    };
    expect(sharesOf([120, 40], 40)).toEqual([0.6, 0.2, 0.2, 1]);
    expect(sharesOf([400, -60], -140)).toBeNull();
  });

  it('writes figures with their sign', () => {
    expect(figureText(279.9, 'euro', true).replaceAll(/\s/g, ' ')).toBe('+279,90 €');
    expect(figureText(1_234, 'count', true)).toBe('+1.234');
    expect(figureText(-3, 'count', true)).toMatch(/3$/);
  });
});
