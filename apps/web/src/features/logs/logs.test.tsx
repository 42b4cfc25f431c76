import { type Log, type LogRow, type Message, messageOf, type RouteId } from '@ludus/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageItems } from '../../components/table/pagination.tsx';
import { setLanguage } from '../../lib/language.ts';
import { renderMessage } from '../../lib/messages.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { LogsPage } from './pages/logs-page.tsx';
import { type LogsSearch, pageSizeFor, readLogsSearch } from './search.ts';

const row = (id: number, extra: Partial<LogRow> = {}): LogRow => ({
  id,
  logType: { id: 2, name: 'games' },
  action: 'update',
  description: `Changed the game Fox ${id}`,
  user: { id: 'u-anna', username: 'anna' },
  createdAt: '2026-11-20T10:00:00Z',
  relatedId: '12',
  isGone: false,
  integrationId: null,
  requestId: null,
  ...extra,
});

const entry = (id: number, extra: Partial<Log> = {}): Log => ({
  ...row(id),
  updates: { rtp: { old: 95, new: 96 } },
  relatedObject: { name: 'Fox', exists: true },
  ...extra,
});

const rows = [
  row(30, {
    logType: { id: 4, name: 'bets' },
    action: 'update-bets',
    description: 'Changed the bets of Fox',
  }),
  row(29, { user: null, description: 'Changed <b>markup</b> &amp; more' }),
  row(28),
];
const people = [
  {
    id: 1,
    userId: 'u-anna',
    username: 'anna',
    email: null,
    roles: [],
    integrationId: null,
    integration: null,
  },
  {
    id: 2,
    userId: null,
    username: 'platform.only',
    email: null,
    roles: [],
    integrationId: 3,
    integration: 'X',
  },
];

let shown: LogsSearch = {};
let closedRoute: RouteId | undefined;
function Page({ start }: { start: LogsSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <LogsPage search={search} onSearch={setSearch} mayOpen={(route) => route !== closedRoute} />;
}

function show(start: LogsSearch = {}, answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    listLogs: { rows, count: 300 },
    listUsers: { rows: people },
    getLog: (call: { path: string }) => entry(Number(call.path.split('/').pop())),
    ...answers,
  });
  const lists = () => calls.filter(({ endpoint }) => endpoint === 'listLogs');
  return { ...renderScreen(<Page start={start} />, { role: 'ludus_manager' }), calls, lists };
}

afterEach(async () => {
  await setLanguage('en');
  vi.useRealTimers();
  shown = {};
});

describe('the sentences of the log', () => {
  it('[I18N-01] are read in the reader’s language, in English where there is no code', async () => {
    await setLanguage('it');
    show(
      {},
      {
        listLogs: {
          rows: [
            row(31, {
              description: 'Created the game Fox',
              detail: { code: 'logs.gameCreated', values: { name: 'Fox' } },
            }),
            row(32, { description: 'Only in English' }),
            row(33, {
              description: 'Changed version, name of the integration Alpina',
              detail: messageOf('logs.integrationChanged', {
                name: 'Alpina',
                fields: messageOf('logs.fieldsAnd', {
                  field: messageOf('logFields.version'),
                  rest: messageOf('logFields.name'),
                }),
              }),
            }),
          ],
          count: 3,
        },
      },
    );
    await screen.findByText('Only in English');
    const sentences = screen
      .getAllByRole('row', { name: /^Apri/ })
      .map((line) => within(line).getAllByRole('cell')[1]?.textContent);
    expect(sentences).toEqual([
      'Creato il gioco Fox',
      'Only in English',
      'Modificata l’integrazione Alpina: versione, nome',
    ]);
  });
});

