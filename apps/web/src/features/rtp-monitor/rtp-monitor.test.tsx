import type {
  Role,
  RtpCase,
  RtpCaseRow,
  RtpCheck,
  RtpEvidence,
  RtpGame,
  RtpGameDetail,
  RtpIntegration,
  RtpMonitor,
} from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aGame } from '../../test/games.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { RtpMonitorPage } from './pages/rtp-monitor-page.tsx';
import { funnelOf, verdictsIn } from './rtp-rows.ts';
import { type RtpSearch, readRtpSearch } from './search.ts';

const aCheck = (part: Partial<RtpCheck> = {}): RtpCheck => ({
  from: '2026-10-22',
  sessions: 1_200,
  openSessions: 0,
  rounds: 74_000,
  bet: 96_500,
  win: 91_675,
  plays: 31_250.4,
  observed: 0.95,
  z: -0.62,
  band: { low: 0.93, high: 0.99 },
  alertBand: { low: 0.915, high: 1.005 },
  verdict: 'normal',
  ...part,
});
const windows = (month: Partial<RtpCheck> = {}) => ({
  verdict: month.verdict === undefined ? ('normal' as const) : month.verdict,
  month: aCheck(month),
  variant: aCheck({ from: '2026-03-02', observed: 0.9534, rounds: 410_000 }),
  lifetime: aCheck({ from: null }),
});
const low = { observed: 0.8312, z: -4.24, verdict: 'alert' as const, openSessions: 2 };

const anRtpGame = (part: Partial<RtpGame> = {}): RtpGame => ({
  gameId: 7,
  name: 'Wolves of Skadi',
  sub_name: null,
  slug: 'wolves_of_skadi',
  rtp: 0.96,
  deviation: 3.62,
  deviationOrigin: 'sheet',
  since: '2026-03-02',
  ...windows(),
  integrations: [
    { integrationId: 4, integrationName: 'Baltica', verdict: 'normal' },
    { integrationId: 3, integrationName: 'Alpina', verdict: 'normal' },
  ],
  judgedBy: null,
  ...part,
});
const wrong = anRtpGame({
  ...windows(low),
  integrations: [
    { integrationId: 4, integrationName: 'Baltica', verdict: 'alert' },
    { integrationId: 3, integrationName: 'Alpina', verdict: 'normal' },
  ],
});
const healthy = anRtpGame({ gameId: 8, name: 'Sugar Cascade', slug: 'sugar_cascade' });
const run = { until: '2026-11-20', ruleVersion: 1, asOf: '2026-11-21T08:10:00.000Z', notFetched: 0 };
const monitor: RtpMonitor = { ...run, games: [wrong, healthy] };
const anRtpIntegration = (id: number, name: string, month: Partial<RtpCheck> = {}): RtpIntegration => ({
  integrationId: id,
  integrationName: name,
  ...windows(month),
});
const detail: RtpGameDetail = {
  ...run,
  game: wrong,
  integrations: [anRtpIntegration(4, 'Baltica', low), anRtpIntegration(3, 'Alpina')],
  awaitedCase: { nextCheckAt: '2026-11-21T16:25:00.000Z', concludedIn: null },
  files: { en: '/files/rtp-games/7-all-en/a.pdf?s=1', it: '/files/rtp-games/7-all-it/a.pdf?s=2' },
  days: [1, 2, 3].map((day) => ({
    day: `2026-11-0${day}`,
    plays: 10_000 * day,
    observed: 0.85,
    band: { low: 0.9, high: 1.02 },
    alertBand: { low: 0.87, high: 1.05 },
  })),
};

const caseRow: RtpCaseRow = {
  id: 12,
  gameId: 7,
  name: 'Wolves of Skadi',
  sub_name: null,
  integrationId: 3,
  integrationName: 'Alpina',
  state: 'open',
  side: 'under',
  openedAt: '2026-11-21T08:10:00.000Z',
  openedZ: -1.2,
  latestZ: -1.2,
  latestUntil: '2026-11-20',
  closedAt: null,
  closedBy: null,
  conclusion: null,
};
const { month, variant, lifetime } = anRtpIntegration(3, 'Alpina');
const measured: RtpEvidence = {
  measuredAt: '2026-11-21T08:10:00.000Z',
  until: '2026-11-20',
  ruleVersion: 1,
  asOf: null,
  rtp: 0.95,
  deviation: 2,
  deviationOrigin: 'sheet',
  since: null,
  ...{ month, variant, lifetime },
};
const openedCase: RtpCase = {
  ...caseRow,
  id: 31,
  reason: null,
  opened: measured,
  latest: measured,
  context: null,
  events: [],
  files: { en: '/en', it: '/it' },
};

