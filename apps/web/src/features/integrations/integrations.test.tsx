import { messageOf, textMessage } from '@ludus/contract';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jobStore, noJob } from '../../domain/job/jobs.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aCoverage, anIntegrationCoverage } from '../../test/coverage.ts';
import { aCounted, aJob, aStatus } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { someStatistics, someTotals } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { IntegrationsPage } from './pages/integrations-page.tsx';
import { filterAndSort, type IntegrationsSearch, readIntegrationsSearch, sortOf } from './search.ts';

const rows = [
  aCounted(1, 'Alpina', { gameCount: 12, operatorCount: 4, userCount: 5 }),
  aCounted(2, 'Baltica', { gameCount: 30, operatorCount: 2, userCount: 1, version: 'GAI-INTERNATIONAL' }),
  aCounted(3, 'Cortina', { gameCount: 0, operatorCount: 9, userCount: 0 }),
];

const today = [
  {
    integrationId: 1,
    integrationName: 'Alpina',
    grandTotals: someTotals({ sessionsTotal: 48, grosswin: 120.5 }),
  },
];

const openCounts = {
  at: '2026-11-20T14:00:00Z',
  rows: [
    {
      integration: { id: 1, name: 'Alpina' },
      cells: [
        { age: 'under10m', count: 3, bet: 40 },
        { age: 'under21d', count: 2, bet: 11.5 },
      ],
    },
  ],
};

function renderList(answers: Record<string, unknown> = {}, search: IntegrationsSearch = {}) {
  const calls = answerCalls({
    listIntegrationsWithCounts: { rows },
    listServiceStatuses: { rows: [aStatus(1), aStatus(2, { play: 'failing' })] },
    getStatistics: { ...someStatistics(), integrations: today },
    countOpenSessions: openCounts,
    getCoverage: aCoverage(),
    ...answers,
  });
  const handlers = { onSearch: vi.fn(), onOpen: vi.fn(), onAdd: vi.fn() };
  const ui = (given: IntegrationsSearch) => (
    <>
      <Notifications />
      <IntegrationsPage search={given} {...handlers} />
    </>
  );
  const view = renderScreen(ui(search));
  return { ...view, ...handlers, calls, show: (given: IntegrationsSearch) => view.rerender(ui(given)) };
}

const names = () =>
  screen
    .getAllByRole('row')
    .map((row) => row.getAttribute('aria-label'))
    // Head and totals have none.
    .filter((name) => name !== null);

