import type { DifferingSession, ReconciledDayDetail, ReconciledFigureSet, Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { takePreparedTicket } from '../../domain/ticket/prepared-ticket.ts';
import { addDays, today } from '../../lib/days.ts';
import * as downloads from '../../lib/download.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { setViewport } from '../../test/viewport.ts';
import { csvOf } from './evidence.ts';
import { ReconciliationPage } from './pages/reconciliation-page.tsx';
import { type ReconciliationSearch, readReconciliationSearch } from './search.ts';

vi.mock('../../lib/download.ts', () => ({ download: vi.fn() }));
afterEach(() => setViewport(1440));

const figures = (part: Partial<ReconciledFigureSet> = {}): ReconciledFigureSet => ({
  sessions: 0,
  open: 0,
  bet: 0,
  win: 0,
  netWin: 0,
  due: 0,
  rounds: 0,
  ...part,
});
const alpina = { id: 1, name: 'Alpina' };
const day = '2026-11-10';
const matrix = {
  from: '2026-10-20',
  to: '2026-11-19',
  latest: '2026-11-19',
  integrations: [
    {
      integration: alpina,
      days: [
        {
          day: '2026-11-09',
          state: 'equal',
          comparedAt: '2026-11-20T03:40:00.000Z',
          difference: figures(),
          differing: 0,
        },
        {
          day,
          state: 'differs',
          comparedAt: '2026-11-20T03:40:00.000Z',
          difference: figures({ sessions: 1, bet: 12.34, win: -0.1 }),
          differing: 3,
        },
        { day: '2026-11-11', state: 'failed', comparedAt: null, difference: figures(), differing: 0 },
      ],
      difference: figures({ sessions: 1, bet: 12.34, win: -0.1 }),
    },
    { integration: { id: 2, name: 'Baltica' }, days: [], difference: figures() },
  ],
  difference: figures({ sessions: 1, bet: 12.34, win: -0.1 }),
};
const detail: ReconciledDayDetail = {
  integration: alpina,
  day,
  state: 'differs',
  comparedAt: '2026-11-20T03:40:00.000Z',
  asOf: '2026-11-20T03:39:00.000Z',
  username: null,
  failedAt: null,
  reason: null,
  types: [
    {
      sessionTypeId: 1,
      ours: figures({ sessions: 10, bet: 100 }),
      platform: figures({ sessions: 11, bet: 112.34, win: -0.1 }),
      difference: figures({ sessions: 1, bet: 12.34, win: -0.1 }),
    },
    { sessionTypeId: 4, ours: figures(), platform: figures(), difference: figures() },
  ],
  classes: [
    { class: 'missingHere', sessionTypeId: 1, sessions: 1, difference: figures({ sessions: 1, bet: 12.3 }) },
    { class: 'quarantined', sessionTypeId: 1, sessions: 1, difference: figures({ win: -0.1 }) },
  ],
  unexplained: [{ sessionTypeId: 1, difference: figures({ bet: 0.04 }) }],
  unreadableRows: 1,
  sessions: 2,
  keptSessions: 2,
};
const sessions: DifferingSession[] = [
  {
    class: 'missingHere',
    sessionId: 'A-1',
    hubId: null,
    sessionTypeId: 1,
    ours: null,
    platform: figures({ sessions: 1, bet: 12.3 }),
    difference: figures({ sessions: 1, bet: 12.3 }),
    ourDay: null,
    platformDay: day,
    reason: null,
    quarantinedRowId: null,
  },
  {
    class: 'quarantined',
    sessionId: 'A-2',
    hubId: '0190a7de-0000-7000-8000-000000000002',
    sessionTypeId: 1,
    ours: figures({ sessions: 1 }),
    platform: figures({ sessions: 1, win: -0.1 }),
    difference: figures({ win: -0.1 }),
    ourDay: day,
    platformDay: day,
    reason: 'The game differs from the stored session.',
    reasonDetail: { code: 'quarantine.gameDiffers', values: {} },
    quarantinedRowId: '77',
  },
];

function renderPage(
  search: ReconciliationSearch = {},
  { as = 'ludus_admin', answers = {} }: { as?: Role; answers?: Record<string, unknown> } = {},
) {
  const calls = answerCalls({
    getReconciliation: matrix,
    getReconciledDay: detail,
    listTickets: [],
    listDifferingSessions: { rows: sessions, count: 2 },
    compareDays: { jobId: 'j-1' },
    refetchDay: { fetchJobId: 'j-2', jobId: 'j-3' },
    listReconciliationFiles: [],
    getReconciliationProof: { month: '2026-11', files: { en: '/p/en', it: '/p/it' } },
    ...answers,
  });
  const handlers = { onSearch: vi.fn(), onStarted: vi.fn(), onTicket: vi.fn() };
  const view = renderScreen(
    <SignedIn as={as}>
      <ReconciliationPage search={search} {...handlers} />
    </SignedIn>,
  );
  const last = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint).at(-1);
  return { ...view, ...handlers, calls, last };
}

