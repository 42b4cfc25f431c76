import type { GamePerformance, Role } from '@ludus/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../test/answer-calls.ts';
import { renderGame } from '../../test/game-screen.tsx';
import { someTotals } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { comparisonSeries, marksOf, performancePoints, placeEvents } from './performance-data.ts';
import { readGameSearch, searchForOther } from './search.ts';

const day = (date: string) => `${date}T22:00:00.000Z`;
const week = (number: number, from: string, to: string, partial = false) => ({
  key: `w${number}`,
  from: day(from),
  to: day(to),
  partial,
});
const buckets = [
  week(1, '2026-09-30', '2026-10-07'),
  week(2, '2026-10-07', '2026-10-14'),
  week(3, '2026-10-14', '2026-10-21', true),
];
const values = { bet: [100, 50.5, 20], rtp: [0.95, null, 0.9], usersCount: [3, 2, 1] };

function aPerformance(part: Partial<GamePerformance> = {}): GamePerformance {
  return {
    gameId: 7,
    releasedOn: '2026-10-01',
    isDev: false,
    recordedSince: '2026-03-02',
    period: { from: '2026-10-01', to: '2026-10-21' },
    grain: 'week',
    buckets,
    values,
    totals: someTotals({ bet: 170.5, sessionsTotal: 40 }),
    integrations: [
      { integrationId: 1, name: 'Alpina', values, totals: someTotals({ bet: 120.5 }) },
      { integrationId: 2, name: 'Baltica', values, totals: someTotals({ bet: 50 }) },
    ],
    comparison: {
      rule: 'sameType',
      type: 'SLOT MACHINE',
      games: 12,
      weeks: buckets.map((bucket, at) => ({ ...bucket, week: at + 1, games: 12 - at })),
      own: { bet: [100, 50.5, 20] },
      median: { bet: [80, 60, 40] },
      low: { bet: [40, 30, 20] },
      high: { bet: [120, 90, null] },
    },
    events: [
      { id: '9-maxBet', kind: 'maxBet', at: day('2026-10-18'), old: 100, new: 50, who: 'anna' },
      {
        id: 'm1',
        kind: 'maintenance',
        at: day('2026-10-09'),
        description: 'New certificates',
        severity: 3,
        integrations: ['Alpina'],
      },
      { id: '8-rtp', kind: 'rtp', at: day('2026-10-08'), old: 95, new: 96.2, who: 'anna' },
      { id: 'release', kind: 'release', at: day('2026-09-30'), who: null },
      { id: '3-state', kind: 'state', at: day('2026-08-01'), isDev: false, who: 'bruno' },
    ],
    coverage: {
      from: day('2026-09-30'),
      to: day('2026-10-21'),
      zone: 'Europe/Rome',
      asOf: '2026-10-21T10:00:00.000Z',
      notFetched: 0,
      openSessions: 3,
    },
    ...part,
  };
}

const render = (answer: unknown = aPerformance(), search = {}, role: Role = 'ludus_admin') =>
  renderGame({
    role,
    search: { view: 'performance', ...search },
    answers: { getGamePerformance: answer, getCoverage: new Refusal(500) },
  });
/** No-break spaces as plain ones. */
const textOf = ({ textContent }: Element) => textContent?.replaceAll('\u00a0', ' ');
const panel = (name: string | RegExp) => screen.findByRole('region', { name });

