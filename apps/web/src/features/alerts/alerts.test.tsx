import {
  type AlertDelivery,
  type AlertRuleView,
  type AlertSettings,
  defaultAlertRules,
  type Incident,
  type IncidentChart,
  type IncidentDetail,
  type IncidentPart,
  type IntegrationStatus,
  type PickedUser,
  plainRuleConfig,
  type Role,
} from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import * as toasts from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { bandOf } from './components/incident-chart.tsx';
import { AlertsPage } from './pages/alerts-page.tsx';
import { kindsIn, queryOf, statesIn } from './query.ts';
import { type AlertsSearch, readAlertsSearch } from './search.ts';

const alpina = { id: 3, name: 'Alpina' };
const statusOfAlpina: IntegrationStatus = {
  integration: alpina,
  checkedAt: null,
  nextCheckAt: '2026-11-20T15:00:00Z',
  services: [],
  uptime: null,
  days: [],
  outageId: null,
};

const aPart = (part: Partial<IncidentPart> = {}): IncidentPart => ({
  ruleKey: 'activity-integration',
  ruleName: null,
  level: 'integration',
  metric: 'sessionsTotal',
  integration: alpina,
  operator: null,
  game: null,
  openedAt: '2026-11-20T13:25:00.000Z',
  closedAt: null,
  value: 3,
  expected: 41,
  deviation: 92.7,
  ...part,
});
const anIncident = (part: Partial<Incident> = {}): Incident => ({
  id: 12,
  kind: 'activity',
  ruleName: null,
  integration: alpina,
  state: 'open',
  openedAt: '2026-11-20T13:25:00.000Z',
  closedAt: null,
  closedBy: null,
  closeReason: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  parts: 2,
  openParts: 2,
  lead: aPart(),
  ...part,
});
const closed = anIncident({
  id: 9,
  kind: 'metric',
  ruleName: 'Bet at night',
  integration: { id: 4, name: 'Baltica' },
  state: 'closed',
  closedAt: '2026-11-19T10:25:00.000Z',
  openedAt: '2026-11-19T08:25:00.000Z',
  closedBy: 'ada',
  closeReason: 'Known campaign',
  openParts: 0,
  parts: 1,
  lead: aPart({ metric: 'bet', value: 1234.5, expected: 600 }),
});
const detail: IncidentDetail = {
  ...anIncident(),
  allParts: [
    aPart(),
    aPart({
      ruleKey: 'activity-operator',
      level: 'operator',
      operator: { id: 31, name: 'Rifugio' },
      value: 1,
      expected: 20,
      deviation: 95,
    }),
  ],
  deliveries: [],
  events: [
    {
      id: 1,
      at: '2026-11-20T13:25:00.000Z',
      kind: 'opened',
      username: null,
      text: null,
      detail: {
        code: 'alerts.figureCompared',
        values: { metric: { code: 'alerts.metricSessions', values: {} }, value: 3, expected: 41 },
      },
    },
    {
      id: 2,
      at: '2026-11-20T14:00:00.000Z',
      kind: 'note',
      username: 'ada',
      text: 'Being called.',
      detail: null,
    },
  ],
};
const aDelivery: AlertDelivery = {
  id: '01980000-0000-7000-8000-000000000001',
  event: 'incident.opened',
  url: 'https://hooks.example/ludus',
  state: 'failed',
  attempts: 12,
  status: 503,
  reason: 'The receiver replied with status 503.',
  reasonDetail: { code: 'alerts.webhookStatus', values: { status: 503 } },
  createdAt: '2026-11-20T13:25:00.000Z',
  finishedAt: '2026-11-21T13:25:00.000Z',
};
const settings: AlertSettings = {
  recipients: null,
  sendsMail: true,
  webhookUrl: null,
  webhookSecret: null,
  maintenanceHours: 4,
  graceHours: 2,
  tests: [],
};
const chart: IncidentChart = {
  part: aPart(),
  rule: { ...plainRuleConfig, windowHours: 3, weeks: 8 },
  points: [12, 13, 14].map((hour) => ({
    at: `2026-11-20T${hour}:00:00.000Z`,
    value: 40 - hour,
    expected: 41,
    low: 12.3,
    high: null,
  })),
};
const rules: AlertRuleView[] = defaultAlertRules.map((rule) => ({
  ...rule,
  isDefault: true,
  isChanged: rule.key === 'fetch-late',
  updatedAt: null,
  updatedBy: null,
}));

