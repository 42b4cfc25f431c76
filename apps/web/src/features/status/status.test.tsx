import {
  type IntegrationStatus,
  type Maintenance,
  type Outage,
  type OutageDetail,
  type Role,
  type ServiceDay,
  type StatusPage as StatusOfIntegration,
  services,
  stateOfDay,
  uptimeOf,
} from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as downloads from '../../lib/download.ts';
import * as toasts from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { knownSince } from './outages.ts';
import { StatusPage } from './pages/status-page.tsx';
import { readStatusSearch, type StatusSearch } from './search.ts';

vi.spyOn(toasts, 'toast').mockReturnValue('');
const download = vi.spyOn(downloads, 'download').mockImplementation(() => {});

const alpina = { id: 1, name: 'Alpina' };
const statusOf = (id: number, name: string, states: IntegrationStatus['services'][number]['state'][]) => ({
  integration: { id, name },
  checkedAt: '2026-11-20T10:00:00Z',
  nextCheckAt: '2026-11-20T10:01:00Z',
  services: services.map((service, at) => ({
    service,
    state: states[at] ?? 'up',
    uptime: 0.99953,
    checkedDays: 2,
    upSeconds: 172_719,
    degradedSeconds: 0,
    downSeconds: 81,
    maintenanceSeconds: 0,
  })),
  uptime: 0.99953,
  days: [
    { day: '2026-11-19', state: 'up' as const },
    { day: '2026-11-20', state: states.includes('down') ? ('down' as const) : ('up' as const) },
  ],
  outageId: null,
});
const list: IntegrationStatus[] = [statusOf(1, 'Alpina', ['down']), statusOf(2, 'Baltica', [])];

const day = (name: string, part: Partial<ServiceDay> = {}): ServiceDay => ({
  day: name,
  state: 'up',
  checks: 1_440,
  failedChecks: 0,
  upSeconds: 86_400,
  degradedSeconds: 0,
  downSeconds: 0,
  maintenanceSeconds: 0,
  ...part,
});
const days = [
  day('2026-11-18', { state: 'unknown', checks: 0, upSeconds: 0 }),
  day('2026-11-19'),
  day('2026-11-20', { state: 'down', failedChecks: 9, upSeconds: 39_600, downSeconds: 3_600 }),
];
const outage: Outage = {
  id: 5,
  integration: alpina,
  services: ['gaming', 'data'],
  openedAt: '2026-11-20T09:00:00Z',
  closedAt: null,
  closedBy: null,
};
const page: StatusOfIntegration = {
  integration: alpina,
  checkedAt: '2026-11-20T10:00:00Z',
  nextCheckAt: '2026-11-20T10:01:00Z',
  from: '2026-11-18',
  to: '2026-11-20',
  services: services.map((service) => ({
    service,
    state: service === 'gaming' ? 'down' : 'up',
    uptime: uptimeOf(days),
    days,
  })),
  outages: [outage],
  files: { en: '/files/status/en', it: '/files/status/it' },
};
const detail: OutageDetail = {
  ...outage,
  openSessions: 12,
  figuresAsOf: '2026-11-20T08:50:00Z',
  audience: { integration: 3, provider: 2 },
  events: [
    {
      id: 1,
      at: '2026-11-20T09:00:00Z',
      kind: 'opened',
      service: 'gaming',
      username: null,
      textEn: null,
      textIt: null,
      detail: null,
      told: {
        notices: 3,
        mails: 2,
        people: [
          { username: 'admin', side: 'provider', hasNotice: true, hasMail: true },
          { username: 'alpina.admin', side: 'integration', hasNotice: true, hasMail: true },
          { username: 'alpina.guest', side: 'integration', hasNotice: true, hasMail: false },
          { username: 'lucia', side: 'integration', hasNotice: false, hasMail: true },
        ],
      },
    },
    {
      id: 2,
      at: '2026-11-20T09:10:00Z',
      kind: 'message',
      service: null,
      username: 'ada',
      textEn: 'We are changing a disk.',
      textIt: 'Stiamo cambiando un disco.',
      detail: null,
      told: null,
    },
  ],
};

