import type { Role, SearchResults } from '@ludus/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerCommands } from '../../lib/keyboard/commands.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aGame } from '../../test/games.ts';
import { renderScreen } from '../../test/render.tsx';
import { aRow } from '../../test/sessions.ts';
import { closeOverlay, useOverlay } from './overlay.ts';
import { Overlays } from './overlays.tsx';
import { recents } from './recents.ts';

const nothing: SearchResults = {
  sessions: { rows: [], hasMore: false },
  userSessions: { rows: [], hasMore: false },
  tickets: { rows: [], hasMore: false },
  integrations: { rows: [], hasMore: false },
  operators: { rows: [], hasMore: false },
  people: { rows: [], hasMore: false },
};
const found = (part: Partial<SearchResults>): SearchResults => ({ ...nothing, ...part });
const foundRows = <Row,>(...rows: Row[]) => ({ rows, hasMore: false });

/** What is open over the page, in place of sessions themselves. */
function Shown() {
  const overlay = useOverlay();
  return <output>{overlay === null ? 'nothing' : Object.values(overlay).join(' ')}</output>;
}
vi.mock('./player-overlay.tsx', () => ({ PlayerOverlay: () => null }));
vi.mock('../session-parts.tsx', () => ({
  SessionDetailsPopup: ({ sessionId, onClose }: { sessionId: string; onClose: () => void }) => (
    <button type="button" onClick={onClose}>{`session ${sessionId}`}</button>
  ),
}));

function renderPalette(answer: unknown = nothing, role: Role = 'ludus_admin', path = '/') {
  const calls = answerCalls({
    searchHub: answer,
    listGames: { rows: [aGame(), aGame({ id: 8, name: 'Tome of Thebes', sub_name: null, slug: 'tome' })] },
  });
  const view = renderScreen(
    <>
      <Overlays />
      <Shown />
    </>,
    { role, path },
  );
  const open = async (typed = '') => {
    await view.user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox');
    if (typed !== '') await view.user.type(field, typed);
    return field;
  };
  return { ...view, calls, open };
}

const group = (name: string | RegExp) => screen.queryByRole('group', { name });
const options = (name: string | RegExp) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent);
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

beforeEach(() => recents.set({}));
afterEach(() => {
  for (const kind of ['palette', 'keys', 'player'] as const) closeOverlay(kind);
});