beforeEach(() => {
  setViewport(1440);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe('the views of a game', () => {
  it('have addresses of their own, for whoever may see figures', async () => {
    const { user, onSearch } = renderGame();
    const tabs = await screen.findByRole('navigation', { name: 'Game page' });
    const performance = within(tabs).getByRole('link', { name: 'Performance' });
    expect(performance).toHaveAttribute('href', '/game/7?view=performance');
    expect(within(tabs).getByRole('link', { name: 'Game' })).toHaveAttribute('aria-current', 'page');
    await user.click(performance);
    expect(onSearch).toHaveBeenCalledWith({ view: 'performance' });
  });

  it('are one where someone may see no figures, whatever the address says', async () => {
    const { calls } = render(undefined, {}, 'integration_guest');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('navigation', { name: 'Game page' })).toBeNull();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('getGamePerformance');
  });

  it('read what an address holds, and keep the figure for another game', () => {
    const read = readGameSearch({ view: 'performance', value: 'rtp', by: 'hour', zoom: '3-x', hidden: 'i1' });
    expect(read).toMatchObject({ view: 'performance', value: 'rtp', hidden: 'i1' });
    expect([read.by, read.zoom]).toEqual([undefined, undefined]);
    expect(readGameSearch({ view: 'nothing' }).view).toBeUndefined();
    expect(searchForOther({ ...read, zoom: '1-2' })).toEqual({ view: 'performance', value: 'rtp' });
  });
});

describe('the performance of a game', () => {
  it('has its totals since the release, and a list of integrations that is legend and selector', async () => {
    const { user, onSearch } = render();
    const totals = await panel('Totals since the release on 01/10/2026');
    // A figure of its own where it fills the last row of tiles, a note of the sessions elsewhere.
    expect(totals).toHaveTextContent(/Open sessions3|3 open/);
    const list = screen.getByRole('list', { name: 'By integration' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ title }) => title),
    ).toEqual(['All integrations', 'Alpina', 'Baltica']);
    await user.click(within(list).getByRole('button', { name: 'Baltica' }));
    expect(onSearch).toHaveBeenLastCalledWith({ view: 'performance', hidden: 'i2' });
    await user.click(screen.getByRole('radio', { name: 'RTP' }));
    expect(onSearch).toHaveBeenLastCalledWith({ view: 'performance', value: 'rtp' });
    await user.click(screen.getByRole('radio', { name: 'Month' }));
    expect(onSearch).toHaveBeenLastCalledWith({ view: 'performance', by: 'month', zoom: undefined });
  });

  it('shows the same figures as a table, week by week of its age, without series that are hidden', async () => {
    render(aPerformance(), { chart: 'table', hidden: 'i1' });
    const table = await screen.findByRole('table', { name: 'Wolves of Skadi: Bet over time' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map(textOf));
    expect(cells[0]).toEqual(['When', 'All integrations', 'Baltica']);
    expect(cells[1]).toEqual(['Week 1 (1 Oct – 7 Oct 2026)', '100,00 €', '100,00 €']);
    expect(cells.at(-1)).toEqual(['Total', '170,50 €', '50,00 €']);
    expect(screen.getByRole('button', { name: 'Copy as table' })).toBeEnabled();
  });

  describe('with an outage of an integration that offers it', () => {
    const outage = {
      kind: 'outage',
      integration: { id: 1, name: 'Alpina' },
      services: ['gaming'],
      from: '2026-10-10T08:00:00.000Z',
      to: '2026-10-11T08:00:00.000Z',
    };
    const short = { ...outage, from: day('2026-10-01'), to: '2026-10-02T05:00:00.000Z' };
    const renderTable = (answer: GamePerformance, role: Role = 'ludus_admin') =>
      renderGame({
        role,
        search: { view: 'performance', chart: 'table' },
        answers: {
          getGamePerformance: answer,
          getCoverage: new Refusal(500),
          listInterruptions: { rows: [outage, short] },
        },
      });

    it('names it in the weeks that it took a part of, and asks for those of its integrations only', async () => {
      const { calls } = renderTable(aPerformance());
      const table = await screen.findByRole('table', { name: 'Wolves of Skadi: Bet over time' });
      await within(table).findByText('Outage of Alpina (Gaming)');
      expect(
        within(table)
          .getAllByRole('row')
          .slice(1, 3)
          .map((row) => row.querySelector('td')?.textContent),
      ).toEqual(['Week 1 (1 Oct – 7 Oct 2026)', 'Week 2 (8 Oct – 14 Oct 2026)Outage of Alpina (Gaming)']);
      expect(calls.find(({ endpoint }) => endpoint === 'listInterruptions')?.query).toEqual({
        from: day('2026-09-30'),
        to: day('2026-10-21'),
        integrations: '1,2',
      });
    });

    it('names none in months, of which an outage is a small part', async () => {
      const months = [
        { key: '2026-10', from: day('2026-09-30'), to: day('2026-10-31'), partial: true },
        { key: '2026-11', from: day('2026-10-31'), to: day('2026-11-30'), partial: true },
      ];
      const { calls } = renderTable(aPerformance({ grain: 'month', buckets: months }));
      await screen.findByRole('table', { name: 'Wolves of Skadi: Bet over time' });
      expect(calls.map(({ endpoint }) => endpoint)).not.toContain('listInterruptions');
    });
  });

  it('says since when there are figures of a game that is older than the sessions on record', async () => {
    render(aPerformance({ releasedOn: '2024-01-01' }));
    await panel('Totals since 01/10/2026');
    expect(
      screen.getByText(/Released on 01\/01\/2024; the hub has sessions since 01\/10\/2026\./),
    ).toBeVisible();
  });

  it('leaves net win and due to those who may see them', async () => {
    render(aPerformance(), {}, 'ludus_manager');
    await screen.findByRole('list', { name: 'By integration' });
    expect(screen.getByRole('radio', { name: 'Gross win' })).toBeInTheDocument();
    for (const name of ['Net win', 'Due']) expect(screen.queryByRole('radio', { name })).toBeNull();
  });

  it('says how many games it is compared with and by which rule', async () => {
    render();
    const comparison = await panel('Bet against games of the same age');
    const text = () => comparison.textContent;
    await waitFor(() =>
      expect(text()).toContain('Compared with 12 other released games of the same type (slots).'),
    );
    expect(text()).toContain('a week with fewer than 3 games has no median');
  });

  it('says why nothing is compared: players, no release, and no other game of this age', async () => {
    const players = render(aPerformance(), { value: 'usersCount' });
    expect(await screen.findByText('Players: not compared')).toBeVisible();
    players.unmount();
    const unreleased = render(aPerformance({ comparison: null, releasedOn: null }));
    expect(await screen.findByText('No release date')).toBeVisible();
    unreleased.unmount();
    const { comparison } = aPerformance();
    if (!comparison) throw new Error('No comparison');
    const weeks = comparison.weeks.map((one) => ({ ...one, games: 2 }));
    render(aPerformance({ comparison: { ...comparison, rule: 'allGames', weeks } }));
    expect(await screen.findByText('No other games of this age on record')).toBeVisible();
  });

  it('lists what happened, with who did it, and marks it on the chart', async () => {
    const { user } = render();
    const list = await screen.findByRole('list', { name: 'What happened' });
    expect(within(list).getAllByRole('button').map(textOf)).toEqual([
      '4on the chart19/10/2026Max bet: 100,00 € → 50,00 €by anna',
      '3on the chart10/10/2026Maintenance begins: New certificates (Alpina)',
      '2on the chart09/10/2026RTP in force: 95,00% → 96,20%by anna',
      '1on the chart01/10/2026Released',
      'outside the chart02/08/2026From in development to availableby bruno',
    ]);
    // By keyboard: the row with the focus stands out.
    const [first] = within(list).getAllByRole('button');
    first?.focus();
    await waitFor(() => expect(first).toHaveAttribute('aria-pressed', 'true'));
    await user.tab();
    expect(first).toHaveAttribute('aria-pressed', 'false');
  });

  it('lists apart what is to come, the next first', async () => {
    const [, maintenance] = aPerformance().events;
    if (!maintenance) throw new Error('No maintenance');
    const ahead = ['2099-03-01', '2099-02-01'].map((on, index) => ({
      ...maintenance,
      id: `ahead-${index}`,
      at: day(on),
    }));
    render(aPerformance({ events: [...ahead, ...aPerformance().events] }));
    const list = await screen.findByRole('list', { name: 'Coming' });
    expect(within(list).getAllByRole('listitem').map(textOf)).toEqual([
      '01/02/2099Maintenance begins: New certificates (Alpina)',
      '01/03/2099Maintenance begins: New certificates (Alpina)',
    ]);
    expect(within(screen.getByRole('list', { name: 'What happened' })).getAllByRole('button')).toHaveLength(
      5,
    );
  });

  it.each([
    ['in development', { isDev: true, period: null }, 'In development'],
    ['to be released', { period: null, releasedOn: '2027-01-01' }, 'Not released yet'],
    ['not played', { totals: someTotals({ sessionsTotal: 0 }) }, 'No sessions yet'],
    ['in a hub without sessions', { period: null, recordedSince: null }, 'No sessions yet'],
  ] as const)('says so of a game that is %s', async (_what, part, title) => {
    render(aPerformance({ comparison: null, ...part }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryByRole('region', { name: /^Totals/ })).toBeNull();
  });

  it('says when it cannot be loaded, and loads it again', async () => {
    let isUp = false;
    const { user } = render(() => (isUp ? aPerformance() : new Refusal(500)));
    const alert = await screen.findByRole('alert');
    // The game itself stays.
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    isUp = true;
    await user.click(within(alert).getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('list', { name: 'By integration' })).toBeVisible();
  });

  it('leaves the arrow keys to its own controls', async () => {
    const { onOpenGame } = render();
    await screen.findByRole('list', { name: 'By integration' });
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(onOpenGame).not.toHaveBeenCalled();
  });
});

describe('the data of its charts', () => {
  const words = { axis: (number: number) => `W${number}`, title: (number: number) => `Week ${number}` };

  it('numbers weeks, marks the one that is not over, and leaves out of lines what has just begun', () => {
    const now = Date.parse('2026-10-15T12:00:00Z');
    const points = performancePoints(aPerformance(), 'en', words, now);
    expect(points.map(({ axis, partial, hasJustBegun }) => [axis, partial, hasJustBegun])).toEqual([
      ['W1', false, false],
      ['W2', false, false],
      // Fourteen hours of a week.
      ['W3', true, true],
    ]);
    const runs = (at: string) =>
      performancePoints(aPerformance(), 'en', words, Date.parse(at)).at(-1)?.hasJustBegun;
    // Five and six of its seven days.
    expect([runs('2026-10-20T00:00:00Z'), runs('2026-10-21T00:00:00Z')]).toEqual([true, false]);
    const months = [{ ...week(1, '2026-09-30', '2026-10-31'), key: '2026-10' }];
    const [month] = performancePoints({ ...aPerformance(), buckets: months }, 'en', words, now);
    expect([month?.axis, month?.title]).toEqual(['10/2026', 'October 2026']);
  });

  it('gives several events of one place one mark', () => {
    const events = aPerformance().events;
    const placed = placeEvents(events, buckets);
    expect(placed.map(({ number, place }) => [number, place])).toEqual([
      [4, 2],
      [3, 1],
      [2, 1],
      [1, 0],
      [null, null],
    ]);
    expect(marksOf(placed, '8-rtp')).toEqual([
      { place: 2, name: '4', strong: false },
      { place: 1, name: '2–3', strong: true },
      { place: 0, name: '1', strong: false },
    ]);
    // What stands close to another has no room for words.
    const word = (kind: string) => kind;
    expect(marksOf(placed, null, word).map(({ name }) => name)).toEqual(['4', '2–3', '1']);
    const alone = placed.filter(({ number }) => number === 1);
    expect(marksOf(alone, null, word).map(({ name }) => name)).toEqual([`1 ${alone[0]?.event.kind}`]);
  });

  it('draws the range of the others in their colour', () => {
    const { comparison } = aPerformance();
    if (!comparison) throw new Error('No comparison');
    const series = comparisonSeries(comparison, 'bet', (line) => line);
    expect(series.map(({ id, values: drawn }) => [id, drawn])).toEqual([
      ['own', [100, 50.5, 20]],
      ['median', [80, 60, 40]],
      ['high', [120, 90, null]],
      ['low', [40, 30, 20]],
    ]);
  });
});