let search: StatusSearch = {};
function Page({ start }: { start: StatusSearch }) {
  const [current, setCurrent] = useState(start);
  search = current;
  return <StatusPage search={current} onSearch={setCurrent} />;
}
function show(start: StatusSearch = {}, role: Role = 'ludus_admin', answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    listStatus: { rows: role.startsWith('ludus') ? list : list.slice(0, 1) },
    getStatusPage: page,
    getOutage: detail,
    listTickets: [],
    listUpcomingMaintenances: [],
    ...answers,
  });
  return { ...renderScreen(<Page start={start} />, { role }), calls };
}

beforeEach(() => {
  vi.mocked(toasts.toast).mockClear();
  download.mockClear();
});

describe('since when a history is known', () => {
  const of = (...states: ServiceDay['state'][]) =>
    knownSince(states.map((state, at) => ({ day: `2026-11-1${at}`, state })));

  it('is the first day with checks, where there are days without', () => {
    expect(of('unknown', 'unknown', 'up')).toBe('2026-11-12');
    expect(of('unknown', 'down', 'unknown', 'up')).toBe('2026-11-11');
  });

  it('is not said where all are known, or none', () => {
    expect(of('up', 'unknown', 'up')).toBeNull();
    expect(of('unknown', 'unknown')).toBeNull();
  });
});

describe('the status of all integrations', () => {
  it('shows how each service is, the worst of them on a phone, and leads to one', async () => {
    const { user, unmount } = show();
    const row = await screen.findByRole('row', { name: /Alpina/ });
    expect(row.textContent).toMatch(/Down.*99,953%over 2 days/);
    // Only the one that is down takes a word.
    expect(within(row).getAllByRole('img', { name: 'Up' })).toHaveLength(3);
    expect(screen.getByText('7 of 8 services up (down: 1), checked 11:00. Next check 11:01')).toBeVisible();
    expect(screen.getByText(/Data \(sessions and totals\), Play/)).toBeVisible();
    expect(within(row).getByRole('img', { name: /^Days with an outage: 1, .* up: 1$/ })).toBeVisible();
    await user.click(row);
    expect(search.integration).toBe(1);
    expect(await screen.findByRole('region', { name: 'Gaming' })).toBeVisible();
    unmount();
    setViewport(390);
    show();
    expect(await screen.findByText('Alpina')).toBeVisible();
    // The last one is of the legend.
    expect(screen.getAllByText(/^(Down|Up)$/).map(({ textContent }) => textContent)).toEqual([
      'Down',
      'Up',
      'Up',
    ]);
    expect(screen.getAllByText('99,953% uptime over 2 days')).toHaveLength(2);
    expect(screen.getAllByRole('img', { name: 'Down' })).toHaveLength(1);
    // The services of the one that is not up: those of the other say nothing more.
    expect(screen.getAllByRole('img', { name: 'Up' })).toHaveLength(3);
  });

  it('of all integrations are one file, with a row for each service and for all of them', async () => {
    const { user } = show();
    await screen.findByRole('table', { name: 'Status by integration' });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    const [blob, name] = download.mock.calls.at(-1) ?? [];
    expect(name).toBe('status-2026-11-19-2026-11-20.csv');
    const lines = (await (blob as Blob).text()).split('\r\n');
    expect(lines).toHaveLength(12);
    expect(lines.slice(0, 3)).toEqual([
      'integration,service,from,to,uptime_percent,checked_days,up_seconds,degraded_seconds,down_seconds,maintenance_seconds',
      'Alpina,all,2026-11-19,2026-11-20,99.953,2,690876,0,324,0',
      'Alpina,gaming,2026-11-19,2026-11-20,99.953,2,172719,0,81,0',
    ]);
  });

  it('says in one line that all are up', async () => {
    show({}, 'ludus_admin', { listStatus: { rows: list.slice(1) } });
    expect(await screen.findByText('All 4 services up, checked 11:00. Next check 11:01')).toBeVisible();
  });

  it('says of a maintenance of all services that they are in maintenance, and not that none is up', async () => {
    const all = statusOf(1, 'Alpina', ['maintenance', 'maintenance', 'maintenance', 'maintenance']);
    show({}, 'ludus_admin', { listStatus: { rows: [all] } });
    expect(
      await screen.findByText('All 4 services in maintenance, checked 11:00. Next check 11:01'),
    ).toBeVisible();
  });

  it('has a button to write about an outage that goes on in its row, for administrators of the provider', async () => {
    const answers = {
      listStatus: { rows: [{ ...list[0], outageId: 5 }, list[1]] },
      sendOutageMessage: detail,
    };
    const { user, calls, unmount } = show({}, 'ludus_admin', answers);
    const row = await screen.findByRole('row', { name: /Alpina/ });
    expect(screen.getAllByRole('button', { name: /^Send an update/ })).toHaveLength(1);
    await user.click(within(row).getByRole('button', { name: 'Send an update to Alpina' }));
    expect(search.integration).toBeUndefined();
    const dialog = await screen.findByRole('dialog', { name: 'Update to Alpina' });
    expect(
      await within(dialog).findByText(/It notifies 5 people: 3 at Alpina, 2 of the provider\.$/),
    ).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: 'English text' }), 'Soon over');
    await user.type(within(dialog).getByRole('textbox', { name: 'Italian text' }), 'Presto finito');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === 'sendOutageMessage')?.path).toBe(
        '/api/outages/5/messages',
      ),
    );
    unmount();
    show({}, 'ludus_manager', answers);
    await screen.findByRole('row', { name: /Alpina/ });
    expect(screen.queryByRole('button', { name: /^Send an update/ })).toBeNull();
  });

  it('reads its address, and passes over what is none', () => {
    expect(readStatusSearch({ integration: '2', outage: 'x' })).toEqual({
      integration: 2,
      outage: undefined,
    });
  });
});

