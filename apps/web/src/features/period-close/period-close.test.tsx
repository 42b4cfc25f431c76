import type {
  getPeriodReadiness,
  listPeriods,
  PeriodDetail,
  PeriodFigures,
  ResponseOf,
  Restatement,
  Role,
  StatementSummary,
} from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { answerCalls, Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { openSessionsOf } from './evidence.ts';
import { PeriodClosePage } from './pages/period-close-page.tsx';
import { type PeriodSearch, readPeriodSearch } from './search.ts';

const figures = (part: Partial<PeriodFigures> = {}): PeriodFigures => ({
  bet: 1000,
  win: 900,
  grosswin: 100,
  netwin: 75,
  due: 10,
  sessionsTotal: 40,
  sessionsOpen: 1,
  rounds: 800,
  usersCount: 12,
  ...part,
});
const operator = { id: 31, name: 'Viva' };

const list: ResponseOf<typeof listPeriods> = {
  zone: 'Europe/Rome',
  settings: { fourEyes: true },
  months: ['2026-11', '2026-10'],
  integrations: [
    { id: 3, name: 'Alpina' },
    { id: 4, name: 'Baltica' },
  ],
  cells: [
    {
      integrationId: 3,
      month: '2026-11',
      state: 'open',
      isEnded: false,
      sessions: 9,
      grosswin: 20,
      closedAt: null,
      closedBy: null,
      restatements: 0,
    },
    {
      integrationId: 3,
      month: '2026-10',
      state: 'review',
      isEnded: true,
      sessions: 40,
      grosswin: 100,
      closedAt: null,
      closedBy: null,
      restatements: 0,
    },
    {
      integrationId: 4,
      month: '2026-10',
      state: 'restated',
      isEnded: true,
      sessions: 5,
      grosswin: 7,
      closedAt: '2026-11-02T09:00:00.000Z',
      closedBy: 'paolo',
      restatements: 1,
    },
  ],
};

const check = (
  id: PeriodDetail['checks'][number]['id'],
  part: Partial<PeriodDetail['checks'][number]> = {},
) => ({
  id,
  result: 'passed' as const,
  text: 'Fine.',
  detail: { code: 'periods.noQuarantine', values: {} },
  items: [],
  decision: null,
  ...part,
});

const inReview: PeriodDetail = {
  integration: { id: 3, name: 'Alpina' },
  month: '2026-10',
  from: '2026-09-30T22:00:00.000Z',
  to: '2026-10-31T23:00:00.000Z',
  zone: 'Europe/Rome',
  state: 'review',
  isEnded: true,
  fourEyes: true,
  review: { userId: 'other', username: 'chiara', at: '2026-11-02T09:00:00.000Z' },
  closing: null,
  checks: [
    check('complete'),
    check('reconciled', {
      result: 'failed',
      detail: { code: 'periods.notReconciled', values: { compared: 30, days: 31, equal: 29 } },
    }),
    check('quarantine'),
    check('openSessions', {
      result: 'attention',
      detail: { code: 'periods.openSessions', values: { count: 1, bet: '12,34' } },
    }),
    check('incidents', { detail: { code: 'periods.noIncidents', values: {} } }),
    check('alerts', { detail: { code: 'periods.noAlerts', values: {} } }),
  ],
  total: { operator: null, game: null, closed: null, today: figures(), difference: null },
  rows: [{ operator, game: null, closed: null, today: figures(), difference: null }],
  restatements: 0,
  history: [
    { action: 'review', username: 'chiara', at: '2026-11-02T09:00:00.000Z', reason: null, lines: null },
  ],
  files: { en: '/files/periods/en', it: '/files/periods/it' },
};

const changed = {
  bet: 500,
  win: 450.5,
  grosswin: 49.5,
  netwin: 30,
  due: 5,
  sessionsTotal: 0,
  sessionsOpen: -1,
  rounds: 10,
};
const restated: PeriodDetail = {
  ...inReview,
  integration: { id: 4, name: 'Baltica' },
  state: 'restated',
  closing: {
    username: 'paolo',
    at: '2026-11-03T10:00:00.000Z',
    asOf: '2026-11-03T09:50:00.000Z',
    dataVersion: '77',
    checkedAt: '2026-11-20T12:00:00.000Z',
  },
  checks: [check('reconciled', { result: 'failed', decision: { kind: 'overridden', reason: 'Agreed.' } })],
  total: {
    operator: null,
    game: null,
    closed: figures(),
    today: figures({ bet: 1500, win: 1350.5, grosswin: 149.5 }),
    difference: changed,
  },
  rows: [
    { operator, game: null, closed: figures(), today: figures({ grosswin: 149.5 }), difference: changed },
  ],
  restatements: 1,
  history: [
    { action: 'restate', username: 'system', at: '2026-11-20T12:00:00.000Z', reason: null, lines: 1 },
  ],
};

const line: Restatement = {
  id: '1',
  sessionId: '01980000-0000-7000-8000-000000000001',
  platformSessionId: 'S-1',
  operator,
  game: { id: 7, name: 'Wolves of Skadi', sub_name: null },
  reason: 'ended',
  amounts: changed,
  changedAt: '2026-11-19T08:00:00.000Z',
  fetchedAt: '2026-11-19T08:10:00.000Z',
  recordedAt: '2026-11-19T08:15:00.000Z',
  recordedMonth: '2026-11',
};

const readiness: ResponseOf<typeof getPeriodReadiness> = {
  month: '2026-10',
  isEnded: true,
  rows: [
    {
      integration: { id: 3, name: 'Alpina' },
      state: 'open',
      checks: [
        check('complete', {
          detail: { code: 'periods.completeTo', values: { until: '02/11/2026 08:10' } },
        }),
        check('reconciled', {
          result: 'failed',
          detail: { code: 'periods.notReconciled', values: { compared: 30, days: 31, equal: 28 } },
        }),
        check('quarantine', {
          result: 'failed',
          detail: { code: 'periods.quarantined', values: { count: 3 } },
        }),
        check('openSessions', {
          result: 'attention',
          detail: { code: 'periods.openSessions', values: { count: 1, bet: '12,34' } },
        }),
        check('incidents', {
          result: 'attention',
          detail: { code: 'periods.incidents', values: { count: 1 } },
          items: [{ gameId: 7, name: 'Wolves of Skadi', verdict: 'alert' }],
        }),
        check('alerts', {
          result: 'attention',
          detail: { code: 'periods.alertsNotEvaluated', values: {} },
        }),
      ],
    },
    {
      integration: { id: 4, name: 'Baltica' },
      state: 'review',
      checks: [
        check('complete', { detail: { code: 'periods.completeTo', values: { until: '02/11/2026 08:10' } } }),
        check('reconciled', { detail: { code: 'periods.reconciled', values: { count: 31 } } }),
        check('quarantine'),
        check('openSessions', { detail: { code: 'periods.noOpenSessions', values: {} } }),
        check('incidents', { detail: { code: 'periods.noIncidents', values: {} } }),
        check('alerts', { detail: { code: 'periods.noAlerts', values: {} } }),
      ],
    },
    { integration: { id: 5, name: 'Corsa' }, state: 'closed', checks: [] },
  ],
};

let shown: PeriodSearch = {};
function Page({ start }: { start: PeriodSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <PeriodClosePage search={search} onSearch={setSearch} />;
}

function show(start: PeriodSearch = {}, answers: Record<string, unknown> = {}, role: Role = 'ludus_admin') {
  const calls = answerCalls({
    listPeriods: list,
    getPeriodReadiness: readiness,
    getPeriod: inReview,
    listRestatements: { rows: [line], count: 1 },
    listStatements: { rows: [], count: 0 },
    closePeriod: { state: 'closed' },
    reopenPeriod: { state: 'open' },
    ...answers,
  });
  const of = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page start={start} />, { role }), of };
}
const october = { integration: 3, month: '2026-10' };
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