let shown: RtpSearch = {};
function Page({ start }: { start: RtpSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <RtpMonitorPage search={search} onSearch={setSearch} />;
}

function show(start: RtpSearch = {}, answers: Record<string, unknown> = {}, role: Role = 'ludus_admin') {
  const calls = answerCalls({
    getRtpMonitor: monitor,
    getRtpOfGame: detail,
    listRtpCases: { rows: [], count: 0 },
    listGames: { rows: [aGame({ game_media: [] })] },
    listIntegrations: { rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica')] },
    ...answers,
  });
  const of = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page start={start} />, { role }), of };
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    .filter((cells) => cells.length > 0);

afterEach(async () => {
  await setLanguage('en');
  shown = {};
});

describe('the RTP monitor', () => {
  it('lists games with their verdicts, where they deviate, in which window, and the figures of it', async () => {
    show();
    const table = await screen.findByRole('table', { name: 'RTP by game' });
    await within(table).findByText('Sugar Cascade');
    expect(rowsOf(table)).toEqual([
      [
        'Wolves of Skadi',
        'Alertat Baltica, 30 days',
        '83,12%96,00%',
        '91,50% – 100,50%',
        '−4,2\u00a0σ',
        '31.25074.000',
        '1.2002 open',
        '96.500,00\u00a0€91.675,00\u00a0€',
      ],
      [
        'Sugar Cascade',
        'Normal30 days',
        '95,00%96,00%',
        '91,50% – 100,50%',
        '−0,6\u00a0σ',
        '31.25074.000',
        '1.200',
        '96.500,00\u00a0€91.675,00\u00a0€',
      ],
    ]);
    expect(screen.getByText(/Whole days up to 20\/11\/2026, real money/)).toBeInTheDocument();
  });

  it('shows the figures of the integration that the verdict comes from, and the window if it is another one', async () => {
    const whole = { ...windows({ observed: 0.9512, z: -0.94 }), verdict: 'alert' as const };
    const judgedBy = anRtpIntegration(4, 'Baltica', low);
    const integrations = wrong.integrations;
    show(
      {},
      { getRtpMonitor: { ...run, games: [anRtpGame({ ...whole, integrations, judgedBy }), healthy] } },
    );
    const table = await screen.findByRole('table', { name: 'RTP by game' });
    await within(table).findByText('Sugar Cascade');
    expect(rowsOf(table)[0]?.slice(1, 5)).toEqual([
      'Alertat Baltica, 30 days',
      '83,12%96,00%',
      '91,50% – 100,50%',
      '−4,2\u00a0σ',
    ]);
    await userEvent.click(screen.getByText('Since variant'));
    expect(rowsOf(await screen.findByRole('table', { name: 'RTP by game' }))[0]?.[1]).toBe(
      'Alertat Baltica, 30 days',
    );
  });

  it('shows the figures of the window that a verdict comes from while plays are gathered in the other one', async () => {
    const gathering = { observed: 0.99, z: 0.4, verdict: 'gathering' as const };
    const variant = aCheck({ from: '2026-03-02', observed: 0.9034, z: -2.4, verdict: 'watch' });
    const baltica = { ...anRtpIntegration(4, 'Baltica', gathering), verdict: 'watch' as const, variant };
    const watched = anRtpGame({
      ...windows({ observed: 0.9512, z: -0.94 }),
      verdict: 'watch',
      integrations: [{ integrationId: 4, integrationName: 'Baltica', verdict: 'watch' }],
      judgedBy: baltica,
    });
    const { user, of } = show(
      {},
      {
        getRtpMonitor: { ...run, games: [watched, healthy] },
        getRtpOfGame: { ...detail, game: watched, integrations: [baltica, anRtpIntegration(3, 'Alpina')] },
      },
    );
    const table = await screen.findByRole('table', { name: 'RTP by game' });
    await within(table).findByText('Sugar Cascade');
    expect(rowsOf(table)[0]?.slice(1, 5)).toEqual([
      'Watchat Baltica, since variant',
      '90,34%96,00%',
      '91,50% – 100,50%',
      '−2,4\u00a0σ',
    ]);
    // It opens at the integration that the verdict comes from, which is the first of all.
    await user.click(screen.getByRole('row', { name: 'Show Wolves of Skadi by integration and day' }));
    expect(shown).toEqual({ game: 7, at: 4 });
    await waitFor(() => expect(of('getRtpOfGame').at(-1)?.query).toEqual({ integrationId: '4' }));
    const integrations = await screen.findByRole('table', { name: 'RTP by integration' });
    expect(rowsOf(integrations)[0]?.slice(0, 4)).toEqual([
      expect.stringContaining('Baltica'),
      'Watchsince variant',
      '90,34%96,00%',
      '91,50% – 100,50%',
    ]);
    expect(within(integrations).getByRole('row', { name: 'Chart Baltica' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(screen.getByText('Baltica: RTP by window')).toBeInTheDocument();
    expect(
      integrations.compareDocumentPosition(screen.getByText('Baltica: RTP over plays')) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
  });

  it('shows the figures of the window that a verdict comes from, those of another one when it is chosen', async () => {
    const variant = aCheck({
      from: '2026-03-02',
      observed: 0.9034,
      z: -2.4,
      plays: 210_000,
      verdict: 'watch',
    });
    const watched = anRtpGame({ ...windows(), verdict: 'watch', variant });
    const { user } = show({}, { getRtpMonitor: { ...run, games: [watched, healthy] } });
    const first = async () =>
      rowsOf(await screen.findByRole('table', { name: 'RTP by game' }))[0]?.slice(1, 6);
    await screen.findByText('Sugar Cascade');
    expect(await first()).toEqual([
      'Watchsince variant',
      '90,34%96,00%',
      '91,50% – 100,50%',
      '−2,4\u00a0σ',
      '210.00074.000',
    ]);
    await user.click(screen.getByText('30 days', { selector: 'label *' }));
    expect(shown.window).toBe('month');
    expect(await first()).toEqual([
      'Watchsince variant',
      '95,00%96,00%',
      '91,50% – 100,50%',
      '−0,6\u00a0σ',
      '31.25074.000',
    ]);
  });

  it('shows the more deviating window of an open case, whatever is measured now', async () => {
    const variant = aCheck({ from: '2026-03-02', observed: 0.9234, z: -1.4 });
    const pinned = anRtpGame({ ...windows(), verdict: 'pinned', variant });
    show({}, { getRtpMonitor: { ...run, games: [pinned, healthy] } });
    await screen.findByText('Sugar Cascade');
    const [row] = rowsOf(screen.getByRole('table', { name: 'RTP by game' }));
    expect(row?.slice(1, 3)).toEqual(['Case opensince variant', '92,34%96,00%']);
  });

  it('offers the evidence of a game with a verdict, of all integrations or of the charted one', async () => {
    const { user, of } = show({ game: 7 });
    const panel = await screen.findByRole('dialog', { name: 'Wolves of Skadi' });
    expect(await within(panel).findByText('Evidence, All integrations')).toBeVisible();
    for (const [name, href] of [
      ['PDF, English', detail.files?.en],
      ['PDF, Italian', detail.files?.it],
    ] as const)
      expect(within(panel).getByRole('link', { name })).toHaveAttribute('href', href);
    await user.click(within(panel).getByRole('row', { name: 'Chart Alpina' }));
    expect(await within(panel).findByText('Evidence, Alpina')).toBeVisible();
    expect(of('getRtpOfGame').at(-1)?.query).toEqual({ integrationId: '3' });
  });

  it('offers none where nothing is judged', async () => {
    const unknown = { ...wrong, rtp: null, deviation: null, deviationOrigin: null, verdict: null };
    show({ game: 7 }, { getRtpOfGame: { ...detail, game: unknown, files: null } });
    const panel = await screen.findByRole('dialog', { name: 'Wolves of Skadi' });
    await within(panel).findByRole('table', { name: 'RTP by integration' });
    expect(within(panel).queryByRole('link', { name: 'PDF, English' })).toBeNull();
  });

  it('filters by verdict and name, and shows another window, in the address', async () => {
    const { user } = show({ verdicts: 'alert' });
    const table = await screen.findByRole('table', { name: 'RTP by game' });
    expect(within(table).queryByText('Sugar Cascade')).toBeNull();
    await user.click(screen.getByText('Since variant'));
    expect(shown).toEqual({ verdicts: 'alert', window: 'variant' });
    expect(rowsOf(await screen.findByRole('table', { name: 'RTP by game' }))[0]?.[2]).toBe('95,34%96,00%');
    await user.type(screen.getByRole('textbox', { name: 'Search games' }), 'zzz');
    expect(await screen.findByText('No games found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(shown.q).toBeUndefined();
    expect(shown.verdicts).toBeUndefined();
    expect(await screen.findByText('Sugar Cascade')).toBeInTheDocument();
  });

  it('asks for the figures of the chosen integration', async () => {
    const { of } = show({ integration: 4 });
    await screen.findByText('Sugar Cascade');
    expect(of('getRtpMonitor')[0]?.query).toEqual({ integrationId: '4' });
  });

  it('says when there is nothing yet', async () => {
    show({}, { getRtpMonitor: { ...run, asOf: null, games: [] } });
    expect(await screen.findByText(/appear here the day after their first sessions/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('shows a failure as a failure, and no empty list', async () => {
    show({}, { getRtpMonitor: new Refusal(500) });
    expect(await screen.findByRole('alert')).toHaveTextContent('Reload');
    expect(screen.queryByText('No games found')).toBeNull();
  });

  it('opens a game with what it promises, its windows and its integrations, of which one is charted', async () => {
    const { user, of } = show();
    await user.click(await screen.findByRole('row', { name: 'Show Wolves of Skadi by integration and day' }));
    const panel = await screen.findByRole('dialog', { name: 'Wolves of Skadi' });
    expect(shown.game).toBe(7);
    expect(await within(panel).findByText('3,62 stakes')).toBeInTheDocument();
    expect(within(panel).getByText('02/03/2026')).toBeInTheDocument();
    expect(
      rowsOf(within(panel).getByRole('table', { name: 'RTP by window' })).map((cells) => cells[0]),
    ).toEqual(['30 days', 'Since variant', 'Lifetime']);
    const integrations = within(panel).getByRole('table', { name: 'RTP by integration' });
    expect(rowsOf(integrations).map((cells) => cells.slice(0, 2))).toEqual([
      [expect.stringContaining('Baltica'), 'Alert30 days'],
      [expect.stringContaining('Alpina'), 'Normal30 days'],
    ]);
    await user.click(within(integrations).getByRole('row', { name: 'Chart Baltica' }));
    await waitFor(() => expect(of('getRtpOfGame').at(-1)?.query).toEqual({ integrationId: '4' }));
    expect(shown.at).toBe(4);
    expect(await within(panel).findByText('Baltica: RTP over plays')).toBeInTheDocument();
    await user.click(within(panel).getByRole('button', { name: 'Close' }));
    expect(shown).toEqual({ game: undefined, at: undefined });
  });

  it('says of an alert without a case when one is opened, and looks for it at once', async () => {
    const { user, of } = show(
      { game: 7 },
      { getRtpOfGame: detail, runRtpMonitor: { opened: 0, open: 0, caseIds: [] } },
    );
    const cases = await screen.findByRole('region', { name: 'Cases' });
    expect(cases).toHaveTextContent(
      'The alert is confirmed. Cases are opened by the hourly check, which runs next at 17:25; “Check now” runs it at once.',
    );
    await user.click(within(cases).getByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(of('runRtpMonitor')).toHaveLength(1));
  });

  it('says of an alert that a closed case covers which one, and offers no check', async () => {
    const awaitedCase = { nextCheckAt: '2026-11-21T16:25:00.000Z', concludedIn: 12 };
    show({ game: 7 }, { getRtpOfGame: { ...detail, awaitedCase } });
    const cases = await screen.findByRole('region', { name: 'Cases' });
    expect(cases).toHaveTextContent('No new case: case 12 was closed about the same days.');
    expect(within(cases).queryByRole('button', { name: 'Check now' })).toBeNull();
  });

  it('opens a case by hand at the integration that is charted, with a reason, and shows it', async () => {
    const { user, of } = show({ game: 7, at: 3 }, { getRtpOfGame: detail, openRtpCase: openedCase });
    const cases = await screen.findByRole('region', { name: 'Cases' });
    await user.click(await within(cases).findByRole('button', { name: 'Open a case, Alpina' }));
    await user.type(within(cases).getByRole('textbox', { name: 'Reason' }), 'Players complain.');
    await user.click(within(cases).getByRole('button', { name: 'Open a case, Alpina' }));
    await waitFor(() =>
      expect(of('openRtpCase')[0]?.body).toEqual({
        gameId: 7,
        integrationId: 3,
        reason: 'Players complain.',
      }),
    );
    await waitFor(() => expect(shown.case).toBe(31));
  });

  it('offers no second case where one is open, and none of what is not judged', async () => {
    show({ game: 7, at: 3 }, { getRtpOfGame: detail, listRtpCases: { rows: [caseRow], count: 1 } });
    const cases = await screen.findByRole('region', { name: 'Cases' });
    await within(cases).findByRole('button', { name: /^Case 12, Alpina/ });
    expect(within(cases).queryByRole('button', { name: /^Open a case/ })).toBeNull();
  });

  it('says of an open case that it keeps the verdict', async () => {
    const pinned = anRtpGame({
      ...windows(low),
      verdict: 'pinned',
      integrations: [{ integrationId: 4, integrationName: 'Baltica', verdict: 'pinned' }],
    });
    show({}, { getRtpMonitor: { ...run, games: [pinned, healthy] } });
    const table = await screen.findByRole('table', { name: 'RTP by game' });
    await within(table).findByText('Sugar Cascade');
    expect(rowsOf(table)[0]?.[1]).toBe('Case openat Baltica, 30 days');
  });

  it('says where a deviation comes from, and leads only those who may edit to what is missing', async () => {
    const estimated = { ...detail, game: { ...wrong, deviationOrigin: 'estimated' as const } };
    show({ game: 7 }, { getRtpOfGame: estimated });
    expect(await screen.findByText('(estimated from sessions)', { exact: false })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Edit game' })).toHaveAttribute('href', '/editGame/7');
  });

  it('leads a manager, who may not edit games, nowhere', async () => {
    const estimated = { ...detail, game: { ...wrong, deviationOrigin: 'estimated' as const } };
    show({ game: 7 }, { getRtpOfGame: estimated }, 'ludus_manager');
    expect(await screen.findByText('(estimated from sessions)', { exact: false })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit game' })).toBeNull();
  });

  it('is read in Italian on a phone', async () => {
    await setLanguage('it');
    setViewport(390);
    show();
    await screen.findByText('Allarme');
    const list = screen.getByRole('list', { name: 'RTP per gioco' });
    expect(within(list).getByText('83,12%')).toBeInTheDocument();
    expect(within(list).getAllByText(/^atteso 96,00%/)[0]).toBeInTheDocument();
    expect(within(list).getByText(/presso Baltica, 30 giorni$/)).toBeInTheDocument();
  });
});

describe('the address of the RTP monitor', () => {
  it('drops what it does not know', () => {
    expect(
      readRtpSearch({ window: 'week', verdicts: 'alert,no,watch', integration: '0', game: '7', at: 'x' }),
    ).toEqual({ verdicts: 'alert,no,watch', game: 7 });
    expect(verdictsIn({ verdicts: 'watch,no,alert' })).toEqual(['alert', 'watch']);
    expect(verdictsIn({})).toEqual([]);
    expect(readRtpSearch({ window: 'lifetime', q: ' wolf ' })).toEqual({ window: 'lifetime', q: 'wolf' });
  });
});

describe('the funnel', () => {
  const words = { line: (name: string) => name, day: (day: string, plays: string) => `${day}, ${plays}` };

  it('has a step a day, named by its plays, from where its limits are of use', () => {
    const [first, ...rest] = detail.days;
    const wide = { ...first, alertBand: { low: 0.75, high: 1.17 } } as (typeof detail.days)[number];
    const { points, series } = funnelOf([wide, ...rest], 0.96, words);
    expect(points).toEqual([
      { key: '2026-11-02', axis: '20\u00a0k', title: '02/11/2026, 20.000' },
      { key: '2026-11-03', axis: '30\u00a0k', title: '03/11/2026, 30.000' },
    ]);
    expect(series.map(({ id, values }) => [id, values])).toEqual([
      ['observed', [0.85, 0.85]],
      ['expected', [0.96, 0.96]],
      ['watchLow', [0.9, 0.9]],
      ['watchHigh', [1.02, 1.02]],
      ['alertLow', [0.87, 0.87]],
      ['alertHigh', [1.05, 1.05]],
    ]);
  });

  it('has only the observed RTP where nothing is expected', () => {
    const days = detail.days.map((day) => ({ ...day, band: null, alertBand: null }));
    expect(funnelOf(days, null, words).series.map(({ id }) => id)).toEqual(['observed']);
  });
});