const opened = { integration: 1, day };

describe('closed months', () => {
  it('stand with the due of the platform beside that of the terms, where there are terms', async () => {
    const terms = [
      { integrationId: 1, month: '2026-10', platformDue: 1300, termsDue: 1293.13, difference: 6.87 },
    ];
    const { unmount } = renderPage({}, { answers: { getReconciliation: { ...matrix, terms } } });
    const table = await screen.findByRole('table', { name: 'Closed months by the terms' });
    const cells = within(within(table).getByRole('row', { name: /October 2026/ })).getAllByRole('cell');
    expect(cells.slice(2).map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))).toEqual([
      '1.300,00 €',
      '1.293,13 €',
      '+6,87 €',
    ]);
    expect(cells[1]).toHaveTextContent('Alpina');
    unmount();
    renderPage({}, { answers: { getReconciliation: { ...matrix, terms: [] } } });
    await screen.findByRole('table', { name: 'By integration and day' });
    expect(screen.queryByRole('table', { name: 'Closed months by the terms' })).toBeNull();
  });
});

describe('the matrix', () => {
  it('says the state of each integration and day by a sign and in words, and adds the differences up', async () => {
    const { user, onSearch } = renderPage();
    const table = await screen.findByRole('table', { name: 'By integration and day' });
    const cell = (name: string) => within(table).findByRole('button', { name });
    expect(await cell('Alpina, 09/11/2026: Equal')).toBeVisible();
    expect(await cell('Alpina, 11/11/2026: Could not be compared')).toBeVisible();
    expect(await cell('Baltica, 10/11/2026: Not compared')).toBeVisible();
    expect(
      within(table)
        .getAllByRole('columnheader', { name: /2026$/ })
        .filter((head) => head.hasAttribute('colspan'))
        .map((head) => [head.textContent, head.getAttribute('colspan')]),
    ).toEqual([
      ['October 2026', '12'],
      ['November 2026', '19'],
    ]);
    const signs = new Set(
      [...table.querySelectorAll('[data-state]')].map(
        (sign) => sign.innerHTML + sign.getAttribute('data-state'),
      ),
    );
    expect(signs.size).toBe(4);
    expect(within(table).getByRole('row', { name: /^Total/ })).toHaveTextContent('112,34 €−0,10 €');
    await user.click(await cell('Alpina, 10/11/2026: Differs'));
    expect(onSearch).toHaveBeenCalledWith({ to: undefined, integration: 1, day });
  });

  const untouched = {
    ...matrix,
    from: '2026-10-01',
    to: '2026-10-31',
    integrations: matrix.integrations.map((one) => ({ ...one, days: [] })),
  };

  it('has the days before any comparison at first, with when they get one and the step to take', async () => {
    renderPage({}, { answers: { getReconciliation: untouched } });
    expect(await screen.findByText('Not compared yet. The first comparison runs tonight.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Compare days' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /: Not compared$/ })).toHaveLength(2 * 31);
  });

  it('says that nothing differs only of the days that were compared', async () => {
    const [one, other] = matrix.integrations;
    const none = {
      ...matrix,
      integrations: [
        { ...one, days: one?.days.filter(({ state }) => state === 'failed') },
        { ...other, days: [] },
      ],
    };
    const first = renderPage({}, { answers: { getReconciliation: none } });
    expect(
      await screen.findByText('Not compared yet. Each night the last 31 days are compared.'),
    ).toBeVisible();
    // A difference that no one has looked for is not zero.
    expect(screen.queryByRole('row', { name: /^Total/ })).toBeNull();
    first.unmount();
    const part = { ...matrix, integrations: [{ ...one, days: one?.days.slice(0, 1) }, other] };
    renderPage({}, { answers: { getReconciliation: part } });
    expect(await screen.findByText(/^No differences in the days compared, \d+ of \d+$/)).toBeVisible();
    // Said once: there is no list of days that differ to say so again.
    expect(screen.queryByText('Days that differ')).toBeNull();
    const legend = within(screen.getByRole('list', { name: 'Signs' }));
    expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
      'Equal',
      'Not compared',
    ]);
  });

  it('has the days before a first comparison too, with when they get one and the step to take', async () => {
    const october = { from: '2026-10-01', to: '2026-10-31' };
    const { user, onSearch } = renderPage(october, { answers: { getReconciliation: untouched } });
    // Nights reach back to 20 October: what is older is compared by hand.
    expect(
      await screen.findByText(
        'Not compared yet. Each night the last 31 days are compared. Earlier days: compare them here.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Alpina, 31/10/2026: Not compared' })).toBeVisible();
    expect(screen.queryByText('Days that differ')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Difference' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
    expect(await screen.findByText(/one row per session\.$/)).toBeVisible();
    const file = new File(['x'], 'october.csv', { type: 'text/csv' });
    await user.upload(screen.getByLabelText('Compare a file'), file);
    expect(onSearch).toHaveBeenCalledWith({ ...october, file: 'new' });
    await user.click(screen.getByRole('button', { name: 'Compare days' }));
    expect(await screen.findByRole('dialog', { name: 'Compare with the platforms' })).toBeVisible();
  });

  it('says when it was compared last, and is a file of both sides, differences and classes', async () => {
    const { keptSessions: _kept, ...whole } = detail;
    const none = { ...whole, day: '2026-11-12', state: null, comparedAt: null, asOf: null };
    const bare = { ...none, types: [], classes: null, unexplained: [] };
    const { user } = renderPage(
      {},
      { answers: { listReconciledDays: { from: day, to: day, rows: [whole, bare] } } },
    );
    expect(await screen.findByText('Last compared with the platforms 20/11/2026 04:40')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(downloads.download).toHaveBeenCalled());
    const [blob, name] = vi.mocked(downloads.download).mock.calls.at(-1) ?? [];
    expect(name).toBe('reconciliation-2026-10-20-2026-11-19.csv');
    const [head, ...lines] = (await (blob as Blob).text()).trim().split('\r\n');
    expect(head).toMatch(/^\ufeff?Integration,Day,State,Compared,Platform as of,Session type,Class,/);
    expect(head).toMatch(/,Differing sessions,Hub: Sessions,.*,Difference: Rounds$/);
    const start = `Alpina,${day},Differs,20/11/2026 04:40,20/11/2026 04:39`;
    expect(lines).toEqual([
      `${start},Real sessions,Whole day,,10,0,100.00,0.00,0.00,0.00,0,11,0,112.34,-0.10,0.00,0.00,0,1,0,12.34,-0.10,0.00,0.00,0`,
      `${start},Real sessions,Missing here,1,,,,,,,,,,,,,,,1,0,12.30,0.00,0.00,0.00,0`,
      `${start},Real sessions,Quarantined,1,,,,,,,,,,,,,,,0,0,0.00,-0.10,0.00,0.00,0`,
      `${start},Real sessions,Unexplained,,,,,,,,,,,,,,,,0,0,0.04,0.00,0.00,0.00,0`,
      `${start},Fun sessions,Whole day,,0,0,0.00,0.00,0.00,0.00,0,0,0,0.00,0.00,0.00,0.00,0,0,0,0.00,0.00,0.00,0.00,0`,
      `Alpina,2026-11-12,Not compared,,,,,${','.repeat(21)}`,
      // Of the days that were compared.
      'Alpina,Total,,,,Real sessions,Whole days,,10,0,100.00,0.00,0.00,0.00,0,11,0,112.34,-0.10,0.00,0.00,0,1,0,12.34,-0.10,0.00,0.00,0',
      'Alpina,Total,,,,Fun sessions,Whole days,,0,0,0.00,0.00,0.00,0.00,0,0,0,0.00,0.00,0.00,0.00,0,0,0,0.00,0.00,0.00,0.00,0',
    ]);
  });

  it('offers no comparison to those who may not start one', async () => {
    renderPage({}, { as: 'integration_admin', answers: { getReconciliation: untouched } });
    expect(await screen.findByText('Not compared yet. The first comparison runs tonight.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Compare days' })).toBeNull();
  });

  it('lists the days that are not equal, the latest first, and goes back and forth by months', async () => {
    const { user, onSearch } = renderPage();
    const list = await screen.findByRole('table', { name: 'Days that differ' });
    const rows = await within(list).findAllByRole('row', { name: /^Alpina/ });
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
      'Alpina, 11/11/2026',
      'Alpina, 10/11/2026',
    ]);
    expect(screen.getByRole('button', { name: 'Month after' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Month before' }));
    expect(onSearch).toHaveBeenCalledWith({ from: '2026-10-01', to: '2026-10-31' });
  });

  it('opens on the days that every night compares, and on the month of a day that is linked to', async () => {
    const nightly = { from: addDays(today(), -31), to: addDays(today(), -1) };
    const bare = renderPage();
    await screen.findByRole('table', { name: 'By integration and day' });
    expect(bare.last('getReconciliation')?.query).toEqual(nightly);
    bare.unmount();
    const linked = renderPage(opened);
    await screen.findByRole('table', { name: 'By integration and day' });
    expect(linked.last('getReconciliation')?.query).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    linked.unmount();
    const before = renderPage({ to: '2026-11-10' });
    await screen.findByRole('table', { name: 'By integration and day' });
    expect(before.last('getReconciliation')?.query).toEqual({ to: '2026-11-10' });
  });

  it('has the difference of a bet beneath the name on a phone, of the total too', async () => {
    setViewport(390);
    renderPage();
    const table = await screen.findByRole('table', { name: 'By integration and day' });
    await within(table).findByRole('row', { name: /^Total/ });
    const names = within(table)
      .getAllByRole('rowheader')
      .map((name) => name.textContent?.replaceAll('\u00a0', ' '));
    expect(names).toEqual(['AAlpina12,34 €', 'BBaltica–', 'Total12,34 €']);
    expect(within(table).queryByRole('columnheader', { name: 'Win' })).toBeNull();
  });

  it('compares chosen days and integrations, and names a field that is refused', async () => {
    const refusal = new Refusal(422, 'x', {
      code: 'validation',
      fields: { to: 'This day is not over yet.' },
    });
    const { user, last, onStarted, unmount } = renderPage({}, { answers: { compareDays: refusal } });
    await user.click(await screen.findByRole('button', { name: 'Compare days' }));
    const dialog = await screen.findByRole('dialog', { name: 'Compare with the platforms' });
    await user.click(within(dialog).getByRole('button', { name: 'Compare' }));
    expect(await within(dialog).findByText('This day is not over yet.')).toBeVisible();
    expect(onStarted).not.toHaveBeenCalled();
    expect(last('compareDays')?.body).toEqual({ from: '2026-10-20', to: '2026-11-19' });
    unmount();
  });

  it('gives an administrator of an integration nothing to start', async () => {
    renderPage(opened, { as: 'integration_admin' });
    expect(await screen.findByRole('button', { name: 'Open ticket' })).toBeVisible();
    for (const name of ['Compare days', 'Fetch again', 'Compare sessions'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the proof of completeness', () => {
  it('is a document of the last whole month, before days are chosen', async () => {
    const { last } = renderPage({});
    await waitFor(() => expect(last('getReconciliationProof')?.query).toEqual({ month: '2026-10' }));
  });

  it('is a document of the month that the days chosen end in, in both languages', async () => {
    const { last } = renderPage({ from: '2026-11-01', to: '2026-11-10' });
    expect(await screen.findByText('Proof of completeness, November 2026')).toBeVisible();
    expect(last('getReconciliationProof')?.query).toEqual({ month: '2026-11' });
    expect(screen.getByRole('link', { name: 'PDF, Italian' })).toHaveAttribute('href', '/p/it');
  });
});

describe('a day', () => {
  it('has both sides, the classes with their exact total, and what they leave unexplained', async () => {
    renderPage(opened);
    const panel = await screen.findByRole('dialog', { name: 'Alpina, 10/11/2026' });
    const real = await within(panel).findByRole('table', { name: 'Real sessions' });
    expect(within(real).getByRole('row', { name: /^Bet/ })).toHaveTextContent('Bet100,00 €112,34 €12,34 €');
    expect(within(panel).queryByRole('table', { name: 'Fun sessions' })).toBeNull();
    const why = within(panel).getByRole('table', { name: 'Why it differs' });
    expect(within(why).getByRole('row', { name: 'Unexplained' })).toHaveTextContent('0,04 €');
    expect(within(why).getByRole('row', { name: /^Total/ })).toHaveTextContent('Total212,34 €−0,10 €');
    expect(within(panel).getByText('1 row of the feed is unreadable.')).toBeVisible();
  });

  it('lists the sessions of a chosen class, with the reason and the way to the quarantined row', async () => {
    const { user, onSearch } = renderPage(opened);
    const list = await screen.findByRole('table', { name: 'Sessions that differ' });
    expect(await within(list).findByRole('link', { name: 'Show row' })).toHaveAttribute(
      'href',
      '/quarantine?integration=1&row=77',
    );
    expect(within(list).getByRole('link', { name: 'Open session A-2' })).toHaveAttribute(
      'href',
      '/session/0190a7de-0000-7000-8000-000000000002',
    );
    const why = screen.getByRole('table', { name: 'Why it differs' });
    await user.click(within(why).getByRole('row', { name: 'Quarantined' }));
    expect(onSearch).toHaveBeenCalledWith({ to: undefined, ...opened, class: 'quarantined' });
  });

  it('is fetched again, and compared again, as jobs', async () => {
    const { user, last, onStarted } = renderPage(opened);
    await user.click(await screen.findByRole('button', { name: 'Fetch again' }));
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('j-3'));
    expect(last('refetchDay')?.path).toBe(`/api/reconciliation/1/${day}/fetch`);
    await user.click(screen.getByRole('button', { name: 'Compare sessions' }));
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('j-1'));
    expect(last('compareDays')?.body).toEqual({ from: day, to: day, integrationIds: [1] });
  });

  it('becomes a ticket with its evidence', async () => {
    const { user, onTicket } = renderPage(opened);
    await user.click(await screen.findByRole('button', { name: 'Open ticket' }));
    await waitFor(() => expect(onTicket).toHaveBeenCalled());
    const ticket = takePreparedTicket();
    expect(ticket).toMatchObject({ title: 'Reconciliation: Alpina, 10/11/2026', integrationId: 1 });
    for (const part of ['112,34\u00a0€', 'Missing here', 'Unexplained', 'A-1', 'A-2'])
      expect(ticket?.description).toContain(part);
    // What is summed by session type says of which.
    for (const part of ['Missing here: Real sessions', 'Unexplained: Real sessions'])
      expect(ticket?.description).toContain(part);
    // Once: the next form is empty.
    expect(takePreparedTicket()).toBeNull();
  });

  it('is a file of its sessions, whose texts no spreadsheet runs', async () => {
    const { user } = renderPage(opened);
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(downloads.download).toHaveBeenCalled());
    const [blob, name] = vi.mocked(downloads.download).mock.calls.at(-1) ?? [];
    expect([name, (blob as Blob).type]).toEqual([
      `reconciliation-alpina-${day}.csv`,
      'text/csv;charset=utf-8',
    ]);
    const lines = csvOf([
      { ...(sessions[0] as DifferingSession), sessionId: '=1+1', reason: 'a "b", c' },
    ]).split('\r\n');
    expect(lines[0]).toMatch(/^class,sessionId,sessionType,ourDay,platformDay,ours.sessions,/);
    expect(lines[1]).toMatch(/^missingHere,'=1\+1,real,,2026-11-10,,,,,,,,1,0,12\.30,/);
    expect(lines[1]).toMatch(/,"a ""b"", c"$/);
  });

  it('says why it could not be compared, and that older figures stand', async () => {
    const failed = {
      ...detail,
      state: 'failed',
      failedAt: '2026-11-20T04:00:00.000Z',
      reason: 'The data service refused the token (401).',
      reasonDetail: { code: 'services.tokenRefused', values: { service: 'data', status: 401 } },
    };
    renderPage(opened, { answers: { getReconciledDay: failed } });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('05:00');
    expect(alert).toHaveTextContent('401');
    expect(alert).toHaveTextContent('The figures are those of the comparison before.');
  });

  it('fits a phone', async () => {
    setViewport(390);
    renderPage(opened);
    expect(await screen.findByRole('dialog', { name: 'Alpina, 10/11/2026' })).toBeVisible();
  });
});

it('reads its address, and leaves out what is not of it', () => {
  expect(
    readReconciliationSearch({ to: '2026-11-01', integration: '4', day, class: 'amount', page: '2' }),
  ).toEqual({
    to: '2026-11-01',
    integration: 4,
    day,
    class: 'amount',
    page: 2,
  });
  const month = { from: '2026-10-01', to: '2026-10-31' };
  expect(readReconciliationSearch(month)).toEqual(month);
  expect(readReconciliationSearch({ from: '2026-11-01', to: '2026-10-31' })).toEqual({ to: '2026-10-31' });
  expect(readReconciliationSearch({ from: '2026-11-01' })).toEqual({});
  expect(readReconciliationSearch({ to: 'x', integration: '0', class: 'other', page: 'z' })).toEqual({});
});