afterEach(() => {
  void setLanguage('en');
  setViewport(1440);
});

// Days of the fixtures are written down, so today is too.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-25T11:00:00Z'), toFake: ['Date'] }));

describe('period close', () => {
  it('has a cell for each month with sessions, which opens it by the URL', async () => {
    const { user } = show();
    const cell = await screen.findByRole('button', { name: /^October 2026, Alpina: In review/ });
    expect(screen.getByRole('button', { name: /^November 2026, Alpina: in progress/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /November 2026, Baltica/ })).toBeNull();
    expect(screen.getByTitle('Closed 02/11/2026 10:00 by paolo')).toHaveTextContent('by paolo');
    await user.click(cell);
    expect(shown).toMatchObject(october);
    expect(await screen.findByRole('dialog', { name: 'Alpina October 2026' })).toBeInTheDocument();
  });

  it('adds the gross win of its months and integrations up to the cent', async () => {
    const cents = list.cells.map((cell, index) => ({ ...cell, grosswin: [0.1, 100.2, -7.05][index] ?? 0 }));
    show({}, { listPeriods: { ...list, cells: cents } });
    const table = await screen.findByRole('table', { name: 'Months by integration' });
    await within(table).findByRole('row', { name: /^Total/ });
    const figuresOf = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => text(cell)?.match(/−?[\d.]+,\d\d €/)?.[0]);
    expect(figuresOf(/^Oct 2026/)).toEqual(['100,20 €', '−7,05 €', '93,15 €']);
    expect(figuresOf(/^Total/)).toEqual(['100,30 €', '−7,05 €', '93,25 €']);
  });

  it('lists the months of a phone with their sums, the one that can be closed next unfolded', async () => {
    setViewport(390);
    const { user } = show();
    const head = await screen.findByRole('button', { name: /^October 2026(?!,)/ });
    expect(head).toHaveAttribute('aria-expanded', 'true');
    expect(text(head)).toBe('October 2026107,00 €1 restated · 1 in review');
    const running = screen.getByRole('button', { name: /^November 2026/ });
    expect(text(running)).toBe('November 202620,00 €in progress');
    expect(running).toHaveAttribute('aria-expanded', 'false');
    await user.click(running);
    expect(running).toHaveAttribute('aria-expanded', 'true');
    const cells = within(screen.getByRole('list', { name: 'October 2026' }));
    expect(cells.getByRole('button', { name: /Baltica/ })).toHaveTextContent('Restated');
    await user.click(cells.getByRole('button', { name: /Alpina/ }));
    expect(shown).toMatchObject(october);
  });

  it('is closed only with a decision on every check, and sends what was decided', async () => {
    const { user, of } = show(october);
    const checks = await screen.findByRole('list', { name: 'Checklist' });
    expect(checks).toHaveTextContent('30 of 31 days compared with the platform, 29 of them equal.');
    expect(within(checks).getByRole('link', { name: 'Refresh or close them' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/open-sessions\?integrations=3&ages=/),
    );
    const close = screen.getByRole('button', { name: 'Close month' });
    expect(close).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Open sessions: I have seen this' }));
    expect(screen.getByText('Decide on the check that has not passed.')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Reconciled: close anyway' }));
    expect(close).toBeDisabled();
    expect(screen.getByText('Say why the month is closed anyway.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), ' Agreed by mail ');
    await user.click(close);
    const dialog = await screen.findByRole('dialog', { name: 'Close October 2026 of Alpina?' });
    expect(dialog).toHaveTextContent('Administrators of Ludus can reopen the month, with a reason');
    await user.click(within(dialog).getByRole('button', { name: 'Close month' }));
    await waitFor(() => expect(of('closePeriod')).toHaveLength(1));
    expect(of('closePeriod')[0]?.body).toEqual({
      acknowledged: ['openSessions'],
      overrides: [{ check: 'reconciled', reason: 'Agreed by mail' }],
    });
  });

  it('waits for the close in its dialog, then shows what the month has become before it is read anew', async () => {
    const first = Promise.withResolvers<object>();
    let reads = 0;
    const { user } = show(
      { ...october, integration: 3 },
      {
        getPeriod: () => {
          reads += 1;
          return reads === 1 ? { ...inReview, checks: [] } : new Promise(() => {});
        },
        closePeriod: () => first.promise,
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Close month' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close October 2026 of Alpina?' });
    const close = within(dialog).getByRole('button', { name: 'Close month' });
    await user.click(close);
    await waitFor(() => expect(close).toHaveAttribute('data-loading'));
    first.resolve({ state: 'closed' });
    await waitFor(() => expect(close).not.toBeInTheDocument());
    expect(within(await screen.findByRole('dialog')).getByText('Closed')).toBeInTheDocument();
  });

  it('compares the days again that a failed check is about', async () => {
    const { user, of } = show(october, { compareDays: { jobId: 'j-1' } });
    // The checks of all integrations offer it too.
    const panel = await screen.findByRole('dialog');
    await user.click(await within(panel).findByRole('button', { name: 'Compare days' }));
    await waitFor(() => expect(of('compareDays')).toHaveLength(1));
    expect(of('compareDays')[0]?.body).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      integrationIds: [3],
    });
  });

  it('closes the month of all integrations whose checks have not failed, and names the others', async () => {
    const three = [
      { id: 3, name: 'Alpina' },
      { id: 4, name: 'Baltica' },
      { id: 5, name: 'Corsa' },
    ];
    const cells = three.map(({ id }) => ({
      ...(list.cells[1] as (typeof list.cells)[number]),
      integrationId: id,
      state: 'open' as const,
    }));
    const calls = answerCalls({
      listPeriods: { ...list, integrations: three, cells },
      getPeriodReadiness: readiness,
      getPeriod: ({ path }: SeenCall) => {
        const integration = three.find(({ id }) => path.includes(`/periods/${id}/`));
        const attention = inReview.checks.filter(({ result }) => result !== 'failed');
        return {
          ...inReview,
          integration,
          state: 'open',
          review: null,
          fourEyes: false,
          checks: integration?.id === 3 ? inReview.checks : attention,
        };
      },
      reviewPeriod: { state: 'review' },
      closePeriod: ({ path }: SeenCall) =>
        path.includes('/periods/5/') ? new Refusal(409, 'Quarantined since.') : { state: 'closed' },
    });
    const { user } = renderScreen(<Page start={{}} />, { role: 'ludus_admin' });
    await user.click(await screen.findByRole('button', { name: 'Close all October 2026' }));
    expect(shown.close).toBe('2026-10');
    const panel = await screen.findByRole('dialog', { name: 'Close October 2026' });
    expect(await within(panel).findByText(/30 of 31 days compared/)).toBeInTheDocument();
    const close = await within(panel).findByRole('button', { name: 'Close 2 months' });
    expect(close).toBeDisabled();
    await user.click(within(panel).getByRole('checkbox', { name: 'I have seen what needs attention' }));
    await user.click(close);
    expect(await within(panel).findByRole('alert')).toHaveTextContent('Quarantined since.');
    const sent = calls.filter(({ endpoint }) => endpoint === 'reviewPeriod' || endpoint === 'closePeriod');
    const decided = { acknowledged: ['openSessions'], overrides: [] };
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/periods/4/2026-10/review', undefined],
      ['/api/periods/4/2026-10/close', decided],
      ['/api/periods/5/2026-10/review', undefined],
      ['/api/periods/5/2026-10/close', decided],
    ]);
  });

  it('shows a restated month as closed, as known today, and what has changed between', async () => {
    const { user } = show({ integration: 4, month: '2026-10' }, { getPeriod: restated });
    const totals = await screen.findByRole('table', { name: 'Month' });
    const bet = within(totals).getByRole('row', { name: /^Bet/ });
    expect(within(bet).getAllByRole('cell').map(text)).toEqual([
      'Bet',
      '1.000,00 €',
      '1.500,00 €',
      '+500,00 €',
    ]);
    expect(within(totals).getByRole('row', { name: /^Players/ })).toHaveTextContent(/–$/);
    const lines = await screen.findByRole('table', { name: 'Restatements' });
    const row = await within(lines).findByRole('row', { name: /S-1/ });
    expect(row).toHaveTextContent('Ended since');
    expect(text(row)).toContain('+49,50 €');
    expect(within(row).getByRole('link')).toHaveAttribute('href', `/session/${line.sessionId}`);
    expect(screen.getByText('Closed anyway: Agreed.')).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('1 session restated');
    await user.click(screen.getByRole('radio', { name: 'As closed' }));
    expect(shown.view).toBe('closed');
  });

  it('names earlier months that are open until it is closed itself', async () => {
    const november = { integration: 3, month: '2026-11' };
    const first = show(november, { getPeriod: { ...inReview, month: '2026-11' } });
    expect(await screen.findByText(/^October 2026 is not closed yet/)).toBeInTheDocument();
    first.unmount();
    show(november, { getPeriod: { ...inReview, month: '2026-11', closing: restated.closing } });
    expect(await screen.findByRole('button', { name: 'Reopen' })).toBeInTheDocument();
    expect(screen.queryByText(/is not closed yet/)).toBeNull();
  });

  it('is reopened with a reason alone', async () => {
    const { user, of } = show({ integration: 4, month: '2026-10' }, { getPeriod: restated });
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reopen October 2026 of Baltica?' });
    const confirm = within(dialog).getByRole('button', { name: 'Reopen' });
    await user.click(confirm);
    expect(dialog).toHaveTextContent('Say why, in a few words.');
    expect(of('reopenPeriod')).toHaveLength(0);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wrong file');
    await user.click(confirm);
    await waitFor(() => expect(of('reopenPeriod')[0]?.body).toEqual({ reason: 'Wrong file' }));
  });

  it('leads to the statement of a closed month, or to the one that is to be issued', async () => {
    const first = show({ integration: 4, month: '2026-10' }, { getPeriod: restated });
    const issue = await screen.findByRole('link', { name: 'Issue statement' });
    expect(issue).toHaveAttribute('href', '/statements?issue=4&month=2026-10');
    expect(first.of('listStatements')[0]?.query).toMatchObject({ integrationId: '4' });
    first.unmount();
    const statement: StatementSummary = {
      id: 8,
      number: 'LH-2026-0001',
      integration: { id: 4, name: 'Baltica' },
      month: '2026-10',
      state: 'issued',
      payment: 'open',
      issuedAt: '2026-11-05T10:00:00.000Z',
      dueOn: '2026-12-05',
      daysLate: 0,
      total: 1234,
      adjusted: 0,
      paid: 0,
      open: 1234,
      termsDifference: null,
      disputeOutcome: null,
    };
    const withdrawn: StatementSummary = { ...statement, id: 7, state: 'void', open: 0 };
    show(
      { integration: 4, month: '2026-10' },
      { getPeriod: restated, listStatements: { rows: [statement, withdrawn], count: 2 } },
    );
    const link = await screen.findByRole('link', { name: 'Statement LH-2026-0001' });
    expect(link).toHaveAttribute('href', '/statements?id=8');
    expect(link.parentElement && text(link.parentElement)).toContain('open 1.234,00 €');
  });

  it('is read by managers, without actions and without due, and printed in both languages', async () => {
    const { netwin: _netwin, due: _due, ...plain } = figures();
    show(
      october,
      { getPeriod: { ...inReview, total: { ...inReview.total, today: plain }, rows: [] } },
      'ludus_manager',
    );
    const totals = await screen.findByRole('table', { name: 'Month' });
    expect(within(totals).queryByRole('row', { name: /^Due/ })).toBeNull();
    for (const name of ['Close month', 'Take out of review', 'Reopen'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('link', { name: 'PDF, English' }).getAttribute('href')).toBe('/files/periods/en');
  });

  it('speaks Italian on a phone', async () => {
    setViewport(390);
    await setLanguage('it');
    show({ integration: 4, month: '2026-10' }, { getPeriod: restated });
    expect(await screen.findByRole('dialog', { name: 'Baltica ottobre 2026' })).toHaveTextContent(
      'Rettifiche',
    );
  });
});

