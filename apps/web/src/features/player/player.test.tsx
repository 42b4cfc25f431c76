import type { Player, PlayerTotals, Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { playerHref, readPlayerId } from '../../domain/session/players.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aRow, someTotals } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { PlayerPage, type PlayersSessions } from './pages/player-page.tsx';
import { type PlayerSearch, readPlayerSearch } from './search.ts';

const id = '0190a7de-0000-7000-8000-000000000001';

function totals(part: Partial<PlayerTotals> = {}, isPlain = false): PlayerTotals {
  const { usersCount: _one, netwin, due, ...rest } = someTotals();
  return { ...rest, ...(isPlain ? {} : { netwin, due }), ...part } as PlayerTotals;
}

const aPlayer = (part: Partial<Player> = {}, isPlain = false): Player => ({
  integration: { id: 1, name: 'Alpina' },
  userId: 'vg_2204817',
  totals: totals({}, isPlain),
  firstSession: { id, createdAt: '2026-09-30T22:30:00Z' },
  lastSession: { id: id.replace(/1$/, '2'), createdAt: '2026-11-20T13:11:51Z' },
  months: ['2026-10', '2026-11'].map((month) => ({ month, totals: totals({ bet: 500.25 }, isPlain) })),
  games: [{ game: aRow().game, totals: totals({ bet: 800.5 }, isPlain) }],
  asOf: '2026-11-20T13:32:07Z',
  ...part,
});

function renderPlayer(answer: unknown, as: Role = 'ludus_admin', userId = 'vg_2204817') {
  const calls = answerCalls({ getPlayer: answer });
  const onOpenSession = vi.fn();
  const listed: PlayersSessions[] = [];
  function Page() {
    const [search, setSearch] = useState<PlayerSearch>({});
    return (
      <SignedIn as={as}>
        <PlayerPage
          integrationId={1}
          userId={userId}
          search={search}
          onSearch={setSearch}
          onOpenSession={onOpenSession}
          renderSessions={(sessions) => {
            listed.push(sessions);
            return <p>Their sessions</p>;
          }}
        />
      </SignedIn>
    );
  }
  return { ...renderScreen(<Page />), calls, onOpenSession, listed };
}

const tile = (name: string) =>
  within(screen.getByRole('region', { name: 'Totals' }))
    .getByText(name)
    .closest('div')?.textContent;

describe('the page of a player', () => {
  it('has totals, months, games and the sessions from the first one on', async () => {
    const { listed, user, onOpenSession } = renderPlayer(aPlayer());
    expect(await screen.findByText(/^Alpina, real money/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Player vg_2204817');
    expect(tile('Bet')).toContain('1.000,50');
    expect(tile('Net win')).toContain('75,19');
    expect(tile('Rounds')).toContain('2.500');
    const games = screen.getByRole('table', { name: 'By game' });
    expect(within(games).getByText('Wolves of Skadi')).toBeVisible();
    expect(games.textContent).toContain('800,50');
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    const months = await screen.findByRole('table', { name: 'By month' });
    expect(months.textContent).toContain('500,25');
    // The first session was created after midnight in Rome.
    expect(listed.at(-1)).toMatchObject({
      userId: 'vg_2204817',
      type: 'real',
      period: { from: '2026-10-01' },
    });
    expect(screen.getByRole('link', { name: 'Open in the sessions list' })).toHaveAttribute(
      'href',
      expect.stringMatching(
        /^\/session-list\?from=2026-10-01&to=\S+&integrations=1&user=vg_2204817&played=false$/,
      ),
    );
    await user.click(screen.getByRole('button', { name: '01/10/2026 00:30' }));
    expect(onOpenSession).toHaveBeenCalledWith(id);
  });

  it('shows net win and due to those alone who may see them', async () => {
    renderPlayer(aPlayer({}, true), 'ludus_manager');
    await screen.findByText('Wolves of Skadi');
    expect(screen.queryByText('Net win')).toBeNull();
    expect(screen.queryByText('Due')).toBeNull();
    expect(tile('Gross win')).toContain('100,25');
  });

  it('asks for the sessions of a type, and says where there are none', async () => {
    const none = { firstSession: null, lastSession: null, months: [], games: [] };
    const { user, calls } = renderPlayer(({ query }: { query: Record<string, string> }) =>
      query.sessionTypeId === '4' ? aPlayer(none) : aPlayer(),
    );
    await screen.findByText('Their sessions');
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await screen.findByText(/real and play money/);
    await user.click(screen.getByRole('radio', { name: 'Fun' }));
    expect(await screen.findByText('No sessions of this type')).toBeVisible();
    expect(screen.queryByText('Their sessions')).toBeNull();
    expect(calls.map(({ query }) => query.sessionTypeId)).toEqual(['1', undefined, '4']);
  });

  it('says that there is no such player, and reports a failure as one', async () => {
    const { unmount } = renderPlayer(
      () => new Refusal(404, 'This player has no sessions.', { code: 'not_found' }),
    );
    expect(await screen.findByText('This player has no sessions.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Reload|Try again/ })).toBeNull();
    unmount();
    renderPlayer(() => new Refusal(500));
    await waitFor(() => expect(screen.getByText('Error trying to connect to the server.')).toBeVisible());
  });

  it('has a row of two lines for each game on a phone', async () => {
    setViewport(390);
    renderPlayer(aPlayer());
    expect(await screen.findByText('Wolves of Skadi')).toBeVisible();
    const games = screen.getByRole('list', { name: 'By game' });
    expect(games.textContent).toContain('800,50');
    setViewport(1440);
  });

  it('puts two figures into each column of the games on a tablet', async () => {
    setViewport(768);
    renderPlayer(aPlayer());
    const games = await screen.findByRole('table', { name: 'By game' });
    const heads = within(games)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
    expect(heads).toEqual(['Game', 'Sessions / Rounds', 'Bet / Win', 'Gross win / Net win', 'Due / RTP']);
    setViewport(1440);
  });

  it('has an address for every id that a platform may give', () => {
    for (const userId of ['vg_2204817', 'a/b', 'A&B', '50%', 'ü x', '?#']) {
      const href = playerHref(1, userId);
      const path = decodeURIComponent(new URL(href, 'http://hub').pathname);
      expect(path, userId).not.toContain('&');
      expect(path.split('/')).toHaveLength(4);
      expect(readPlayerId(path.split('/')[3] ?? '')).toBe(userId);
    }
    expect(readPlayerId('50%')).toBe('50%');
    expect(readPlayerSearch({ type: 'fun', page: '2' })).toEqual({ type: 'fun', page: 2 });
    expect(readPlayerSearch({ type: 'x', page: '0' })).toEqual({ type: undefined, page: undefined });
  });
});
