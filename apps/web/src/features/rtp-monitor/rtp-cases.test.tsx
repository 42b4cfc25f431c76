import type { RtpCase, RtpCaseRow, RtpCheck, RtpEvidence } from '@ludus/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as toasts from '../../lib/toast.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aGame } from '../../test/games.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { RtpMonitorPage } from './pages/rtp-monitor-page.tsx';
import { type RtpSearch, readRtpSearch } from './search.ts';

vi.spyOn(toasts, 'toast').mockReturnValue('');

const check: RtpCheck = {
  from: '2026-11-05',
  sessions: 1_200,
  openSessions: 0,
  rounds: 74_000,
  bet: 96_500,
  win: 80_095,
  plays: 31_250.4,
  observed: 0.83,
  z: -6.41,
  band: { low: 0.93, high: 0.97 },
  alertBand: { low: 0.915, high: 0.985 },
  verdict: 'alert',
};
const evidence: RtpEvidence = {
  measuredAt: '2026-11-21T05:25:00.000Z',
  until: '2026-11-20',
  ruleVersion: 1,
  asOf: '2026-11-21T05:20:00.000Z',
  rtp: 0.95,
  deviation: 2.04,
  deviationOrigin: 'sheet',
  since: '2026-11-05',
  month: check,
  variant: check,
  lifetime: check,
};
const row: RtpCaseRow = {
  id: 12,
  gameId: 7,
  name: 'Wolves of Skadi',
  sub_name: null,
  integrationId: 4,
  integrationName: 'Baltica',
  state: 'open',
  side: 'under',
  openedAt: '2026-11-21T05:25:00.000Z',
  openedZ: -5.2,
  latestZ: -6.41,
  latestUntil: '2026-11-20',
  closedAt: null,
  closedBy: null,
  conclusion: null,
};
const aCase = (part: Partial<RtpCase> = {}): RtpCase => ({
  ...row,
  reason: null,
  opened: evidence,
  latest: evidence,
  context: null,
  events: [
    { id: 1, at: '2026-11-21T05:25:00.000Z', kind: 'opened', username: null, text: '-5.2', conclusion: null },
    {
      id: 2,
      at: '2026-11-21T08:00:00.000Z',
      kind: 'noted',
      username: 'ada',
      text: 'Asked for its build.',
      conclusion: null,
    },
  ],
  files: { en: '/files/rtp-cases/12-en/a.pdf?s=1', it: '/files/rtp-cases/12-it/a.pdf?s=2' },
  ...part,
});

let shown: RtpSearch = {};
function Page({ start }: { start: RtpSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <RtpMonitorPage search={search} onSearch={setSearch} />;
}

function show(start: RtpSearch, answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    getRtpMonitor: { until: '2026-11-20', ruleVersion: 1, asOf: evidence.asOf, notFetched: 0, games: [] },
    listRtpCases: { rows: [row], count: 1 },
    getRtpCase: aCase(),
    listGames: { rows: [aGame({ game_media: [] })] },
    listIntegrations: { rows: [anIntegration(4, 'Baltica')] },
    ...answers,
  });
  const of = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page start={start} />, { role: 'ludus_manager' }), of };
}

afterEach(() => {
  shown = {};
  vi.mocked(toast).mockClear();
});

