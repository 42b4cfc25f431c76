import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { days, renderCharts } from '../../test/charts-screen.tsx';
import { aRankedRow, aRanking } from '../../test/rankings.ts';
import { setViewport } from '../../test/viewport.ts';

afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
});

const answer = ({ query }: SeenCall) =>
  aRanking({ by: query.by as never, metric: query.metric as never, order: query.order as never });
const table = (name: RegExp) => screen.findByRole('table', { name });
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent?.replaceAll(/\s/g, ' '));
const bodyRows = (shown: HTMLElement) => within(shown).getAllByRole('row').slice(1);

describe('the charts, Top', () => {
  it('ranks integrations by gross win, with share and change, the others and the total', async () => {
    const { calls } = renderCharts('ludus_admin', { type: 'Top' }, { getRanking: answer });
    const shown = await table(/Gross win by integration/);
    await within(shown).findByText('Baltica');
    expect(bodyRows(shown).map(cellsOf)).toEqual([
      ['BBaltica', '', '400,00 €', '93,0%', '0,00 €', '+400,00 €', '–'],
      ['AAlpina', '', '29,90 €', '7,0%', '90,00 €', '−60,10 €', '−66,8%'],
      ['Others', '', '0,00 €', '0,0%', '60,00 €', '−60,00 €', '−100,0%'],
      ['Total', '', '429,90 €', '', '150,00 €', '+279,90 €', '+186,6%'],
    ]);
    const asked = calls.find(({ endpoint }) => endpoint === 'getRanking')?.query;
    expect(asked).toMatchObject({
      by: 'integration',
      metric: 'grosswin',
      order: 'value',
      limit: '10',
      sessionTypeId: '1',
    });
    expect(screen.getAllByText(/Compared with 30\/10\/2026/).length).toBeGreaterThan(0);
  });

  it('ranks something else by another figure, and more rows, each in the address', async () => {
    const { user, calls, last } = renderCharts('ludus_admin', { type: 'Top' }, { getRanking: answer });
    await table(/by integration/);
    await user.click(screen.getByRole('radio', { name: 'Games' }));
    await user.click(screen.getByRole('radio', { name: 'Sessions' }));
    await table(/Sessions by game/);
    await user.click(await screen.findByRole('button', { name: 'Show more rows' }));
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === 'getRanking').at(-1)?.query).toMatchObject({
        by: 'game',
        metric: 'sessionsTotal',
        limit: '50',
      }),
    );
    expect(last()).toMatchObject({ rank: 'game', value: 'sessionsTotals', all: true });
  });

  it('leads to the page of a player, whose totals of all time do not explain the period', async () => {
    const rows = [
      aRankedRow({ name: 'p/1', integrationId: 2, integrationName: 'Baltica', userId: 'p/1', value: 5 }),
    ];
    renderCharts(
      'ludus_admin',
      { type: 'Top', rank: 'player' },
      {
        getRanking: (call: SeenCall) => ({ ...answer(call), rows, others: null }),
      },
    );
    expect(await screen.findByRole('link', { name: 'p/1' })).toHaveAttribute('href', '/players/2/p%252F1');
    const shown = await table(/Gross win by player/);
    expect(cellsOf(bodyRows(shown)[0] as HTMLElement)).toContain('5,00 €');
    expect(shown.querySelector('tbody [data-explain]')).toBeNull();
  });

  it('says why a question is refused, and makes a file of what is shown', async () => {
    const { user, calls, unmount } = renderCharts(
      'ludus_admin',
      { type: 'Top', rank: 'player' },
      {
        getRanking: new Refusal(422, 'refused', { fields: { to: 'The period has more than 31 days.' } }),
      },
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('The period has more than 31 days.');
    unmount();
    calls.length = 0;
    const again = renderCharts(
      'ludus_admin',
      { type: 'Top' },
      {
        getRanking: answer,
        exportRanking: {
          id: 'x',
          state: 'running',
          fileName: 'f',
          format: 'csv',
          rows: null,
          bytes: null,
          jobId: '1',
          url: null,
          expiresAt: null,
          error: null,
        },
      },
    );
    await table(/by integration/);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await waitFor(() =>
      expect(again.calls.find(({ endpoint }) => endpoint === 'exportRanking')?.body).toMatchObject({
        format: 'csv',
        request: { by: 'integration', metric: 'grosswin', order: 'value', from: days.from, to: days.to },
      }),
    );
  });

  it('has integrations for the provider only, and no net win for its managers', async () => {
    const { unmount } = renderCharts('integration_admin', { type: 'Top' }, { getRanking: answer });
    await table(/Gross win by operator/);
    expect(screen.queryByRole('radio', { name: 'Integrations' })).toBeNull();
    expect(screen.getByRole('radio', { name: 'Net win' })).toBeInTheDocument();
    unmount();
    renderCharts('ludus_manager', { type: 'Top' }, { getRanking: answer });
    await table(/by integration/);
    expect(screen.queryByRole('radio', { name: 'Net win' })).toBeNull();
  });

  it('says that there is nothing', async () => {
    const none = { value: 0, before: 0, change: 0, parts: null };
    renderCharts(
      'ludus_admin',
      { type: 'Top' },
      {
        getRanking: (call: SeenCall) => ({ ...answer(call), rows: [], others: null, total: none }),
      },
    );
    expect(await screen.findByText('No results found with these filters')).toBeVisible();
  });
});