const people: PickedUser[] = [
  {
    id: 1,
    userId: 'id-ada',
    username: 'ada',
    email: null,
    roles: ['ludus_admin'],
    integrationId: null,
    integration: null,
  },
  {
    id: 2,
    userId: 'id-gil',
    username: 'gil',
    email: null,
    roles: ['integration_admin'],
    integrationId: 3,
    integration: 'Alpina',
  },
];

/** A page of certificates that need action, in one state. */
const actions = (count = 0, rows: [name: string, until: string | null][] = []) => ({
  rows: rows.map(([name, until], index) => ({
    game: { id: index + 1, name, sub_name: null },
    jurisdiction: 'IT',
    state: 'expired',
    until,
    from: null,
    certificateId: null,
    integrations: [],
  })),
  count,
  totals: { expired: 3, expiring: 12, missing: 2 },
});

let shown: AlertsSearch = {};
function Page({ start }: { start: AlertsSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <AlertsPage search={search} onSearch={setSearch} />;
}

const nextEvaluationAt = '2026-11-20T15:25:00.000Z';
/** No incident, and the rules were never evaluated. */
const none = { rows: [], count: 0, evaluatedAt: null, evaluatedUntil: null, nextEvaluationAt, openCases: 0 };

function show(start: AlertsSearch = {}, answers: Record<string, unknown> = {}, role: Role = 'ludus_admin') {
  const calls = answerCalls({
    listIncidents: {
      rows: [anIncident(), closed],
      count: 2,
      evaluatedAt: '2026-11-20T14:25:00.000Z',
      evaluatedUntil: '2026-11-20T14:00:00.000Z',
      nextEvaluationAt,
      openCases: 0,
    },
    getIncident: detail,
    listStatus: { rows: [] },
    listTickets: [],
    getIncidentChart: chart,
    listAlertRules: { rows: rules },
    getAlertSettings: settings,
    listUsers: { rows: people },
    listRtpCases: { rows: [], count: 0 },
    listCertificateActions: actions(),
    listIntegrations: { rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica')] },
    ...answers,
  });
  const of = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page start={start} />, { role }), of };
}

afterEach(async () => {
  await setLanguage('en');
  shown = {};
});