describe('the palette', () => {
  it('finds screens, actions and games at once, and marks the first as active', async () => {
    const { open, calls } = renderPalette();
    const field = await open();
    expect(options('Actions')).toEqual([
      'New ticket',
      'New game',
      'Add integration',
      'New user',
      'New maintenance',
      'New API token',
      'New webhook',
      'Import and export games, bets and media',
      'Fetch today',
      'View as an integration…',
      'API documentation',
      'Operator guide',
      'Switch to light theme',
      'Keyboard shortcuts?',
      'Logout',
    ]);
    expect(options('Screens').slice(0, 3)).toEqual(['DashboardGD', 'SessionsGS', 'Sessions listGL']);
    expect(active(field)).toBe('New ticket');
    expect(calls.some(({ endpoint }) => endpoint === 'searchHub')).toBe(false);
  });

  it.each([
    ['sign out', 'Actions', 'Logout'],
    ['new maintenance', 'Actions', 'New maintenance'],
    ['broadcast', 'Screens', 'StatusG9'],
    ['definition', 'Screens', 'FiguresGJ'],
  ])('finds by “%s” in %s %s', async (typed, group, found) => {
    await renderPalette().open(typed);
    await waitFor(() => expect(options(group)).toEqual([found]));
  });

  it('opens a game by the arrows and Enter, and remembers it', async () => {
    const { open, user, router } = renderPalette();
    const field = await open('the');
    await waitFor(() => expect(options('Games')).toEqual(['Tome of Thebes']));
    expect(active(field)).toBe('Switch to light theme');
    await user.keyboard('{ArrowDown}');
    expect(active(field)).toBe('Tome of Thebes');
    await user.keyboard('{ArrowUp}{ArrowDown}{Enter}');
    expect(router.state.location.pathname).toBe('/game/8');
    expect(screen.queryByRole('combobox')).toBeNull();
    await open();
    expect(options('Recent')).toEqual(['Tome of ThebesGame']);
  });

  it('leads from the game that fits best to its sessions, its performance and its editing', async () => {
    const { open, user, router } = renderPalette();
    await open('tome');
    await waitFor(() => expect(options('Tome of Thebes')).toEqual(['Sessions', 'Performance', 'Edit game']));
    await user.click(screen.getByRole('option', { name: 'Performance' }));
    expect(router.state.location.href).toBe('/game/8?view=performance');
  });

  it.each([
    [aRow().id, 'Hub session ID'],
    ['N2F0A17C4B93D201', 'External ticket ID'],
  ])(
    'puts the session of the pasted id %s first, and opens it by Enter before the answer is there',
    async (id, kind) => {
      let answer: (value: SearchResults) => void = () => {};
      const { open, user, calls } = renderPalette(
        () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      );
      const field = await open();
      await user.paste(id);
      expect(await screen.findByText(kind)).toBeVisible();
      await user.keyboard('{Enter}');
      expect(field).toBeVisible();
      await waitFor(() => expect(calls.map(({ endpoint }) => endpoint)).toContain('searchHub'));
      answer(
        found({
          sessions: foundRows(aRow()),
          tickets: foundRows({
            id: 4,
            title: 'Reels',
            status: 'open',
            integration: null,
            createdAt: '2026-11-20T10:00:00Z',
          }),
        }),
      );
      await waitFor(() => expect(screen.getByText(`session ${aRow().id}`)).toBeVisible());
    },
  );

  it('gives a session an address over the page, which Back and closing leave', async () => {
    const { open, user, router } = renderPalette(
      found({ sessions: foundRows(aRow()) }),
      'ludus_admin',
      '/charts?from=2026-11-01',
    );
    const shown = () => screen.findByRole('button', { name: `session ${aRow().id}` });
    for (const leave of [() => router.history.back(), async () => user.click(await shown())]) {
      await open(aRow().id);
      await user.click(await screen.findByRole('option', { name: /Wolves of Skadi/ }));
      await shown();
      expect(router.state.location.href).toBe(`/charts?from=2026-11-01&session=${aRow().id}`);
      await act(async () => leave());
      await waitFor(() => expect(screen.queryByRole('button', { name: /^session/ })).toBeNull());
      expect(router.state.location.href).toBe('/charts?from=2026-11-01');
    }
    expect(router.history.length).toBe(2);
  });

  it('opens the session of an address to those who may see it, and where the page does not', async () => {
    const address = `/charts?session=${aRow().id}`;
    const { user, router, unmount } = renderPalette(nothing, 'ludus_admin', address);
    await user.click(screen.getByRole('button', { name: `session ${aRow().id}` }));
    await waitFor(() => expect(router.state.location.href).toBe('/charts'));
    unmount();
    for (const [role, path] of [
      ['integration_guest', address],
      ['ludus_admin', `/session-list?session=${aRow().id}`],
    ] as const) {
      const view = renderPalette(nothing, role, path);
      expect(screen.queryByRole('button', { name: /^session/ })).toBeNull();
      view.unmount();
    }
  });

  it('shows sessions by game, integration, time and figures', async () => {
    const { open, user, router } = renderPalette(
      found({ userSessions: foundRows(aRow(), aRow({ id: aRow().id.replace(/1$/, '2') })) }),
    );
    await open('vg_2204817');
    await waitFor(() => expect(group('Sessions of user vg_2204817')).not.toBeNull());
    expect(options('Sessions of user vg_2204817')[0]).toBe('All sessions of vg_2204817');
    // One page for each integration at which the id is a player.
    const [, player, first] = within(screen.getByRole('group', { name: /^Sessions of user/ })).getAllByRole(
      'option',
    );
    for (const text of ['Wolves of Skadi', 'Alpina · 20/11/2026 14:11', '176,55 €', 'Bet 494,40 €']) {
      expect(first).toHaveTextContent(text);
    }
    expect(player).toHaveTextContent('User vg_2204817Alpina');
    await user.click(player as HTMLElement);
    expect(router.state.location.pathname).toBe('/players/1/vg_2204817');
  });

  it('leads to tickets, integrations, operators and people', async () => {
    const results = found({
      tickets: foundRows({
        id: 4,
        title: 'Alpine reels',
        status: 'open',
        integration: { id: 1, name: 'Alpina' },
        createdAt: '2026-11-20T10:00:00Z',
      }),
      integrations: foundRows({ id: 1, name: 'Alpina' }),
      operators: foundRows({
        id: 3,
        name: 'Alp Vetta',
        code: 'VETTA',
        integration: { id: 1, name: 'Alpina' },
      }),
      people: foundRows({
        id: 9,
        userId: null,
        username: 'alpine',
        email: 'a@alpina.test',
        role: null,
        integration: 'Alpina',
      }),
    });
    for (const [name, href] of [
      ['Alpine reels', '/ticket/4'],
      ['Alpina', '/integration/1'],
      ['Alp Vetta', '/session-list?operators=3'],
      ['alpine', '/users?user=hub-9'],
    ] as const) {
      const { open, user, router, unmount } = renderPalette(results);
      await open('alp');
      // Its parts that were typed are marked.
      const isLabel = (_text: string, part: Element | null) =>
        part?.tagName === 'SPAN' && part.textContent === name;
      await user.click(await screen.findByText(isLabel));
      expect(router.state.location.href).toBe(href);
      unmount();
    }
  });

  it('offers what the screen behind it declares', async () => {
    const run = vi.fn();
    const remove = registerCommands([
      { id: 'export', label: 'Export this view as CSV', group: 'screen', inPalette: true, run },
      { id: 'other', label: 'Not here', group: 'screen', keys: ['x'], run },
    ]);
    const { open, user } = renderPalette();
    await open();
    expect(options('On this screen')).toEqual(['Export this view as CSV']);
    await user.type(screen.getByRole('combobox'), 'export{Enter}');
    expect(run).toHaveBeenCalledOnce();
    remove();
  });

  it('shows a guest only what a guest may open', async () => {
    recents.set({ 'user-integration_guest': [] });
    const { open } = renderPalette(nothing, 'integration_guest');
    await open();
    expect(options('Screens')).toEqual(['CatalogGC', 'RequestsG1', 'NotificationsGN', 'SettingsGP']);
    expect(options('Actions')).toEqual([
      'New API token',
      'API documentation',
      'Switch to light theme',
      'Keyboard shortcuts?',
      'Logout',
    ]);
  });

  it('finds the guides by what developers look for, and opens that of the API in a tab of its own', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { open, user } = renderPalette();
    await open('openapi');
    expect(options('Actions')).toEqual(['API documentation']);
    await user.type(screen.getByRole('combobox'), '{Enter}');
    expect(opened).toHaveBeenCalledWith('/api/docs', '_blank', 'noopener');
    opened.mockRestore();
    await open('developer');
    expect(options('Actions')).toEqual(['API documentation', 'Operator guide']);
    const field = screen.getByRole('combobox');
    await user.clear(field);
    await user.type(field, 'conformance');
    expect(options('Actions')).toEqual(['Operator guide']);
    await user.clear(field);
    await user.type(field, 'import');
    expect(options('Actions')).toEqual(['Import and export games, bets and media']);
    for (const [words, screenName] of [
      ['outage', 'Status'],
      ['uptime', 'Status'],
      ['four eyes', 'Approvals'],
    ] as const) {
      await user.clear(field);
      await user.type(field, words);
      expect(options('Screens').map((one) => one?.slice(0, screenName.length))).toEqual([screenName]);
    }
  });

  it('finds screens by what is looked for on them', async () => {
    const { open, user } = renderPalette();
    const field = await open();
    for (const [word, name] of [
      ['overdue', /^Statements/],
      ['unbilled', /^Statements/],
      ['invoice', /^Statements/],
      ['expire', /^Certificates/],
      ['proof', /^Reconciliation/],
      ['freeze', /^Period close/],
    ] as const) {
      await user.clear(field);
      await user.paste(word);
      expect(options('Screens'), word).toEqual([expect.stringMatching(name)]);
    }
  });

  it('offers to look for a user id after what was found, where sessions may be read', async () => {
    const { open, user, unmount } = renderPalette();
    await open('thebes');
    await user.click(await screen.findByRole('option', { name: /^Search sessions of user “thebes”/ }));
    expect(screen.getByText('player thebes')).toBeVisible();
    unmount();
    const guest = renderPalette(nothing, 'integration_guest');
    await guest.open('zzz');
    expect(await screen.findByText('No results for “zzz”')).toBeVisible();
    expect(group('Search further')).toBeNull();
  });

  it('remembers by person, and nothing that the person may not open any more', async () => {
    const game = { kind: 'game' as const, id: '7', label: 'Wolves of Skadi', detail: '' };
    const ticket = { kind: 'ticket' as const, id: '4', label: 'Reels', detail: '' };
    const { open, session } = renderPalette(nothing, 'integration_guest');
    recents.set({
      [session.user().userId]: [ticket, game],
      another: [{ ...game, label: 'Of someone else' }],
    });
    await open();
    expect(options('Recent')).toEqual(['Wolves of SkadiGame']);
  });

  it('says what it did not find, and when it could not search', async () => {
    const { open, unmount } = renderPalette();
    await open('zzz');
    expect(await screen.findByText('No results for “zzz”')).toBeVisible();
    expect(options('Search further')).toEqual(['Search sessions of user “zzz”The user ID must be complete']);
    unmount();
    const { open: openAgain } = renderPalette(new Refusal(502));
    await openAgain('zzz');
    expect(await screen.findByText(/^Couldn't search/)).toBeVisible();
  });
});

describe('keys of every page', () => {
  it('go to the screens that the person may open', async () => {
    const { user, router, unmount } = renderPalette();
    await user.keyboard('gl');
    expect(router.state.location.pathname).toBe('/session-list');
    unmount();
    const { user: guest, router: ofGuest } = renderPalette(nothing, 'integration_guest');
    await guest.keyboard('gl');
    expect(ofGuest.state.location.pathname).toBe('/');
    await guest.keyboard('gc');
    expect(ofGuest.state.location.pathname).toBe('/catalog');
  });

  it('open the palette by a slash where the screen has no search, and help by a question mark', async () => {
    const { user } = renderPalette();
    await user.keyboard('/');
    expect(await screen.findByRole('combobox')).toHaveValue('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    const remove = registerCommands([
      { id: 'own', label: 'Search games', group: 'screen', keys: ['/'], run: () => {} },
    ]);
    await user.keyboard('/');
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(
      within(help)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['On this screen', 'Everywhere', 'Go to']);
    expect(help).toHaveTextContent('Search games/');
    expect(help).toHaveTextContent('Search or run a commandCtrlKor/');
    remove();
  });
});