describe('the maintenances of an integration', () => {
  const hour = 3_600_000;
  const at = (fromNow: number) => new Date(Date.now() + fromNow * hour).toISOString();
  const maintenance: Maintenance = {
    id: 4,
    date: at(-1),
    endsAt: at(2),
    isEndAssumed: false,
    kind: 'planned',
    description: 'New database servers',
    severity: 3,
    services: ['data', 'play'],
    games: [],
    createdAt: at(-500),
    changedAt: null,
    sequence: 0,
    cancelledAt: null,
    cancelReason: null,
    integrations: [],
  };

  it('says what runs and what is to come, with times, services and severity', async () => {
    const coming = { ...maintenance, id: 5, date: at(60), endsAt: at(64), isEndAssumed: true, services: [] };
    const over = { ...maintenance, id: 6, endsAt: at(-0.5), description: 'Over by now' };
    const { calls } = show({}, 'integration_admin', {
      listUpcomingMaintenances: [over, maintenance, { ...coming, description: 'Release', severity: 4 }],
    });
    const table = within(await screen.findByRole('table', { name: 'Upcoming maintenances' }));
    const running = within(screen.getByRole('table', { name: 'Maintenances in progress' }));
    const [, first] = running.getAllByRole('row');
    const [, second, ...others] = table.getAllByRole('row');
    expect(first).toHaveTextContent(/New database serversData, PlayHighRunning$/);
    expect(second).toHaveTextContent(/ReleaseAll servicesCriticalAnnounced$/);
    expect(others).toEqual([]);
    expect(calls.find(({ endpoint }) => endpoint === 'listUpcomingMaintenances')?.query).toEqual({
      integrationId: '1',
    });
  });

  it('take no room while there are none', async () => {
    show({}, 'integration_admin');
    expect(await screen.findByRole('region', { name: 'Gaming' })).toBeVisible();
    expect(screen.queryByText('Upcoming maintenances')).toBeNull();
  });
});