describe('the incidents', () => {
  it('are listed with what is off, where, and how many alerts they have', async () => {
    show();
    const row = await screen.findByRole('row', { name: /Activity lost/ });
    const table = screen.getByRole('table', { name: 'Incidents' });
    expect(row).toHaveTextContent('Alpina');
    expect(row).toHaveTextContent('Sessions: 3');
    expect(row).toHaveTextContent('−93%, 41 expected');
    expect(row).toHaveTextContent('2 of 2');
    const other = within(table).getByRole('row', { name: /Bet at night/ });
    expect(other).toHaveTextContent('Bet: 1.234,50');
    expect(other).toHaveTextContent('2 h');
    expect(
      screen.getByText('Evaluated 20/11/2026 15:25, figures until 15:00. Next at 16:25'),
    ).toBeInTheDocument();
  });

  it('lead to an outage that goes on, from the list and from an incident of its integration', async () => {
    const { user, unmount } = show({}, { listStatus: { rows: [{ ...statusOfAlpina, outageId: 5 }] } });
    const href = '/status?integration=3&outage=5';
    expect(await screen.findByRole('link', { name: /^1 ongoing outage ?Alpina$/ })).toHaveAttribute(
      'href',
      href,
    );
    await user.click(screen.getByRole('row', { name: /Activity lost/ }));
    expect(await screen.findByRole('link', { name: 'Ongoing outage of Alpina' })).toHaveAttribute(
      'href',
      href,
    );
    expect(screen.getByRole('link', { name: 'Mute by a maintenance of Alpina' })).toHaveAttribute(
      'href',
      '/maintenances?view=new',
    );
    unmount();
    show({}, { listStatus: { rows: [statusOfAlpina] } });
    await screen.findByRole('table', { name: 'Incidents' });
    expect(screen.queryByRole('link', { name: /outage/ })).toBeNull();
  });

  it('lead to what waits elsewhere: open RTP cases, certificates that have ended, end soon or are missing', async () => {
    const { of } = show(
      {},
      {
        listRtpCases: { rows: [], count: 1 },
        listCertificateActions: ({ query }: { query: { state?: string } }) =>
          query.state === 'expired'
            ? actions(3, [['Ember', '2026-11-02']])
            : query.state === 'missing'
              ? actions(2, [
                  ['Dunes', null],
                  ['Falcon', null],
                ])
              : actions(12, [['Comet', '2026-12-01']]),
      },
    );
    for (const [name, href] of [
      ['1 open RTP case', '/rtp-monitor?view=cases'],
      [/^3 certificates expired ?Ember \(IT\) on 02\/11\/2026 …$/, '/certificates?view=action&need=expired'],
      [/^2 certificates missing ?Dunes \(IT\), Falcon \(IT\)$/, '/certificates?view=action&need=missing'],
      [
        /^12 certificates expire soon ?Comet \(IT\) on 01\/12\/2026 …$/,
        '/certificates?view=action&need=expiring',
      ],
    ] as const)
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
    expect(of('listRtpCases')[0]?.query).toMatchObject({ state: 'open' });
  });

  it('say nothing of what waits nowhere, and of what could not be counted', async () => {
    show({}, { listCertificateActions: new Refusal(500) });
    await screen.findByRole('table', { name: 'Incidents' });
    expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull();
  });

  it('open in a panel with chart, alerts and timeline, newest first', async () => {
    const { user, of } = show();
    await user.click(await screen.findByRole('row', { name: /Activity lost/ }));
    expect(shown.incident).toBe(12);
    const panel = await screen.findByRole('dialog', { name: 'Incident #12' });
    expect(await within(panel).findByRole('heading', { name: 'Activity lost: Alpina' })).toBeInTheDocument();
    await within(panel).findByText(/Each point sums the 3 hours before it/);
    const events = within(within(panel).getByRole('region', { name: 'Timeline' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(events).toEqual([
      '20/11/2026 15:00Note adaBeing called.',
      '20/11/2026 14:25OpenedSessions: 3, about 41 expected',
    ]);
    await user.click(within(panel).getByRole('row', { name: /Rifugio/ }));
    expect(shown.part).toBe(1);
    await waitFor(() => expect(of('getIncidentChart').at(-1)?.query).toMatchObject({ part: '1' }));
  });

  it('are taken charge of, noted on, and closed with a reason', async () => {
    const { user, of } = show(
      { incident: 12 },
      {
        acknowledgeIncident: detail,
        closeIncident: detail,
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Take charge' }));
    await waitFor(() => expect(of('acknowledgeIncident')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Close incident' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close this incident?' });
    await user.click(within(dialog).getByRole('button', { name: 'Close incident' }));
    expect(within(dialog).getByText('Say why it can be closed.')).toBeInTheDocument();
    expect(of('closeIncident')).toHaveLength(0);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Planned move');
    await user.click(within(dialog).getByRole('button', { name: 'Close incident' }));
    await waitFor(() => expect(of('closeIncident').at(-1)?.body).toEqual({ reason: 'Planned move' }));
  });

  it('offer nothing to do to those who may only read', async () => {
    show({ incident: 12 }, {}, 'ludus_manager');
    await screen.findByRole('heading', { name: 'Activity lost: Alpina' });
    expect(screen.queryByRole('button', { name: 'Take charge' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
  });

  it('say that nothing is unusual only once the rules have been evaluated', async () => {
    const at = '2026-11-20T13:00:00.000Z';
    show(
      {},
      {
        listIncidents: {
          rows: [],
          count: 0,
          evaluatedAt: at,
          evaluatedUntil: at,
          nextEvaluationAt,
          openCases: 0,
        },
      },
    );
    expect(await screen.findByText(/^Incidents found by active rules/)).toBeInTheDocument();
  });

  it('say so when there is none, and when none fits the filters', async () => {
    const { user } = show({ states: 'muted' }, { listIncidents: none });
    expect(await screen.findByText('No incident matches these filters.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Incidents found by active rules appear here.')).toBeInTheDocument();
    expect(screen.getByText('Not evaluated yet')).toBeInTheDocument();
    expect(screen.getByText('Rules are evaluated every hour, next at 16:25')).toBeInTheDocument();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('let administrators evaluate the rules at once, also again, and say what came of it', async () => {
    const run = {
      hours: 1,
      rules: 7,
      opened: 0,
      evaluatedAt: '2026-11-20T13:25:00.000Z',
      evaluatedUntil: '2026-11-20T13:00:00.000Z',
    };
    const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
    let hours = 1;
    const runs = { evaluateAlertRules: () => ({ ...run, hours: hours-- }) };
    const { user, of, unmount } = show({}, { listIncidents: none, ...runs });
    await user.click(await screen.findByRole('button', { name: 'Evaluate now' }));
    await waitFor(() => expect(of('evaluateAlertRules')).toHaveLength(1));
    await waitFor(() =>
      expect(told).toHaveBeenCalledWith('success', '7 rules checked up to 14:00: nothing found'),
    );
    unmount();
    const again = show({}, runs);
    await again.user.click(await screen.findByRole('button', { name: 'Evaluate now' }));
    await waitFor(() =>
      expect(told).toHaveBeenLastCalledWith(
        'success',
        '7 rules were already checked up to 14:00. Changes apply to the hour that ends next.',
      ),
    );
  });

  it('offer no evaluation to those who may only read', async () => {
    show({}, { listIncidents: none }, 'ludus_manager');
    expect(await screen.findByText('Not evaluated yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Evaluate now' })).toBeNull();
  });
});

describe('the rules', () => {
  it('say where they apply and when they alert', async () => {
    show({ tab: 'rules' });
    const table = await screen.findByRole('table', { name: 'Rules' });
    const row = await within(table).findByRole('row', { name: /Integration went quiet/ });
    expect(row).toHaveTextContent('Each integration');
    expect(row).toHaveTextContent('Sessions ≥ 70% and ≥ 12 below usual, in 3 h');
    expect(within(table).getByRole('row', { name: /Unusual wins/ })).toHaveTextContent(
      'RTP ≥ 2,3 times the usual and ≥ 2.000,00 € won above it, in 24 h',
    );
    expect(within(table).getByRole('row', { name: /Fetch is late/ })).toHaveTextContent('Changed');
  });

  it('say where they apply on a phone, too', async () => {
    setViewport(390);
    show({ tab: 'rules' });
    const rule = await screen.findByRole('button', { name: /Integration went quiet/ });
    expect(rule).toHaveTextContent('Each integration');
    expect(rule).toHaveTextContent('Sessions ≥ 70% and ≥ 12 below usual, in 3 h');
  });

  it('are changed in a dialog, with the limits of the call', async () => {
    const { user, of } = show({ tab: 'rules' }, { updateAlertRule: rules[0] });
    await user.click(await screen.findByRole('row', { name: /Integration went quiet/ }));
    const dialog = await screen.findByRole('dialog', { name: /^Rule: Integration went quiet/ });
    const percent = within(dialog).getByRole('textbox', { name: 'Deviation (%)' });
    await user.clear(percent);
    await user.type(percent, '55');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(of('updateAlertRule')).toHaveLength(1));
    expect(of('updateAlertRule')[0]?.body).toEqual({
      name: null,
      isEnabled: true,
      config: { ...rules[0]?.config, percent: 55 },
    });
  });

  it('end no further than they begin: the field says so, and nothing is sent', async () => {
    const { user, of } = show({ tab: 'rules' }, { updateAlertRule: rules[0] });
    await user.click(await screen.findByRole('row', { name: /Integration went quiet/ }));
    const dialog = await screen.findByRole('dialog', { name: /^Rule: Integration went quiet/ });
    const over = within(dialog).getByRole('textbox', { name: 'Over below (%)' });
    await user.clear(over);
    await user.type(over, '71');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(over).toHaveAccessibleDescription(
        /At most 70: above it, the alert would be over where it begins\./,
      ),
    );
    expect(of('updateAlertRule')).toHaveLength(0);
    await user.clear(over);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(over).toHaveAccessibleDescription(/Enter a number\./));
    await user.type(over, '70');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(of('updateAlertRule')).toHaveLength(1));
  });

  it('are turned off where they are listed', async () => {
    const { user, of } = show({ tab: 'rules' }, { updateAlertRule: rules[0] });
    await user.click(await screen.findByRole('switch', { name: 'Integration went quiet: On' }));
    await waitFor(() => expect(of('updateAlertRule')).toHaveLength(1));
    expect(of('updateAlertRule')[0]?.body).toEqual({
      name: null,
      isEnabled: false,
      config: rules[0]?.config,
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are turned off in the list of a phone, too', async () => {
    setViewport(390);
    const { user, of } = show({ tab: 'rules' }, { updateAlertRule: rules[0] });
    await user.click(await screen.findByRole('switch', { name: 'Integration went quiet: On' }));
    await waitFor(() => expect(of('updateAlertRule')).toHaveLength(1));
    expect(of('updateAlertRule')[0]?.body).toMatchObject({ isEnabled: false });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of people need a name', async () => {
    const { user, of } = show({ tab: 'rules' }, { createAlertRule: rules[0] });
    await user.click(await screen.findByRole('button', { name: 'New rule' }));
    const dialog = await screen.findByRole('dialog', { name: 'New rule' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Give the rule a name.')).toBeInTheDocument();
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Bet down');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(of('createAlertRule')[0]?.body).toMatchObject({ name: 'Bet down', config: { metric: 'bet' } }),
    );
  });

  it('are only read by those who may not change them', async () => {
    show({ tab: 'rules' }, {}, 'ludus_manager');
    await screen.findByText('Integration went quiet');
    expect(screen.queryByRole('button', { name: 'New rule' })).toBeNull();
  });
});

describe('a default rule that is off', () => {
  it('says why', async () => {
    show({ tab: 'rules' });
    const row = await screen.findByRole('row', { name: /RTP/ });
    expect(row).toHaveTextContent(/The RTP monitor already opens a case for this\./);
  });
});

describe('the settings', () => {
  it('say who is notified and where a webhook is, and are saved together', async () => {
    const { user, of } = show({ tab: 'settings' }, { updateAlertSettings: settings });
    await user.type(await screen.findByRole('textbox', { name: 'Address' }), ' https://hooks.example/ludus ');
    await user.click(screen.getByRole('switch', { name: 'Send emails too' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(of('updateAlertSettings')[0]?.body).toEqual({
        recipients: null,
        sendsMail: false,
        webhookUrl: 'https://hooks.example/ludus',
        maintenanceHours: 4,
        graceHours: 2,
      }),
    );
    expect(screen.queryByRole('button', { name: 'Send test' })).toBeNull();
  });

  it('send a test to the address that is saved, and show what became of it', async () => {
    const saved = {
      ...settings,
      webhookUrl: 'https://hooks.example/ludus',
      webhookSecret: 'ab12',
      tests: [{ ...aDelivery, event: 'test' }],
    };
    const { user, of } = show({ tab: 'settings' }, { getAlertSettings: saved, testAlertWebhook: saved });
    const table = await screen.findByRole('table', { name: 'Tests' });
    expect(within(table).getByRole('row', { name: /test/ })).toHaveTextContent(
      'The receiver replied with status 503.',
    );
    await user.click(screen.getByRole('button', { name: 'Send test' }));
    await waitFor(() => expect(of('testAlertWebhook')).toHaveLength(1));
  });

  it('are hidden from those who may only read', async () => {
    show({ tab: 'settings' }, {}, 'ludus_manager');
    expect(await screen.findByRole('tab', { name: 'Incidents' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull();
  });

  it('of a webhook stand on the incident with their state', async () => {
    show({ incident: 12 }, { getIncident: { ...detail, deliveries: [aDelivery] } });
    const table = await screen.findByRole('table', { name: 'Webhook calls' });
    expect(within(table).getByRole('row', { name: /incident.opened/ })).toHaveTextContent('Failed');
  });
});

describe('the address', () => {
  it('holds filters, page, tab and incident; what is none of them is passed over', () => {
    expect(
      readAlertsSearch({
        tab: 'rules',
        states: 'open,nothing',
        kinds: 'rtp',
        page: '3',
        incident: '12',
        part: '0',
      }),
    ).toEqual({
      tab: 'rules',
      states: 'open,nothing',
      kinds: 'rtp',
      integration: undefined,
      page: 3,
      incident: 12,
      part: 0,
    });
    expect(statesIn({ states: 'open,nothing' })).toEqual(['open']);
    expect(kindsIn({})).toEqual([]);
    expect(queryOf({ states: 'nothing' })).toEqual({ page: 1, limit: 50 });
  });
});

describe('the chart of an incident', () => {
  const t = ((key: string) => key) as Parameters<typeof bandOf>[2];
  it('has a line for the value, what was expected, and the limit that there is', () => {
    const { points, series } = bandOf(chart, false, t);
    expect(series.map(({ id, values }) => [id, values])).toEqual([
      ['value', [28, 27, 26]],
      ['expected', [41, 41, 41]],
      ['low', [12.3, 12.3, 12.3]],
    ]);
    expect(points[0]).toEqual({
      key: '2026-11-20T12:00:00.000Z',
      axis: '13:00',
      title: '20/11/2026 13:00',
      hour: 13,
    });
  });

  it('names a day by itself, not by the midnight that ends it', () => {
    const { points } = bandOf(
      { points: [{ ...chart.points[0], at: '2026-11-19T23:00:00.000Z' } as never] },
      true,
      t,
    );
    expect(points[0]).toMatchObject({ axis: '19/11', title: '19/11/2026' });
  });
});