describe('integrations list', () => {
  it('adds up what can be, under all of them and under none that are searched for', async () => {
    const { show } = renderList({});
    await screen.findByRole('row', { name: 'Open Alpina' });
    const total = await screen.findByRole('row', { name: /^Total/ });
    expect(
      within(total)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Total',
      '',
      '',
      '15',
      '6',
      '',
      '405 open, any day',
      '100,25\u00a0€',
      '100,25\u00a0€RTP 89,98%',
    ]);
    show({ search: 'alp' });
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Total/ })).toBeNull());
  });

  beforeEach(() => {
    jobStore.set(noJob);
    notifications.clean();
  });

  it('[INT-01][INT-05][API-041] shows name, address and the three counts, and each service in words', async () => {
    renderList();
    const row = await screen.findByRole('row', { name: 'Open Alpina' });
    expect(row.textContent).toContain('http://play.alpina.example');
    expect(await within(row).findByText('All healthy')).toBeVisible();
    await within(row).findByText('48');
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(2)
        .map((cell) => cell.textContent),
    ).toEqual([
      '20/11/2026',
      '4',
      '5',
      '12',
      '485 open, any day',
      '120,50\u00a0€',
      '120,50\u00a0€RTP 89,98%',
    ]);
    const baltica = screen.getByRole('row', { name: 'Open Baltica' });
    expect(await within(baltica).findByRole('img', { name: 'Play: failing' })).toBeVisible();
    expect(within(baltica).getByRole('img', { name: 'Data: healthy' })).toBeVisible();
    const cortina = screen.getByRole('row', { name: 'Open Cortina' });
    expect(within(cortina).getByRole('img', { name: 'Play: not checked yet' })).toHaveTextContent('Play');
    expect(
      within(cortina)
        .getAllByRole('cell')
        .slice(6)
        .map((cell) => cell.textContent),
    ).toEqual(['00 open, any day', '0,00\u00a0€', '0,00\u00a0€RTP N/A']);
  });

  it('says in which money the figures are', async () => {
    renderList();
    expect(await screen.findByText('3 integrations. Figures in real money')).toBeVisible();
  });

  it('[INT-04] marks the international version with a lightning that has a name, and no other', async () => {
    renderList();
    await screen.findByRole('row', { name: 'Open Baltica' });
    expect(screen.getAllByRole('img', { name: 'International version' })).toHaveLength(1);
    const baltica = screen.getByRole('row', { name: 'Open Baltica' });
    expect(within(baltica).getByRole('img', { name: 'International version' })).toBeVisible();
  });

  it('[INT-03] begins with most games first; every header sorts and writes the order into the URL', async () => {
    const { user, onSearch, show } = renderList();
    await screen.findByRole('row', { name: 'Open Alpina' });
    expect(names()).toEqual(['Open Baltica', 'Open Alpina', 'Open Cortina']);
    for (const header of ['Name', 'Services', 'Operators', 'Users', 'Games', 'Sessions today'])
      await user.click(screen.getByRole('button', { name: header }));
    expect(onSearch.mock.calls.map(([search]) => `${search.sort} ${search.direction}`)).toEqual([
      'name asc',
      'services desc',
      'operators desc',
      'users desc',
      'games asc',
      'sessionsToday desc',
    ]);
    show({ sort: 'operators' });
    expect(names()).toEqual(['Open Cortina', 'Open Alpina', 'Open Baltica']);
    show({ sort: 'name', direction: 'desc' });
    expect(names()).toEqual(['Open Cortina', 'Open Baltica', 'Open Alpina']);
  });

  it('[INT-02] finds by name and by address, in the URL as it is typed', async () => {
    const { user, onSearch } = renderList();
    await screen.findByRole('row', { name: 'Open Alpina' });
    await user.type(screen.getByRole('textbox', { name: 'Search integrations' }), 'play.cort');
    expect(onSearch).toHaveBeenLastCalledWith({ search: 'play.cort' }, true);
    expect(names()).toEqual(['Open Cortina']);
    await user.clear(screen.getByRole('textbox', { name: 'Search integrations' }));
    await user.type(screen.getByRole('textbox', { name: 'Search integrations' }), 'zzz');
    expect(screen.getByText('Nothing to show')).toBeVisible();
  });

  it('[INT-06] opens on a click and with Enter', async () => {
    const { user, onOpen } = renderList();
    // All figures are there: cells are drawn anew with the totals of their columns.
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /^Total/ }).textContent).toMatch(
        /^Total156405 open, any day100,25.*89,98%$/,
      ),
    );
    await user.click(screen.getByText('Cortina'));
    expect(onOpen).toHaveBeenLastCalledWith(3);
    screen.getByRole('row', { name: 'Open Alpina' }).focus();
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenLastCalledWith(1);
  });

  it('has the figures of today in one column where two would be out of sight', async () => {
    setViewport(768);
    renderList();
    await screen.findByRole('row', { name: 'Open Alpina' });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Services',
      'Updated',
      'Operators',
      'Games',
      'Gross win today',
    ]);
    expect(screen.getByRole('row', { name: 'Open Alpina' }).textContent).toMatch(/\d users?.*\d sessions?/);
  });

  it('[INT-06] is a list of buttons on a phone', async () => {
    setViewport(390);
    const { user, onOpen } = renderList();
    await user.click(await screen.findByRole('button', { name: /Baltica/ }));
    expect(onOpen).toHaveBeenLastCalledWith(2);
  });

  it('[INT-08] has a button that leads to a new one', async () => {
    const { user, onAdd } = renderList();
    await user.click(screen.getByRole('button', { name: 'Add integration' }));
    expect(onAdd).toHaveBeenCalled();
  });

  it('[ERR-068] says that there are none', async () => {
    renderList({ listIntegrationsWithCounts: { rows: [] } });
    expect(await screen.findByText('Nothing to show')).toBeVisible();
  });

  it('[ERR-032] says that the server failed, and loads again on Reload', async () => {
    let fails = true;
    const { user } = renderList({
      listIntegrationsWithCounts: () => (fails ? new Refusal(500) : { rows }),
    });
    expect(await screen.findByText('Server error, reload to try again')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('row', { name: 'Open Alpina' })).toBeVisible();
  });

  it('[ERR-033] stays usable when the health of the services cannot be read', async () => {
    renderList({ listServiceStatuses: new Refusal(500) });
    expect(await screen.findByRole('row', { name: 'Open Alpina' })).toBeVisible();
    expect(await screen.findByRole('link', { name: /Alpina.*2 sessions open/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[INT-07][API-042][ERR-020] synchronises in the background and says when it is done', async () => {
    let state: 'active' | 'completed' = 'active';
    const { user, calls } = renderList({
      synchroniseIntegrations: { jobId: 'j1' },
      getJob: () => aJob(state),
    });
    await screen.findByRole('row', { name: 'Open Alpina' });
    await user.click(screen.getByRole('button', { name: 'Sync integrations' }));
    await waitFor(() => expect(jobStore.get()).toMatchObject({ status: 'called', jobId: 'j1' }));
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === 'getJob')).toBe(true));
    expect(screen.queryByText('Integrations synchronized successfully!')).toBeNull();
    state = 'completed';
    jobStore.set((before) => ({ ...before, status: 'ended' }));
    expect(await screen.findByText('Integrations synchronized successfully!')).toBeVisible();
    // The counts may have changed.
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === 'listIntegrationsWithCounts')).toHaveLength(2),
    );
  });

  it('[ERR-021] says that it failed and why, also when the job is only found failed', async () => {
    const { user } = renderList({
      synchroniseIntegrations: { jobId: 'j1' },
      getJob: aJob('failed', {
        error: 'Failed to synchronize integrations: Baltica. The play service did not answer.',
        errorDetail: messageOf('jobs.synchronizeAllFailed', {
          failure: messageOf('jobs.synchronizeFailure', {
            names: 'Baltica',
            reasons: [textMessage('The play service did not answer.')],
          }),
        }),
      }),
    });
    await user.click(screen.getByRole('button', { name: 'Sync integrations' }));
    expect(await screen.findByText('Failed to synchronize integrations')).toBeVisible();
    expect(screen.getByText('Baltica. The play service did not answer.')).toBeVisible();
  });

  it('[ERR-021] says so when the job cannot be begun', async () => {
    const { user } = renderList({ synchroniseIntegrations: new Refusal(503, 'busy') });
    await user.click(screen.getByRole('button', { name: 'Sync integrations' }));
    expect(await screen.findByText('Failed to synchronize integrations')).toBeVisible();
  });

  it('[INT-03] takes what does not fit in the URL as absent', () => {
    expect(readIntegrationsSearch({ sort: 'size', direction: 'up', search: ' ' })).toEqual({
      search: undefined,
      sort: undefined,
      direction: undefined,
    });
    expect(sortOf({})).toEqual({ id: 'games', desc: true });
  });

  it('[INT-02][CONST-07] lists hundreds of integrations without a limit', () => {
    const many = Array.from({ length: 300 }, (_unused, index) => ({
      ...aCounted(index + 1, `Integration ${index + 1}`, { gameCount: index }),
      health: undefined,
    }));
    expect(filterAndSort(many, '', { id: 'games', desc: true })).toHaveLength(300);
    expect(filterAndSort(many, '', { id: 'name', desc: false })[9]?.name).toBe('Integration 10');
  });
});