describe('the conformance of an own platform', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const report = { startedAt: at, finishedAt: at, withWrites: false, passed: 0, failed: 0, skipped: 0 };
  const run = {
    id: '00000000-0000-4000-8000-000000000001',
    jobId: '00000000-0000-4000-8000-000000000002',
    state: 'completed' as const,
    username: 'admin',
    withWrites: false,
    requestedAt: '2026-11-20T10:00:00.000Z',
    finishedAt: '2026-11-20T10:01:00.000Z',
    passed: 0,
    failed: 0,
    skipped: 0,
    error: null,
  };
  const last = { run, report: { ...report, results: [] } };
  const answers = { getConformance: { runs: [run], last, before: null } };

  it('is read by the people of the integration, with whose checks they are, and not run', async () => {
    const { user, calls } = show({}, 'integration_admin', answers);
    await user.click(await screen.findByRole('tab', { name: 'Conformance' }));
    expect(search).toEqual({ view: 'conformance' });
    expect(await screen.findByText('20/11/2026 11:00, run by the provider (admin)')).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === 'getConformance')?.path).toBe(
      '/api/integrations/1/conformance',
    );
    expect(screen.queryByRole('button', { name: 'Run the checks' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Services' }));
    expect(await screen.findByRole('region', { name: 'Gaming' })).toBeVisible();
    expect(search.view).toBeUndefined();
  });

  it('opens by its address, and says that no one has run the checks yet', async () => {
    show(readStatusSearch({ view: 'conformance' }), 'integration_admin', {
      getConformance: { runs: [], last: null, before: null },
    });
    expect(await screen.findByText('The checks have not been run yet')).toBeVisible();
  });

  it('is on the page of the integration for the provider', async () => {
    show({ integration: 1, view: 'conformance' });
    expect(await screen.findByRole('region', { name: 'Gaming' })).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});

describe('the status of an integration', () => {
  it('is at once its own for its people, with days, uptime and outages', async () => {
    show({}, 'integration_admin');
    const gaming = await screen.findByRole('region', { name: 'Gaming' });
    expect(gaming.textContent).toContain('97,222% uptime over 2 days');
    expect(within(gaming).getByRole('img')).toHaveAccessibleName(
      'Days with an outage: 1, degraded: 0, maintenance: 0, up: 1',
    );
    expect(gaming.querySelectorAll('[data-hint]')[2]?.getAttribute('data-hint')).toBe(
      '20/11/2026: Outage\n91,667% uptime\nOutage: 1 h 0 min',
    );
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(await screen.findByRole('row', { name: /Outage 5/ })).toBeVisible();
  });

  it('is a report as PDF, in the language of the reader', async () => {
    show({ integration: 1 });
    expect(await screen.findByRole('link', { name: 'Uptime report, PDF' })).toHaveAttribute(
      'href',
      '/files/status/en',
    );
  });

  it('is saved as CSV, a row for each service and day with checks', async () => {
    const { user } = show({ integration: 1 });
    await screen.findByRole('region', { name: 'Gaming' });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    const [file, name] = download.mock.calls[0] ?? [];
    expect(name).toBe('status-alpina-2026-11-18-2026-11-20.csv');
    const lines = (await (file as Blob).text()).split('\r\n');
    expect(lines).toHaveLength(1 + 4 * 2 + 1);
    expect(lines[2]).toBe('Alpina,gaming,2026-11-20,down,91.667,1440,9,39600,0,3600,0');
  });

  it('says at the top what goes on and what was written last; the provider writes the next there', async () => {
    const { user, unmount } = show({}, 'integration_admin');
    const own = await screen.findByText('Ongoing outage: Gaming, Data');
    const note = within(own.closest('[role="status"]') as HTMLElement);
    expect(await note.findByText('Last update 10:10: We are changing a disk.')).toBeVisible();
    expect(note.queryByRole('button', { name: 'Send an update' })).toBeNull();
    await user.click(note.getByRole('button', { name: 'Timeline' }));
    expect(search.outage).toBe(5);
    unmount();
    show({ integration: 1 });
    await user.click(await screen.findByRole('button', { name: 'Send an update' }));
    expect(await screen.findByRole('dialog', { name: 'Update to Alpina' })).toBeVisible();
  });

  it('says so when it cannot be read', async () => {
    show({ integration: 1 }, 'ludus_admin', { getStatusPage: new Refusal(500) });
    expect(await screen.findByRole('alert')).toBeVisible();
  });
});

describe('an outage', () => {
  it('shows what it touches and what has happened, and an integration is offered nothing to do', async () => {
    show({ outage: 5 }, 'integration_admin');
    const panel = await screen.findByRole('dialog', { name: 'Outage 5' });
    expect(await within(panel).findByText('We are changing a disk.')).toBeVisible();
    expect(within(panel).getByRole('link', { name: '12' })).toHaveAttribute(
      'href',
      '/open-sessions?integrations=1',
    );
    expect(within(panel).queryByRole('button', { name: 'Send an update' })).toBeNull();
  });

  it('says to the provider who was told, and how', async () => {
    const { user } = show({ integration: 1, outage: 5 });
    const summary = await screen.findByText('4 people notified, emails: 3');
    await user.click(summary);
    const sides = [...(summary.parentElement?.querySelectorAll('dl > div') ?? [])];
    expect(sides.map((side) => [...side.children].map(({ textContent }) => textContent))).toEqual([
      ['Alpina', 'alpina.admin, alpina.guest (no email), lucia (email only)'],
      ['Of the provider', 'admin'],
    ]);
  });

  it('is told in both languages, and ended by hand, by administrators of the provider', async () => {
    const { user, calls } = show({ integration: 1, outage: 5 }, 'ludus_admin', {
      sendOutageMessage: detail,
      closeOutage: detail,
    });
    const panel = await screen.findByRole('dialog', { name: 'Outage 5' });
    await user.click(await within(panel).findByRole('button', { name: 'Send an update' }));
    const dialog = await screen.findByRole('dialog', { name: 'Update to Alpina' });
    expect(within(dialog).getByText(/^Both texts are required\./)).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: 'English text' }), 'Soon over');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(within(dialog).getByText('Write the message.')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: 'Italian text' }), 'Presto finito');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(toasts.toast).toHaveBeenCalledWith('success', 'Update sent'));
    expect(calls.find(({ endpoint }) => endpoint === 'sendOutageMessage')?.body).toEqual({
      textEn: 'Soon over',
      textIt: 'Presto finito',
    });
    await user.click(await screen.findByRole('button', { name: 'End outage' }));
    const asked = await screen.findByRole('dialog', { name: 'End the outage of Alpina?' });
    await user.click(within(asked).getByRole('button', { name: 'End outage' }));
    await waitFor(() => expect(toasts.toast).toHaveBeenCalledWith('success', 'Outage ended'));
  });

  it('leaves a day without colour for a few seconds only', () => {
    const none = { upSeconds: 86_000, degradedSeconds: 0, downSeconds: 0, maintenanceSeconds: 0 };
    expect(stateOfDay({ ...none, degradedSeconds: 299 })).toBe('up');
    expect(stateOfDay({ ...none, degradedSeconds: 300 })).toBe('degraded');
    expect(stateOfDay({ ...none, maintenanceSeconds: 60 })).toBe('maintenance');
    expect(stateOfDay({ ...none, downSeconds: 1, maintenanceSeconds: 60 })).toBe('down');
    expect(stateOfDay({ ...none, upSeconds: 0 })).toBe('unknown');
    expect(uptimeOf([none, { ...none, downSeconds: 86_000, upSeconds: 0 }])).toBe(0.5);
    expect(uptimeOf([])).toBeNull();
  });
});
