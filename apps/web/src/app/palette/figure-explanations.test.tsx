import {
  decodeStatisticsParameter,
  type FigureFilter,
  figureList,
  figureListQuery,
  metricIds,
  type Role,
} from '@ludus/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ExplainFigure } from '../../components/chart/explain-figure.tsx';
import { MetricFigure } from '../../components/display/metric-figure.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { listSearchOf } from '../../domain/statistics/figures.ts';
import { filtersOf, queryOf, readListSearch } from '../../features/sessions-list/search.ts';
import { explainsFor } from '../../lib/explain.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aGame, anIntegration, aRow, someStatistics, someTotals } from '../../test/sessions.ts';
import { FigureExplanations } from './figure-explanations.tsx';

const filter: FigureFilter = { from: '2026-11-01', to: '2026-11-20', sessionTypeId: 1 };
const rows = [
  { game: 7, bet: 800.5, due: 12.03 },
  { game: 8, bet: 200, due: 18 },
];
const columns = [
  { id: 'game', header: 'Game', cell: ({ game }: (typeof rows)[number]) => `Game ${game}` },
  {
    id: 'bet',
    header: 'Bet',
    cell: ({ bet }: (typeof rows)[number]) => <MetricFigure metric="bet" value={bet} />,
  },
  {
    id: 'due',
    header: 'Due',
    cell: ({ due }: (typeof rows)[number]) => <MetricFigure metric="due" value={due} />,
  },
];

function renderFigures(
  as: Role = 'ludus_admin',
  statistics = someStatistics(as !== 'ludus_admin'),
  restated: object[] = [],
) {
  const calls = answerCalls({
    getStatistics: statistics,
    listIntegrations: { rows: [anIntegration(1, 'Alpina')] },
    listGames: { rows: [aGame(7, 'Wolves of Skadi')] },
    listRestatedMonths: { rows: restated },
    getTerms: { recipient: { name: '', address: '', vatId: '', email: '' }, terms: [] },
  });
  const view = renderScreen(
    <SignedIn as={as}>
      <main>
        <div {...explainsFor(filter)}>
          <ExplainFigure metric="rtp" />
          <DataTable
            label="Games"
            columns={columns}
            rows={rows}
            rowId={({ game }) => String(game)}
            rowExplains={({ game }) => ({ games: [game] })}
            onRowClick={() => {}}
          />
        </div>
        <MetricFigure metric="bet" value={5} className="alone" />
      </main>
      <FigureExplanations />
    </SignedIn>,
  );
  const asked = () =>
    calls.flatMap(({ endpoint, query }) =>
      endpoint === 'getStatistics' ? [decodeStatisticsParameter(query.a ?? '')] : [],
    );
  const figure = (metric: string, value: number) =>
    view.container.querySelector(`[data-explain="${metric}"][data-value="${value}"]`) as HTMLElement;
  const panel = (name: string) => screen.findByRole('dialog', { name: `How ${name} is calculated` });
  const called = () => calls.map(({ endpoint }) => endpoint);
  return { ...view, asked, called, figure, panel };
}

describe('an hour explained', () => {
  it('has the sums of its hour, and leads to the list of its sessions', async () => {
    const hour = '2026-11-20T13:00:00.000Z';
    const day = { ...filter, from: '2026-11-20', hour };
    expect(listSearchOf(day, 'bet')).toMatchObject({ from: '2026-11-20', to: '2026-11-20', hour });
    const read = readListSearch({ ...listSearchOf(day, 'bet'), hour });
    const {
      gameIds: _,
      filter: __,
      ...listed
    } = queryOf(filtersOf(read, { from: '2026-11-20', to: '2026-11-20' }));
    expect(listed).toMatchObject({ from: hour, to: '2026-11-20T14:00:00.000Z', sessionTypeId: 1 });
    expect(readListSearch({ hour: '2026-11-20T13:20:00.000Z' }).hour).toBeUndefined();
    expect(readListSearch({ hour: 'x' }).hour).toBeUndefined();

    const calls = answerCalls({
      getStatistics: someStatistics(),
      listIntegrations: { rows: [anIntegration(1, 'Alpina')] },
      listGames: { rows: [] },
      listRestatedMonths: { rows: [] },
    });
    const { user } = renderScreen(
      <SignedIn as="ludus_admin">
        <div {...explainsFor(day)}>
          <ExplainFigure metric="bet" />
        </div>
        <FigureExplanations />
      </SignedIn>,
    );
    await user.click(screen.getByRole('button', { name: 'How Bet is calculated' }));
    const dialog = await screen.findByRole('dialog', { name: 'How Bet is calculated' });
    expect(await within(dialog).findByText('20/11/2026 14:00–15:00')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Show the 40 sessions' })).toHaveAttribute(
      'href',
      `/session-list?from=2026-11-20&to=2026-11-20&hour=${hour}&played=false&figure=bet`,
    );
    const asked = calls.find(({ endpoint }) => endpoint === 'getStatistics');
    expect(decodeStatisticsParameter(asked?.query.a ?? '')).toMatchObject({
      from: hour,
      to: '2026-11-20T14:00:00.000Z',
    });
  });
});