describe('what needs attention', () => {
  const list = () => screen.findByRole('list', { name: 'Needs attention' });
  const words = async () =>
    within(await list())
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it('names what fails, is late, in quarantine, different or open for long, with the way to where it is mended', async () => {
    renderList({
      listServiceStatuses: {
        rows: [
          aStatus(1, { isFetchLate: true }),
          aStatus(2, { integrationName: 'Baltica', play: 'failing', launch: 'failing' }),
          aStatus(3, { integrationName: 'Cortina', fetchedAt: null }),
        ],
      },
      getCoverage: aCoverage({
        integrations: [
          anIntegrationCoverage({
            quarantinedRows: 4,
            unreconciledDays: 1,
            latestUnreconciledDays: ['2026-11-18'],
          }),
        ],
      }),
    });
    await waitFor(async () =>
      expect(await words()).toEqual([
        ['BBalticaPlay, Launch are failing', '/integration/2'],
        ['CCortinaNot fetched yet', '/integration/3'],
        ['AAlpinaLate: last updated 20/11/2026 14:30', '/integration/1'],
        ['AAlpina4 rows in quarantine', '/quarantine?integration=1'],
        ['AAlpina1 day differs from the platform', '/reconciliation?integration=1&day=2026-11-18'],
        [
          'AAlpina2 sessions open for longer than a day',
          '/open-sessions?integrations=1&ages=under21d,under30d,over30d',
        ],
      ]),
    );
  });

  it('says so when there is nothing, and that it could not be read', async () => {
    const { unmount } = renderList({
      listServiceStatuses: { rows: [aStatus(1)] },
      countOpenSessions: { ...openCounts, rows: [] },
    });
    expect(await screen.findByText('Nothing needs attention.')).toBeVisible();
    unmount();
    renderList({ getCoverage: new Refusal(500), listServiceStatuses: { rows: [aStatus(1)] } });
    expect(await screen.findByText("Couldn't check the integrations.")).toBeVisible();
  });

  it('says once what several integrations have, with the count of each', async () => {
    const cells = [{ age: 'under21d' as const, count: 5, bet: 10 }];
    renderList({
      countOpenSessions: {
        ...openCounts,
        rows: [...openCounts.rows, { integration: { id: 2, name: 'Baltica' }, cells }],
      },
    });
    const row = (await screen.findByText('Sessions open for longer than a day')).closest('li');
    const links = within(row as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['BBaltica 5', 'AAlpina 2']);
    for (const link of links) expect(link).toHaveAccessibleDescription('Sessions open for longer than a day');
  });

  it('shows eight at first, the others on request', async () => {
    const { user } = renderList({
      listServiceStatuses: {
        rows: Array.from({ length: 10 }, (_unused, index) => aStatus(index + 1, { data: 'failing' })),
      },
    });
    await waitFor(async () => expect(await words()).toHaveLength(8));
    await user.click(await screen.findByRole('button', { name: 'Show 3 more' }));
    expect(await words()).toHaveLength(11);
  });
});