describe('the log', () => {
  it('[LOG-03][LOG-10] lists type, description without markup, username (N/A if none) and time in Rome', async () => {
    show();
    const table = await screen.findByRole('table', { name: 'Log entries' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Type', 'Description', 'Username', 'Created at']);
    await within(table).findByText('Changed the bets of Fox');
    const cells = within(table)
      .getAllByRole('row', { name: /^Open entry/ })
      .map((line) =>
        within(line)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    // The initials before a name are decoration.
    expect(cells[0]).toEqual(['Bets', 'Changed the bets of Fox', 'ANanna', '11:00:00']);
    expect(cells[1]?.slice(1, 3)).toEqual(['Changed markup & more', 'N/A']);
  });

  it('stands under its days in Rome, on a phone too, in the order of the entries', async () => {
    const days = [
      row(3, { createdAt: '2026-11-20T23:30:00Z' }),
      row(2, { createdAt: '2026-11-20T22:30:00Z' }),
      row(1, { createdAt: '2026-11-20T10:00:00Z' }),
    ];
    const expected = ['Saturday 21 November 2026', 'Fox 3', 'Friday 20 November 2026', 'Fox 2', 'Fox 1'];
    const found = (role: 'row' | 'listitem') =>
      screen
        .getAllByRole(role)
        .map(({ textContent }) => /Fox \d|\w+ \d+ November \d+/.exec(textContent ?? '')?.[0])
        .filter(Boolean);
    const first = show({}, { listLogs: { rows: days, count: 3 } });
    await screen.findByText('Changed the game Fox 3');
    expect(found('row')).toEqual(expected);
    first.unmount();
    setViewport(390);
    show({}, { listLogs: { rows: days, count: 3 } });
    await screen.findByText('Changed the game Fox 3');
    expect(found('listitem')).toEqual(expected);
    setViewport(1366);
  });

  it('leads from a sentence to what it names, where the reader may open it and it is there', async () => {
    const game = messageOf('logs.gameChanged', { name: 'Fox - Gold' });
    const closed = messageOf('logs.periodClosed', { month: 'October 2026', integration: 'Alpina' });
    const about = (id: number, name: string, detail: Message, extra: Partial<LogRow> = {}) =>
      row(id, { logType: { id: 2, name }, description: renderMessage(detail), detail, ...extra });
    const all = {
      listLogs: {
        rows: [
          about(9, 'games', game),
          about(8, 'games', messageOf('logs.gameChanged', { name: 'Lost' }), { isGone: true }),
          about(7, 'games', messageOf('logs.requestGranted', { integration: 'Alpina', name: 'Owl' }), {
            requestId: 4,
          }),
          about(6, 'tickets', messageOf('logs.ticketClosed', { id: 5, title: 'Reels' }), { relatedId: '5' }),
          about(5, 'statements', messageOf('logs.statementPaid', { number: 'LH-1', integration: 'Alpina' }), {
            relatedId: '3',
          }),
          about(4, 'periods', closed, { relatedId: '2/2026-10' }),
          about(
            3,
            'sessions',
            messageOf('logs.sessionClosed', { session: 's/1', game: 'Fox', operator: 'O', integration: 'A' }),
            {
              relatedId: 's/1',
            },
          ),
          about(2, 'users', messageOf('logs.userChanged', { fields: 'email', username: 'anna' }), {
            relatedId: 'u-1',
          }),
          about(
            1,
            'bets',
            messageOf('logs.betsChanged', { game: 'Fox', operator: 'O', integration: 'Alpina' }),
            {
              integrationId: 3,
            },
          ),
        ],
        count: 9,
      },
    };
    const links = async () => {
      const table = await screen.findByRole('table', { name: 'Log entries' });
      await within(table).findByText(/LH-1/);
      return within(table)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    };
    const first = show({}, all);
    const expected = [
      ['Fox Gold', '/game/12'],
      ['Owl', '/requests?id=4'],
      ['#5', '/ticket/5'],
      ['LH-1', '/statements?id=3'],
      ['October 2026', '/period-close?integration=2&month=2026-10'],
      ['s/1', '/session/s%2F1'],
      ['anna', '/users?user=u-1'],
      ['Fox', '/game/12'],
      ['Alpina', '/integration/3'],
    ];
    expect(await links()).toEqual(expected);
    await first.user.click(screen.getByRole('link', { name: 'Owl' }));
    expect(shown.log).toBeUndefined();
    first.unmount();
    closedRoute = 'statements';
    show({}, all);
    expect(await links()).toEqual(expected.filter(([text]) => text !== 'LH-1'));
    closedRoute = undefined;
  });

  it('[LOG-12][OPEN-96] asks for 16 rows above 1280 px, 19 down to 640 px and 12 below', async () => {
    expect([
      pageSizeFor({ isPhone: false, isWide: true }),
      pageSizeFor({ isPhone: false, isWide: false }),
      pageSizeFor({ isPhone: true, isWide: false }),
    ]).toEqual([16, 19, 12]);
    for (const [width, limit] of [
      [1281, '16'],
      [1280, '19'],
      [640, '19'],
      [639, '12'],
    ] as const) {
      setViewport(width);
      const { lists, unmount } = show();
      await waitFor(() => expect(lists()).toHaveLength(1));
      expect(lists()[0]?.query.limit, `${width} px`).toBe(limit);
      unmount();
    }
  });

  it('[LOG-12] has more rows where the window has room for them, but on a phone', async () => {
    const height = window.innerHeight;
    for (const [width, limit] of [
      [1440, '20'],
      [390, '12'],
    ] as const) {
      setViewport(width);
      window.innerHeight = 1080;
      const { lists, unmount } = show();
      await waitFor(() => expect(lists()).toHaveLength(1));
      expect(lists()[0]?.query.limit, `${width} px`).toBe(limit);
      unmount();
    }
    window.innerHeight = height;
  });

  it('[LOG-13] shows all pages up to ten, else the first two, the last two and the neighbours', () => {
    expect(pageItems(4, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pageItems(10, 20)).toEqual([1, 2, 'gap-start', 9, 10, 11, 'gap-end', 19, 20]);
  });

  it('[LOG-02][LOG-04] filters by type and user, and goes back to page 1', async () => {
    const { user, lists } = show({ page: 7 });
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Bets' }));
    await waitFor(() => expect(lists().at(-1)?.query).toMatchObject({ typeId: '4', page: '1' }));
    expect(shown).toEqual({ type: 'bets', page: undefined });
    await user.click(screen.getByRole('combobox', { name: 'Username' }));
    expect(screen.queryByRole('option', { name: 'platform.only' })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'anna' }));
    await waitFor(() => expect(lists().at(-1)?.query).toMatchObject({ typeId: '4', userId: 'u-anna' }));
  });

  it('[LOG-04] has type and user in a sheet on a phone, which says how many are active', async () => {
    setViewport(390);
    const { user } = show({ user: 'u-anna' });
    expect(await screen.findByPlaceholderText('Search the log')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Filters 1 active' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.click(sheet.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Bets' }));
    expect(shown).toEqual({ type: 'bets', user: 'u-anna', page: undefined });
    await user.click(sheet.getByRole('button', { name: 'Clear all' }));
    expect(readLogsSearch(shown as never)).toEqual({});
    setViewport(1366);
  });

  it('[LOG-01][LOG-04][CONST-09] searches half a second after the last letter, at once with Enter, from page 1', async () => {
    show({ page: 3 });
    await screen.findByText('Changed the bets of Fox');
    vi.useFakeTimers();
    const field = screen.getByRole('textbox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'fo' } });
    act(() => void vi.advanceTimersByTime(400));
    fireEvent.change(field, { target: { value: 'fox' } });
    act(() => void vi.advanceTimersByTime(499));
    expect(shown.search).toBeUndefined();
    act(() => void vi.advanceTimersByTime(1));
    expect(shown).toEqual({ search: 'fox', page: undefined });
    fireEvent.change(field, { target: { value: 'fox ember ' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(shown.search).toBe('fox ember');
    expect((field as HTMLInputElement).value).toBe('fox ember ');
    act(() => void vi.advanceTimersByTime(1000));
    expect(shown.search).toBe('fox ember');
  });

  it('has no page numbers where one page holds everything', async () => {
    show({}, { listLogs: { rows, count: 3 } });
    await screen.findByText('Changed the bets of Fox');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('[ERR-112] says "Nothing to show", and offers to clear what was searched for', async () => {
    const { user } = show({ search: 'zzz' }, { listLogs: { rows: [], count: 0 } });
    expect(await screen.findByText('Nothing to show')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(shown).toEqual({});
  });

  it('leads back from a page beyond the end', async () => {
    const { user } = show({ page: 99 }, { listLogs: { rows: [], count: 40 } });
    await user.click(await screen.findByRole('button', { name: 'Go to page 1' }));
    expect(shown.page).toBeUndefined();
  });

  it('shows a failed read as a failure', async () => {
    show({}, { listLogs: new Refusal(500), listUsers: new Refusal(500) });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(await screen.findByText("Couldn't load users.")).toBeTruthy();
  });

  it('reads its address and forgets what fits nowhere', () => {
    expect(readLogsSearch({ search: ' fox ', type: 'bets', user: 'u1', page: '2', log: '7' })).toEqual({
      search: 'fox',
      type: 'bets',
      user: 'u1',
      page: 2,
      log: 7,
    });
    expect(readLogsSearch({ type: 'weather', page: '0', log: 'x' })).toEqual({});
  });
});

describe('one entry', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Log entry' });

  it('[LOG-05][LOG-06][LOG-08] opens over the page by click or Enter, keeps it from scrolling, and lets go', async () => {
    const { user } = show();
    const line = await screen.findByRole('row', { name: 'Open entry: Changed the game Fox 28' });
    line.focus();
    await user.keyboard('{Enter}');
    const box = await dialog();
    expect(shown.log).toBe(28);
    await within(box).findByRole('heading', { name: 'Updates' });
    expect(within(box).getByRole('heading', { name: 'Changed the game Fox 28' })).toBeTruthy();
    expect(within(box).getByText('Game')).toBeTruthy();
    expect(within(box).getByText(/20\/11\/2026, 11:00:00/)).toBeTruthy();
    const changed = within(box).getByRole('row', { name: /RTP/ });
    expect(changed.querySelector('del')?.textContent).toBe('95');
    expect(changed.querySelector('ins')?.textContent).toBe('96');
    expect(document.body.hasAttribute('data-scroll-locked')).toBe(true);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.body.hasAttribute('data-scroll-locked')).toBe(false));
    expect(shown.log).toBeUndefined();
  });

  it('[LOG-07][I18N-01] names the fields in Italian', async () => {
    await setLanguage('it');
    const updates = {
      min_bet: { old: null, new: 0.1 },
      knownBrowser: { old: null, new: true },
      gamingServiceURL: { old: null, new: 'https://a.test' },
    };
    show({ log: 5 }, { getLog: entry(5, { action: 'create', updates }) });
    expect(await screen.findByRole('row', { name: 'Puntata min 0,1' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Browser noto Sì' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Indirizzo del servizio gaming https://a.test' })).toBeTruthy();
  });

  it('[LOG-07] shows the fields of what was created', async () => {
    show(
      { log: 5 },
      { getLog: entry(5, { action: 'create', updates: { name: { old: null, new: 'Fox' } } }) },
    );
    const box = await dialog();
    await within(box).findByRole('heading', { name: 'Fields' });
    expect(within(box).getByRole('row', { name: 'Name Fox' })).toBeTruthy();
    expect(box.querySelector('del, ins')).toBeNull();
  });

  it('[LOG-09] shows both lists of bets in euro, removed and new ones told by sign and word', async () => {
    const updates = { oldBets: [10, 20], newBets: [20, 500] };
    const bets = entry(30, { logType: { id: 4, name: 'bets' }, action: 'update-bets', updates });
    show({ log: 30 }, { getLog: bets });
    const texts = async (name: string) =>
      within(await screen.findByRole('region', { name }))
        .getAllByRole('listitem')
        .map((item) => [item.textContent, item.getAttribute('data-change')]);
    await dialog();
    expect(await texts('Old bets')).toEqual([
      ['− 0,10\u00a0€ removed', 'removed'],
      ['0,20\u00a0€', null],
    ]);
    expect(await texts('New bets')).toEqual([
      ['0,20\u00a0€', null],
      ['+ 5,00\u00a0€ new', 'added'],
    ]);
  });

  it('[LOG-11] links to the game and the integration as long as they are there', async () => {
    const bets = { logType: { id: 4, name: 'bets' }, relatedId: '12' };
    const related = {
      name: 'Fox',
      integration: 'Alpina',
      integrationId: 3,
      exists: true,
      integrationExists: true,
    };
    const first = show({ log: 30 }, { getLog: entry(30, { ...bets, relatedObject: related }) });
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByRole('link', { name: 'Open game Fox' });
    expect([href('Open game Fox'), href('Open integration Alpina')]).toEqual(['/game/12', '/integration/3']);
    first.unmount();
    show({ log: 31 }, { getLog: entry(31, { relatedObject: { name: 'Fox', exists: false } }) });
    expect(await screen.findByText('Fox no longer exists.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Open game/ })).toBeNull();
  });

  it('links to the ticket and to the users as long as they are there', async () => {
    const ticket = { logType: { id: 7, name: 'tickets' }, relatedId: '5' };
    const related = { name: 'Reels stand still', exists: true };
    const first = show({ log: 30 }, { getLog: entry(30, { ...ticket, relatedObject: related }) });
    const link = await screen.findByRole('link', { name: 'Open ticket Reels stand still' });
    expect(link.getAttribute('href')).toBe('/ticket/5');
    first.unmount();
    const user = { logType: { id: 5, name: 'users' }, relatedId: 'u-1' };
    const second = show(
      { log: 31 },
      { getLog: entry(31, { ...user, relatedObject: { name: 'anna', exists: true } }) },
    );
    expect((await screen.findByRole('link', { name: 'Open user anna' })).getAttribute('href')).toBe(
      '/users?user=u-1',
    );
    second.unmount();
    show({ log: 32 }, { getLog: entry(32, { ...user, relatedObject: { name: 'anna', exists: false } }) });
    expect(await screen.findByText('anna no longer exists.')).toBeTruthy();
  });

  it('goes to the entries around it with the arrow keys, and copies a link to itself', async () => {
    const { user } = show({ log: 29 });
    await dialog();
    await screen.findByText('Changed the game Fox 28');
    await user.keyboard('{ArrowRight}');
    expect(shown.log).toBe(28);
    expect(screen.getByRole('button', { name: 'Next entry' }).hasAttribute('disabled')).toBe(true);
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(shown.log).toBe(30);
    await user.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(await navigator.clipboard.readText()).toMatch(/\/logs\?log=30$/);
  });

  it('[OPEN-62] a failed refetch leaves list and entry as they are, and says so', async () => {
    let isDown = false;
    const { queryClient } = show(
      { log: 30 },
      {
        getLog: () => (isDown ? new Refusal(500) : entry(30)),
        listLogs: () => (isDown ? new Refusal(500) : { rows, count: rows.length }),
      },
    );
    const box = await dialog();
    await within(box).findByRole('heading', { name: 'Updates' });
    isDown = true;
    await act(() => queryClient.refetchQueries());
    expect(await within(box).findByText(/^Couldn't refresh/)).toBeTruthy();
    expect(within(box).getByRole('heading', { name: 'Updates' })).toBeTruthy();
    expect(screen.getAllByText(/^Couldn't refresh/)).toHaveLength(2);
    expect(screen.getByRole('table', { name: 'Log entries', hidden: true })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reload', hidden: true })).toBeNull();
  });

  it('says when there is no such entry, and offers another try when it cannot be read', async () => {
    const first = show({ log: 999 }, { getLog: new Refusal(404) });
    expect(await screen.findByText('Entry not found.')).toBeTruthy();
    first.unmount();
    show({ log: 30 }, { getLog: new Refusal(500) });
    expect(await screen.findByText("Couldn't load the entry.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  });
});