describe('the charts, Change', () => {
  it('says in a sentence what has changed and what weighs most, and shows it step by step', async () => {
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: answer });
    const said = await screen.findByText(/went from/);
    expect(said.textContent?.replaceAll(/\s/g, ' ')).toBe(
      'Gross win went from 150,00 € to 429,90 €: +279,90 €. The largest step is Baltica with +400,00 €; some went up and others down.',
    );
    const rows = bodyRows(await table(/Change of Gross win by integration/)).map(cellsOf);
    expect(rows.map(([name, , ...figures]) => [name, ...figures])).toEqual([
      ['Total before', '150,00 €', '', '', '', '', ''],
      ['BBaltica', '0,00 €', '400,00 €', '+400,00 €', '–', '–', '–'],
      ['AAlpina', '90,00 €', '29,90 €', '−60,10 €', '−66,8%', '+60,00 €', '−120,10 €'],
      ['Others', '60,00 €', '0,00 €', '−60,00 €', '−100,0%', '–', '–'],
      ['Total now', '', '429,90 €', '+279,90 €', '+186,6%', '+244,76 €', '+35,14 €'],
    ]);
    expect(screen.getByText(/From bet: what more or less bet makes at the RTP before/)).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'RTP' })).toBeNull();
  });

  it('says whether the part from RTP is chance, or why that is not known', async () => {
    const within = { limit: 400, isWithin: true, isEstimated: true, unknownFor: null };
    const at = (chance: object) => (call: SeenCall) => ({ ...answer(call), chance });
    const said = async (text: RegExp) =>
      (await screen.findByText(text)).textContent?.replaceAll(/\s/g, ' ') ?? '';
    const first = renderCharts('ludus_admin', { type: 'Change' }, { getRanking: at(within) });
    expect(await said(/within chance/)).toBe(
      'The part from RTP, +35,14 €, is within chance: the volatility of the games alone makes up to ±400,00 € in 95 of 100 such comparisons. The volatility is partly estimated from sessions.',
    );
    first.unmount();
    const beyond = { ...within, limit: 20, isWithin: false, isEstimated: false };
    const second = renderCharts('ludus_admin', { type: 'Change' }, { getRanking: at(beyond) });
    expect(await said(/more than chance makes/)).toContain('up to ±20,00 €');
    expect(screen.getByRole('link', { name: 'RTP monitor' })).toHaveAttribute('href', '/rtp-monitor');
    second.unmount();
    const unknown = { limit: null, isWithin: null, isEstimated: false, unknownFor: 'maths' };
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: at(unknown) });
    expect(await said(/cannot be computed/)).toContain('lacks its standard deviation');
  });

  it('says of each row whether its part from RTP is chance, and copies that too', async () => {
    const limits = [null, { limit: 90.5, isWithin: false, isEstimated: false }];
    const measured = (call: SeenCall) => {
      const { rows, ...rest } = answer(call);
      const chance = { limit: 400, isWithin: true, isEstimated: false, unknownFor: null };
      return { ...rest, chance, rows: rows.map((row, index) => ({ ...row, chance: limits[index] ?? null })) };
    };
    const { user } = renderCharts('ludus_admin', { type: 'Change' }, { getRanking: measured });
    const shown = await table(/Change of Gross win by integration/);
    await within(shown).findByText('Baltica');
    expect(within(shown).getByRole('columnheader', { name: 'Chance' })).toBeInTheDocument();
    expect(bodyRows(shown).map((row) => cellsOf(row).at(-1))).toEqual([
      '',
      '–',
      'Beyond ±90,50 €',
      '–',
      'Within ±400,00 €',
    ]);
    expect(screen.getByText(/One row in twenty is beyond by chance alone/)).toBeVisible();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    vi.stubGlobal('ClipboardItem', undefined);
    await user.click(screen.getByRole('button', { name: 'Copy as table' }));
    vi.unstubAllGlobals();
    const copied = write.mock.calls[0]?.[0].split('\n').map((line) => line.split('\t'));
    expect(copied?.map((cells) => cells.slice(-3, -1))).toEqual([
      ['Chance makes up to', 'Chance'],
      ['', ''],
      ['90.50', 'Beyond chance'],
      ['', ''],
      ['400.00', 'Within chance'],
    ]);
  });

  it('bounds percentages beyond five hundred, as everywhere', async () => {
    const rows = [
      aRankedRow({ name: 'Baltica', integrationId: 2, value: 4_000, before: 40 }),
      aRankedRow({ name: 'Alpina', integrationId: 1, value: -900, before: 100 }),
    ];
    renderCharts(
      'ludus_admin',
      { type: 'Change' },
      { getRanking: (call: SeenCall) => ({ ...answer(call), rows }) },
    );
    await screen.findByText(/went from/);
    const shown = bodyRows(await table(/Change of Gross win by integration/)).map(cellsOf);
    expect([shown[1]?.[5], shown[2]?.[5]]).toEqual(['> +500%', '< −500%']);
  });

  it('is printed, light on any screen', async () => {
    const root = document.documentElement;
    root.setAttribute('data-mantine-color-scheme', 'dark');
    const print = vi.fn(() => expect(root.getAttribute('data-mantine-color-scheme')).toBe('light'));
    vi.stubGlobal('print', print);
    const { user } = renderCharts('ludus_admin', { type: 'Change' }, { getRanking: answer });
    await screen.findByText(/went from/);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('afterprint'));
    expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark');
  });

  it('has no parts of a figure that is not made of bet and RTP', async () => {
    const whole = (call: SeenCall) => {
      const { rows, total, ...rest } = answer(call);
      const parts = null;
      return { ...rest, rows: rows.map((row) => ({ ...row, parts })), total: { ...total, parts } };
    };
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: whole });
    const shown = await table(/Change of Gross win by integration/);
    await within(shown).findByText('Baltica');
    expect(within(shown).queryByRole('columnheader', { name: 'From bet' })).toBeNull();
    expect(screen.queryByText(/From bet/)).toBeNull();
  });

  it('says on a phone what comes from bet and what from RTP beneath the bar', async () => {
    setViewport(390);
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: answer });
    expect((await screen.findByText(/^bet \+60/)).textContent?.replaceAll(/\s/g, ' ')).toBe(
      'bet +60,00 €, RTP −120,10 € –',
    );
  });

  it.each([
    [
      { since: '2026-10-31', begins: [{ integrationId: 1, integrationName: 'Alpina', since: '2026-10-31' }] },
      'The hub has no sessions from before 31/10/2026: the period that it is compared with is incomplete.',
    ],
    [
      {
        since: null,
        begins: ['Alpina', 'Baltica', 'Castello', 'Duna'].map((integrationName, index) => ({
          integrationId: index + 1,
          integrationName,
          since: `2026-11-0${index + 1}`,
        })),
      },
      'The period that it is compared with is incomplete. First sessions: Alpina 01/11/2026, Baltica 02/11/2026, Castello 03/11/2026 and 1 more.',
    ],
  ])('says since when there is data where the period before lacks some: %o', async (missing, text) => {
    const incomplete = (call: SeenCall) => {
      const found = answer(call);
      return { ...found, before: { ...found.before, ...missing } };
    };
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: incomplete });
    expect(await screen.findByRole('note')).toHaveTextContent(text);
  });

  it('says how many days it compares with how many, and nothing is missing', async () => {
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: answer });
    const [said] = await screen.findAllByText(/Compared with 30\/10\/2026/);
    expect(said).toHaveTextContent(/: 2 against 2 days$/);
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('says that what had no session before is new, in place of nothing', async () => {
    const rows = [aRankedRow({ name: 'Baltica', integrationId: 2, value: 400, isNew: true })];
    const isNew = (call: SeenCall) => ({ ...answer(call), rows });
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: isNew });
    await screen.findByText(/went from/);
    const shown = bodyRows(await table(/Change of Gross win by integration/)).map(cellsOf);
    expect(shown[1]?.slice(2, 5)).toEqual(['New', '400,00 €', '+400,00 €']);
  });

  it('says nothing of the period before while another one loads', async () => {
    let asked = 0;
    const once = (call: SeenCall) => {
      asked += 1;
      return asked === 1 ? answer(call) : new Promise(() => {});
    };
    const { user } = renderCharts('ludus_admin', { type: 'Change' }, { getRanking: once });
    await screen.findByText(/went from/);
    await user.click(screen.getByRole('button', { name: /^Period/ }));
    await user.click(await screen.findByRole('button', { name: 'Last month' }));
    await waitFor(() => expect(screen.queryByText(/went from/)).toBeNull());
    expect(asked).toBe(2);
    expect(screen.queryByText('Baltica')).toBeNull();
  });

  it('goes down to the operators of an integration, and says the way', async () => {
    renderCharts('ludus_admin', { type: 'Change' }, { getRanking: answer });
    expect(await screen.findByRole('link', { name: 'Alpina' })).toHaveAttribute(
      'href',
      '/charts?from=2026-11-01&to=2026-11-02&by=day&type=Change&integrations=1',
    );
    expect(screen.queryByRole('navigation', { name: 'Chosen so far' })).toBeNull();
  });

  it('at the games leads to the sessions of both periods', async () => {
    const rows = [aRankedRow({ name: 'Wolves of Skadi', gameId: 7, value: 1, before: 3 })];
    renderCharts(
      'ludus_admin',
      { type: 'Change', integrations: [1], rank: 'game' },
      {
        getRanking: (call: SeenCall) => ({ ...answer(call), rows, others: null }),
      },
    );
    const now = await screen.findByRole('link', { name: 'Now: sessions of Wolves of Skadi' });
    const list = '&integrations=1&games=7&played=false&figure=grosswin&sort=grossWin&direction=desc';
    expect(now).toHaveAttribute('href', `/session-list?from=2026-11-01&to=2026-11-02${list}`);
    expect(screen.getByRole('link', { name: 'Before: sessions of Wolves of Skadi' })).toHaveAttribute(
      'href',
      `/session-list?from=2026-10-30&to=2026-10-31${list}`,
    );
    const path = within(screen.getByRole('navigation', { name: 'Chosen so far' }));
    expect(path.getByText('Alpina')).toHaveAttribute('aria-current', 'page');
    expect(path.getByRole('link', { name: 'All integrations' })).toHaveAttribute(
      'href',
      '/charts?from=2026-11-01&to=2026-11-02&by=day&type=Change',
    );
  });

  it('copies the rows as a table', async () => {
    const { user } = renderCharts('ludus_admin', { type: 'Change' }, { getRanking: answer });
    await screen.findByText(/went from/);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    vi.stubGlobal('ClipboardItem', undefined);
    await user.click(screen.getByRole('button', { name: 'Copy as table' }));
    vi.unstubAllGlobals();
    expect(write.mock.calls[0]?.[0].split('\n')).toHaveLength(5);
  });
});