describe('the cases of the RTP monitor', () => {
  it('are counted beside the games, listed with where and how far they deviate, and opened', async () => {
    const { user, of } = show({});
    await user.click(await screen.findByRole('radio', { name: 'Cases (1)' }));
    expect(shown.view).toBe('cases');
    const table = await screen.findByRole('table', { name: 'RTP cases' });
    const found = await within(table).findByRole('row', { name: 'Open case 12, Wolves of Skadi' });
    for (const text of ['Baltica', 'Pays too little, −6,4 σ', 'Measured up to 20/11/2026', 'Open'])
      expect(found).toHaveTextContent(text);
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(of('listRtpCases').at(-1)?.query).not.toHaveProperty('state'));
    await user.click(await screen.findByRole('row', { name: 'Open case 12, Wolves of Skadi' }));
    expect(shown.case).toBe(12);
    expect(await screen.findByRole('dialog', { name: 'Case 12, Wolves of Skadi' })).toBeVisible();
  });

  it('say that there are none', async () => {
    show({ view: 'cases' }, { listRtpCases: { rows: [], count: 0 } });
    expect(await screen.findByText('No open cases')).toBeVisible();
    expect(
      screen.getByText('A case is opened by itself when an alert is confirmed, or by hand from a game.'),
    ).toBeVisible();
  });

  it('show what they were judged by, their history, and the evidence in both languages', async () => {
    show({ case: 12 }, { getRtpCase: aCase({ latest: { ...evidence, asOf: '2026-11-22T05:20:00.000Z' } }) });
    const panel = await screen.findByRole('dialog', { name: 'Case 12, Wolves of Skadi' });
    expect(await within(panel).findByText('2,04 stakes')).toBeVisible();
    for (const name of ['As measured last, up to 20/11/2026', 'As opened, up to 20/11/2026'])
      expect(within(panel).getByRole('table', { name })).toBeVisible();
    const history = within(panel).getByRole('region', { name: 'History' });
    // The newest first.
    expect(history).toHaveTextContent(/ada wroteAsked for its build\..*Ludus Hub opened it at −5,2 σ/);
    expect(within(panel).getByRole('link', { name: 'PDF, English' })).toHaveAttribute(
      'href',
      aCase().files.en,
    );
    expect(within(panel).getByRole('link', { name: 'PDF, Italian' })).toHaveAttribute(
      'href',
      aCase().files.it,
    );
  });

  it('show the same game at the other integrations and the days of the verdict, the newest first', async () => {
    const days = Array.from({ length: 12 }, (_, at) => ({
      day: `2026-11-${String(at + 9).padStart(2, '0')}`,
      bet: 1_000 + at,
      win: 830,
      plays: 500,
      observed: 0.83,
    }));
    const normal = { ...check, observed: 0.951, z: 0.2, verdict: 'normal' as const };
    const alpina = { month: normal, variant: normal, lifetime: normal, verdict: 'normal' as const };
    const { user } = show(
      { case: 12 },
      {
        getRtpCase: aCase({
          context: {
            integrations: [{ integrationId: 3, integrationName: 'Alpina', ...alpina }],
            days,
            dayCount: 40,
          },
        }),
      },
    );
    const others = await screen.findByRole('table', { name: 'The same game at the other integrations' });
    expect(others).toHaveTextContent(/Alpina.*Normal.*95,10%/);
    const region = screen.getByRole('region', { name: 'Day by day' });
    expect(region).toHaveTextContent('The last 12 of 40 days');
    const rows = () => within(region).getAllByRole('row').slice(1);
    expect(rows()).toHaveLength(10);
    expect(rows()[0]).toHaveTextContent(/20\/11\/2026.*500.*1\.011,00.*830,00.*83,00%/);
    await user.click(within(region).getByRole('button', { name: 'Show all 12 days' }));
    expect(rows()).toHaveLength(12);
    await user.click(within(others).getByRole('row', { name: 'Chart Alpina' }));
    expect(shown).toMatchObject({ game: 7, at: 3 });
  });

  it('say once what has been measured, until a measurement differs', async () => {
    show(
      { case: 12 },
      { getRtpCase: aCase({ latest: { ...evidence, measuredAt: '2026-11-22T05:25:00.000Z' } }) },
    );
    const name = 'As opened, and as measured last, up to 20/11/2026';
    expect(await screen.findByRole('table', { name })).toBeVisible();
    expect(screen.getAllByRole('table', { name: /up to/ })).toHaveLength(1);
  });

  it('take a note, and keep it in the field when it cannot be added', async () => {
    const { user, of } = show({ case: 12 }, { addRtpCaseNote: new Refusal(500) });
    const field = await screen.findByRole('textbox', { name: 'Note' });
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(field).toBeInvalid();
    expect(of('addRtpCaseNote')).toHaveLength(0);
    await user.type(field, 'They answered.');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(of('addRtpCaseNote')[0]?.body).toEqual({ text: 'They answered.' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', "Couldn't add the note.", expect.anything()),
    );
    expect(field).toHaveValue('They answered.');
  });

  it('are closed with a conclusion and a reason, each asked for beside its field', async () => {
    const { user, of } = show({ case: 12 }, { closeRtpCase: aCase({ state: 'closed' }) });
    const close = () => screen.getByRole('button', { name: 'Close case' });
    await user.click(await screen.findByRole('button', { name: 'Close case' }));
    await user.click(close());
    const conclusion = screen.getByRole('combobox', { name: 'Conclusion' });
    expect(conclusion).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
    expect(screen.getByText('Choose a conclusion.')).toBeInTheDocument();
    expect(screen.getByText('Say why, in a few words.')).toBeInTheDocument();
    expect(of('closeRtpCase')).toHaveLength(0);
    // Nothing is concluded yet.
    expect(close()).toHaveAttribute('data-variant', 'default');
    await user.click(conclusion);
    await user.click(await screen.findByRole('option', { name: 'The integration runs another variant' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Its build was of May.');
    expect(close()).toHaveAttribute('data-variant', 'filled');
    await user.click(close());
    await waitFor(() =>
      expect(of('closeRtpCase')[0]?.body).toEqual({ conclusion: 'variant', reason: 'Its build was of May.' }),
    );
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Case closed'));
  });

  it('are opened again with a reason, and say with what they were closed before', async () => {
    const closed = aCase({
      state: 'closed',
      closedAt: '2026-11-22T08:00:00.000Z',
      closedBy: 'ada',
      conclusion: 'chance',
      reason: 'A big win.',
    });
    const at = '2026-11-22T08:00:00.000Z';
    const events = [
      ...closed.events,
      {
        id: 3,
        at,
        kind: 'closed' as const,
        username: 'ada',
        text: 'A big win.',
        conclusion: 'chance' as const,
      },
    ];
    const { user, of } = show({ case: 12 }, { getRtpCase: { ...closed, events }, reopenRtpCase: aCase() });
    const history = await screen.findByRole('region', { name: 'History' });
    expect(history).toHaveTextContent('ada closed it: Within what chance allows');
    expect(screen.queryByRole('button', { name: 'Close case' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reopen case' }));
    await user.click(screen.getByRole('button', { name: 'Reopen case' }));
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    expect(reason).toBeInvalid();
    expect(of('reopenRtpCase')).toHaveLength(0);
    await user.type(reason, 'There was none.');
    await user.click(screen.getByRole('button', { name: 'Reopen case' }));
    await waitFor(() => expect(of('reopenRtpCase')[0]?.body).toEqual({ reason: 'There was none.' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Case reopened'));
  });

  it('are closed as chance only after a question while chance does not explain them', async () => {
    const { user, of } = show({ case: 12 }, { closeRtpCase: aCase({ state: 'closed' }) });
    await user.click(await screen.findByRole('button', { name: 'Close case' }));
    await user.click(screen.getByRole('combobox', { name: 'Conclusion' }));
    await user.click(await screen.findByRole('option', { name: 'Within what chance allows' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'A big win.');
    await user.click(screen.getByRole('button', { name: 'Close case' }));
    const asks = await screen.findByRole('dialog', { name: 'Close the case as chance?' });
    expect(of('closeRtpCase')).toHaveLength(0);
    await user.click(within(asks).getByRole('button', { name: 'Close case' }));
    await waitFor(() => expect(of('closeRtpCase')[0]?.body).toMatchObject({ conclusion: 'chance' }));
  });

  it('are looked for on request, which says how many were opened and leads to them', async () => {
    let opened = [12];
    const { user } = show(
      {},
      { runRtpMonitor: () => ({ opened: opened.length, open: opened.length, caseIds: opened }) },
    );
    const check = await screen.findByRole('button', { name: 'Check now' });
    const told = async (kind: string, text: string) => {
      await user.click(check);
      await waitFor(() => expect(vi.mocked(toast).mock.lastCall?.slice(0, 2)).toEqual([kind, text]));
      return vi.mocked(toast).mock.lastCall?.[2]?.action;
    };
    const one = await told('warning', 'Checked. 1 case opened.');
    expect(one?.label).toBe('Show case');
    act(() => one?.run());
    expect(shown).toMatchObject({ view: 'cases', case: 12 });
    opened = [12, 13];
    const two = await told('warning', 'Checked. 2 cases opened.');
    expect(two?.label).toBe('Show cases');
    opened = [];
    expect(await told('success', 'Checked. No new alert.')).toBeUndefined();
  });

  it('fit a phone', async () => {
    setViewport(390);
    show({ view: 'cases' });
    const [item] = await screen.findAllByRole('listitem');
    expect(item).toHaveTextContent(/Wolves of SkadiBaltica.*Open.*−6,4/);
  });

  it('are in the address', () => {
    expect(readRtpSearch({ view: 'cases', state: 'closed', case: 12 })).toMatchObject({
      view: 'cases',
      state: 'closed',
      case: 12,
    });
    expect(readRtpSearch({ view: 'other', state: 'lost', case: 'none' })).toMatchObject({
      view: undefined,
      state: undefined,
      case: undefined,
    });
  });
});