describe('a figure explained', () => {
  it('has its formula with the values put in, its sessions in words, how fresh it is and what is in it', async () => {
    const { user, asked, panel } = renderFigures();
    await user.click(screen.getByRole('button', { name: 'How RTP is calculated' }));
    const dialog = await panel('RTP');
    await within(dialog).findByText('900,25 € / 1.000,50 € = 89,9800%');
    expect(asked()).toEqual([{ ...filter, datasetTotals: false, key: 'month' }]);
    const text = dialog.textContent;
    for (const part of [
      'Sum of win divided by sum of bet; none when nothing was bet.',
      '01/11/2026',
      'Europe/Rome',
      'Real',
      '20/11/2026, 14:32:07',
      '3 of 40 (7,50%)',
      'Fun sessions, unless the filter asks for them.',
      'Periods without bets: they have no RTP, which is not zero.',
    ])
      expect(text).toContain(part);
    expect(within(dialog).getByRole('link', { name: 'Show the 40 sessions' })).toHaveAttribute(
      'href',
      '/session-list?from=2026-11-01&to=2026-11-20&played=false&figure=rtp',
    );
    expect(within(dialog).getByRole('link', { name: 'All definitions' })).toHaveAttribute(
      'href',
      '/figures#rtp',
    );
  });

  it('opens by a secondary click on a cell, narrowed to its row, and says when the page is behind', async () => {
    const { figure, asked, panel } = renderFigures('ludus_admin', {
      ...someStatistics(),
      grandTotals: someTotals({ bet: 801.5 }),
    });
    fireEvent.contextMenu(figure('bet', 800.5));
    const dialog = await panel('Bet');
    expect(await within(dialog).findByRole('status')).toHaveTextContent('The page shows 800,50 €');
    expect(asked()).toEqual([{ ...filter, games: [7], datasetTotals: false, key: 'month' }]);
    expect(await within(dialog).findByText('Wolves of Skadi')).toBeVisible();
    expect(within(dialog).getByText('Over 40 sessions')).toBeVisible();
  });

  it('opens by a click on a figure, and leaves a row that opens its click', async () => {
    const { user, figure, panel, unmount } = renderFigures();
    await user.click(figure('bet', 800.5));
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    const turned = vi.fn();
    renderScreen(
      <SignedIn as="ludus_admin">
        {/* biome-ignore lint/a11y: a row of a tree, whose keys the tree handles */}
        <div {...explainsFor(filter)} onClick={turned}>
          <MetricFigure metric="win" value={77} className="tree" />
        </div>
        <FigureExplanations />
      </SignedIn>,
    );
    await user.click(document.querySelector('.tree') as HTMLElement);
    expect(await panel('Win')).toBeVisible();
    expect(turned).not.toHaveBeenCalled();
  });

  it('opens by E for the row with the focus, and goes on to other figures of the same sessions', async () => {
    const { user, panel, asked } = renderFigures();
    await user.keyboard('jje');
    const dialog = await panel('Bet');
    await user.click(await within(dialog).findByRole('button', { name: /^Open/ }));
    const open = await panel('Open');
    expect(within(open).getByRole('link', { name: 'Show the 3 sessions' })).toHaveAttribute(
      'href',
      '/session-list?from=2026-11-01&to=2026-11-20&state=open&games=8&played=false&figure=sessionsOpen',
    );
    expect(asked()).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaves what has no explanation to the browser: outside a place, on selected text, for other rights', async () => {
    const { figure, asked } = renderFigures('ludus_manager');
    // True: no one has taken the click.
    expect(fireEvent.contextMenu(figure('bet', 5))).toBe(true);
    expect(fireEvent.contextMenu(figure('due', 12.03))).toBe(true);
    getSelection()?.selectAllChildren(figure('bet', 800.5));
    expect(fireEvent.contextMenu(figure('bet', 800.5))).toBe(true);
    getSelection()?.removeAllRanges();
    expect(fireEvent.contextMenu(figure('bet', 800.5), { shiftKey: true })).toBe(true);
    expect(asked()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what has changed since its month was closed, to those who may see months', async () => {
    const restated = {
      integration: { id: 1, name: 'Alpina' },
      month: '2026-11',
      closedAt: '2026-12-02T09:00:00.000Z',
      closedBy: 'anna',
      sessions: 3,
      amounts: { bet: 12.5, win: 2, grosswin: 10.5, sessionsTotal: 1, sessionsOpen: 0, rounds: 9 },
      reasons: [
        { reason: 'late', sessions: 1 },
        { reason: 'corrected', sessions: 2 },
      ],
      firstAt: '2026-12-03T09:00:00.000Z',
      lastAt: '2026-12-05T09:00:00.000Z',
    };
    const { figure, panel } = renderFigures('ludus_admin', someStatistics(), [restated]);
    fireEvent.contextMenu(figure('bet', 800.5));
    const part = await within(await panel('Bet')).findByRole('region', {
      name: 'Changed since its month was closed',
    });
    expect(within(part).getByRole('link', { name: 'Alpina, November 2026' })).toHaveAttribute(
      'href',
      '/period-close?integration=1&month=2026-11',
    );
    const text = part.textContent?.replaceAll('\u00a0', ' ');
    expect(text).toContain('Bet 12,50 €, 3 sessions');
    expect(text).toContain('1 arrived late, 2 corrected. Arrived 03/12/2026 10:00 to 05/12/2026 10:00.');
    expect(text).toContain('Closed 02/12/2026 10:00 by anna.');
  });

  it('of a player has the totals of the player’s own call, and the sessions of the player', async () => {
    const { usersCount: _one, ...totals } = someTotals({ bet: 20.5, sessionsTotal: 4 });
    const player = {
      integration: { id: 1, name: 'Alpina' },
      userId: 'player-3',
      totals,
      firstSession: null,
      lastSession: null,
      months: [],
      games: [{ game: { ...aRow().game, id: 7 }, totals: { ...totals, bet: 8, sessionsTotal: 2 } }],
      asOf: null,
    };
    answerCalls({
      getPlayer: player,
      listIntegrations: { rows: [anIntegration(1, 'Alpina')] },
      listGames: { rows: [aGame(7, 'Wolves of Skadi')] },
    });
    const own = { ...filter, integrations: [1], userId: 'player-3' };
    renderScreen(
      <SignedIn as="ludus_admin">
        <main>
          <div {...explainsFor(own)}>
            <ExplainFigure metric="bet" />
            <div {...explainsFor({ games: [7] })}>
              <MetricFigure metric="bet" value={8} />
            </div>
          </div>
        </main>
        <FigureExplanations />
      </SignedIn>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'How Bet is calculated' }));
    const dialog = await screen.findByRole('dialog', { name: 'How Bet is calculated' });
    const link = await within(dialog).findByRole('link', { name: 'Show the 4 sessions' });
    expect(link.getAttribute('href')).toContain('integrations=1&user=player-3');
    expect(within(dialog).getByText('player-3')).toBeVisible();
    // Not how many players there are.
    expect(within(dialog).queryByRole('button', { name: /^Players/ })).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    fireEvent.contextMenu(document.querySelector('[data-explain="bet"][data-value="8"]') as Element);
    const ofGame = await screen.findByRole('dialog', { name: 'How Bet is calculated' });
    expect(await within(ofGame).findByRole('link', { name: 'Show the 2 sessions' })).toBeVisible();
  });

  it('asks for no months where there are none to see', async () => {
    const { figure, panel, called } = renderFigures('integration_admin');
    fireEvent.contextMenu(figure('bet', 800.5));
    await within(await panel('Bet')).findByText('Over 40 sessions');
    expect(called()).not.toContain('listRestatedMonths');
  });

  it('is none where the server leaves the metric out', async () => {
    const { figure, panel } = renderFigures('ludus_admin', someStatistics(true));
    fireEvent.contextMenu(figure('due', 12.03));
    const dialog = await panel('Due');
    expect(await within(dialog).findByText('You don’t have access to this figure.')).toBeVisible();
    expect(dialog).not.toHaveTextContent('€');
  });

  it('leads to the list whose call the contract holds to the figure', () => {
    const filters: FigureFilter[] = [
      filter,
      { ...filter, sessionTypeId: 4, integrations: [1, 2] },
      { ...filter, sessionTypeId: null, operators: [3], games: [7, 8] },
      { ...filter, isOpen: false },
    ];
    const sent = (query: object) => JSON.parse(JSON.stringify(query));
    for (const one of filters) {
      for (const metric of metricIds) {
        const list = figureList(one, metric);
        if (list === null) continue;
        const search = readListSearch(listSearchOf(list, 'bet'));
        const { gameIds, filter: ids, ...own } = queryOf(filtersOf(search, { from: one.from, to: one.to }));
        const wanted = figureListQuery(list);
        const texts = (values: unknown) => [values ?? []].flat().join(',');
        expect(sent(own)).toEqual(sent({ ...wanted, gameIds: undefined, filter: undefined }));
        expect(texts(gameIds)).toBe(texts(wanted.gameIds));
        expect(texts(ids?.integrationId)).toBe(texts(wanted.filter?.integrationId));
        expect(texts(ids?.operatorId)).toBe(texts(wanted.filter?.operatorId));
      }
    }
  });
});