describe('the checks of a month', () => {
  it('stand side by side for all integrations, with what blocks, each leading to its evidence', async () => {
    const { user, of } = show();
    const table = await screen.findByRole('table', { name: 'Checks of October 2026' });
    const row = await within(table).findByRole('row', { name: /Alpina/ });
    expect(of('getPeriodReadiness')[0]?.query).toEqual({ month: '2026-10' });
    expect(within(table).getAllByRole('columnheader').map(text)).toEqual([
      'Integration',
      'Completemust pass',
      'Reconciledmust pass',
      'Quarantine emptymust pass',
      'Open sessionswarning only',
      'RTP alertswarning only',
      'Incidentswarning only',
    ]);
    const signs = within(row).getAllByRole('img', { name: /Passed|attention|Failed/ });
    expect(signs.map((sign) => sign.getAttribute('aria-label'))).toEqual([
      'Passed',
      'Failed',
      'Failed',
      'Needs attention',
      'Needs attention',
      'Needs attention',
    ]);
    const cells = within(row).getAllByRole('cell');
    expect(cells.map((cell) => text(cell)?.replace(/, [^,]+, Alpina/, ''))).toEqual([
      'All days',
      '28 of 31 days equal2 differ, 1 not compared',
      '3 rows',
      '1 openbets of 12,34 €',
      '1 gameWolves of Skadi',
      'Not evaluated',
    ]);
    expect(
      within(row)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/period-close?integration=3&month=2026-10',
      '/reconciliation?from=2026-10-01&to=2026-10-31',
      '/quarantine?integration=3',
      '/session-list?from=2026-10-01&to=2026-10-31&integrations=3&state=open&played=false',
      '/rtp-monitor?integration=3&verdicts=pinned,alert',
      '/alerts?integration=3',
    ]);
    expect(row).toHaveTextContent('Blocked');
    expect(within(table).getByRole('row', { name: /Baltica/ })).toHaveTextContent(/In review.*Ready/);
    expect(within(table).getByRole('row', { name: /Corsa/ })).toHaveTextContent('Closed');
    expect(screen.getByText('1 of 2 can be closed')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: /^Alpina/ }));
    expect(shown).toMatchObject(october);
  });

  it('lead from the open sessions of a month to where they are refreshed or closed, by their ages', () => {
    const november28 = new Date('2026-11-28T10:00:00Z');
    expect(openSessionsOf(3, '2026-10', november28)).toBe(
      '/open-sessions?integrations=3&ages=under30d,over30d',
    );
    expect(openSessionsOf(3, '2026-11', november28)).toBe(
      '/open-sessions?integrations=3&ages=under10m,under24h,under21d,under30d',
    );
  });

  it('keep a month from being closed together while each integration is blocked', async () => {
    const rows = readiness.rows.filter(({ integration }) => integration.name === 'Alpina');
    const two = list.integrations.slice(0, 2);
    const cells = two.map(({ id }) => ({
      ...list.cells[0],
      integrationId: id,
      month: '2026-10',
      state: 'open',
      isEnded: true,
    }));
    show(
      {},
      { listPeriods: { ...list, integrations: two, cells }, getPeriodReadiness: { ...readiness, rows } },
    );
    expect(await screen.findByRole('button', { name: 'Compare days' })).toBeVisible();
    // Once for all of them, not once for each, in the place of what cannot be done.
    expect(screen.getByText('Blocked')).toHaveAttribute('title', 'The checks above keep it open.');
    expect(screen.queryByText('0 of 1 can be closed')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close all October 2026' })).toBeNull();
  });

  it('are of the last month that is over, and of any other one by the address', async () => {
    const { user, of } = show();
    await screen.findByRole('table', { name: 'Checks of October 2026' });
    expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(shown).toEqual({ checks: '2026-11' });
    await waitFor(() => expect(of('getPeriodReadiness').at(-1)?.query).toEqual({ month: '2026-11' }));
  });

  it('are mended at once where that can be: days compared, rules of alerts evaluated', async () => {
    const { user, of } = show(
      {},
      {
        compareDays: { jobId: 'j-1' },
        evaluateAlertRules: {
          hours: 1,
          rules: 7,
          opened: 0,
          evaluatedAt: '2026-11-01T10:25:00.000Z',
          evaluatedUntil: '2026-11-01T10:00:00.000Z',
        },
      },
    );
    expect(
      await screen.findByText(/alert rules have not been evaluated past the end of the month/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Compare days' }));
    await waitFor(() => expect(of('compareDays')).toHaveLength(1));
    expect(of('compareDays')[0]?.body).toEqual({ from: '2026-10-01', to: '2026-10-31', integrationIds: [3] });
    const before = of('getPeriodReadiness').length;
    await user.click(screen.getByRole('button', { name: 'Evaluate alerts' }));
    await waitFor(() => expect(of('evaluateAlertRules')).toHaveLength(1));
    await waitFor(() => expect(of('getPeriodReadiness').length).toBeGreaterThan(before));
  });

  it('are listed on a phone, and have nothing to press for who may not', async () => {
    setViewport(390);
    show({}, {}, 'ludus_manager');
    expect(await screen.findByText('1 of 2 can be closed, by administrators of Ludus')).toBeVisible();
    expect(await screen.findByText(/^Totals of net win, due and statements: Your role/)).toBeVisible();
    const list = await screen.findByRole('list', { name: 'Checks of October 2026' });
    const [first] = await within(list).findAllByRole('listitem');
    expect(first).toHaveTextContent('Reconciled');
    expect(within(first as HTMLElement).getAllByRole('link')).toHaveLength(6);
    expect(screen.queryByRole('button', { name: 'Evaluate alerts' })).toBeNull();
  });
});

describe('the address', () => {
  it('drops what it does not know', () => {
    expect(
      readPeriodSearch({ integration: '3', month: '2026-13', by: 'player', view: 'today', page: '0' }),
    ).toEqual({
      integration: 3,
      month: undefined,
      by: undefined,
      view: 'today',
      page: undefined,
    });
  });
});
