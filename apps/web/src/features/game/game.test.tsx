import { type Game, getGame, listCatalog } from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogOrder } from '../../domain/game/catalog-order.ts';
import { keyOf, queryFor } from '../../lib/api/index.ts';
import { Refusal } from '../../test/answer-calls.ts';
import { cover, full, renderGame } from '../../test/game-screen.tsx';
import { aGame, aLink } from '../../test/games.ts';
import { testQueryClient } from '../../test/render.tsx';
import { testSession } from '../../test/session.ts';
import { setViewport } from '../../test/viewport.ts';

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

/** Notifies what the page observes that its title has left the window, or has come back. */
let scrollTitle: (isInSight: boolean) => void = () => {};

beforeEach(() => {
  catalogOrder.set([]);
  notifications.clean();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: IntersectionObserverCallback) {
        scrollTitle = (isInSight) => {
          const entry = { isIntersecting: isInSight, boundingClientRect: { top: isInSight ? 300 : -90 } };
          act(() => listener([entry as IntersectionObserverEntry], this as never));
        };
      }
      observe() {}
      disconnect() {}
    },
  );
});

describe('the game page', () => {
  it('[GAME-01] opens with a banner that carries the name', async () => {
    renderGame();
    expect(await screen.findByRole('img', { name: 'Wolves of Skadi' })).toHaveAttribute(
      'src',
      '/media/banner/banner.webp',
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Wolves of Skadi' })).toBeVisible();
    expect(document.title).toBe('Wolves of Skadi · Ludus Hub');
  });

  it('says that a change of it waits for a second person, and leads there, to those who administrate', async () => {
    const change = {
      id: 5,
      kind: 'visibility',
      title: { code: 'approvals.gamesOf', values: { integration: 'Alpina' } },
      subject: 'game/7',
      requestedAt: '2026-11-20T12:00:00.000Z',
      requestedBy: { userId: 'u-anna', username: 'anna' },
      isOwn: false,
      mayOpen: true,
    };
    const asked: string[] = [];
    const listPendingChanges = ({ query }: { query: Record<string, string> }) => {
      asked.push(query.subject ?? '');
      return { rows: [change] };
    };
    const provider = renderGame({ answers: { listPendingChanges } });
    const note = within(await screen.findByRole('status'));
    expect(note.getByText('A change waits for approval')).toBeVisible();
    expect(note.getByRole('link', { name: 'Games that Alpina sees' })).toHaveAttribute(
      'href',
      '/approvals?id=5',
    );
    expect(asked).toEqual(['game/7']);
    provider.unmount();
    renderGame({ role: 'integration_manager', answers: { listPendingChanges } });
    await screen.findByRole('heading', { level: 1 });
    expect(asked).toEqual(['game/7']);
  });

  it('leads back to the catalogue from the banner, for who may open it', async () => {
    const admin = renderGame();
    const back = await screen.findByRole('link', { name: 'Back to Catalog' });
    expect(back).toHaveAttribute('href', '/catalog');
    admin.unmount();
    renderGame({ role: 'integration_manager' });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Back to Catalog' })).toBeNull();
  });

  it('[API-007][API-008] reads the game with media and documents, and with links only for people of an integration', async () => {
    const admin = renderGame();
    await screen.findByRole('heading', { level: 1 });
    expect(admin.calls.filter(({ endpoint }) => endpoint === 'getGame')).toEqual([
      { endpoint: 'getGame', path: '/api/games/7', query: { with: 'game_media,certificates' } },
    ]);
    admin.unmount();
    const guest = renderGame({
      role: 'integration_guest',
      answer: full({ integrations: [aLink('visible')] }),
    });
    await screen.findByRole('heading', { level: 1 });
    expect(guest.calls[0]?.query).toEqual({ with: 'game_media,integrations' });
    expect(screen.getByText('Available')).toBeVisible();
  });

  it('[GAME-02][GAME-04][GAME-05] plays the demo in a frame in the banner’s place', async () => {
    const { user } = renderGame();
    await user.click(await screen.findByRole('button', { name: 'Play demo' }));
    const frame = screen.getByTitle('Demo of Wolves of Skadi');
    expect(frame.tagName).toBe('IFRAME');
    expect(frame).toHaveAttribute('src', 'http://demo.example/demo/wolves_of_skadi?fullBtn=false');
    expect(screen.queryByRole('img', { name: 'Wolves of Skadi' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close demo' }));
    expect(screen.queryByTitle('Demo of Wolves of Skadi')).toBeNull();
    expect(screen.getByRole('img', { name: 'Wolves of Skadi' })).toBeVisible();
  });

  it('[GAME-02] keeps a running demo when the game cannot be refreshed', async () => {
    let isAway = false;
    const { user, queryClient } = renderGame({ answer: () => (isAway ? new Refusal(500) : full()) });
    await user.click(await screen.findByRole('button', { name: 'Play demo' }));
    const frame = screen.getByTitle('Demo of Wolves of Skadi');
    isAway = true;
    await act(() => queryClient.refetchQueries({ queryKey: keyOf(getGame) }));
    expect(await screen.findByText(/^Couldn't refresh/)).toBeVisible();
    expect(screen.getByTitle('Demo of Wolves of Skadi')).toBe(frame);
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/^Couldn't refresh/)).toBeNull());
    expect(screen.getByTitle('Demo of Wolves of Skadi')).toBe(frame);
  });

  it('[GAME-04][OPEN-13] opens the demo in a new tab below 640 px', async () => {
    setViewport(639);
    renderGame();
    const link = await screen.findByRole('link', { name: 'Play demo' });
    expect(link).toHaveAttribute('href', 'http://demo.example/demo/wolves_of_skadi?fullBtn=false');
    expect(link).toHaveAttribute('target', '_blank');
    act(() => setViewport(640));
    expect(screen.getByRole('button', { name: 'Play demo' })).toBeVisible();
  });

  it('[GAME-03] says that there is no demo', async () => {
    renderGame({ answer: full({ isDemo: false }) });
    expect(await screen.findByRole('button', { name: 'Demo unavailable' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Play demo' })).toBeNull();
  });

  it('[GAME-03] offers no demo where no host plays it', async () => {
    renderGame({ session: testSession('ludus_admin') });
    expect(await screen.findByRole('button', { name: 'Demo unavailable' })).toBeDisabled();
  });

  it('[GAME-06] shows small image and name in a bar only once the title is out of sight', async () => {
    const { container } = renderGame();
    await screen.findByRole('heading', { level: 1 });
    const bar = () => container.querySelector<HTMLElement>('[data-sticky-title]');
    expect(bar()).toBeNull();
    scrollTitle(false);
    expect(bar()).toHaveTextContent('Wolves of Skadi');
    expect(bar()?.querySelector('img')).toHaveAttribute('src', '/media/cover/96w.webp');
    scrollTitle(true);
    expect(bar()).toBeNull();
  });

  it('[GAME-07][I18N-03] describes the game in the interface language', async () => {
    renderGame();
    expect(await screen.findByText(/the huntress keeps her wolves/)).toBeVisible();
    await act(() => i18next.changeLanguage('it'));
    try {
      expect(screen.getByText(/la cacciatrice alleva i suoi lupi/)).toBeVisible();
      expect(screen.queryByText(/the huntress/)).toBeNull();
      expect(fact('Uscita')).toHaveTextContent('12 giugno 2025');
    } finally {
      await act(() => i18next.changeLanguage('en'));
    }
  });

  it('[GAME-39] leaves for the catalogue when the game is none of it', async () => {
    const { onNotInCatalog } = renderGame({ answer: full({ isCatalog: false }) });
    await waitFor(() => expect(onNotInCatalog).toHaveBeenCalled());
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  it('[GAME-39][ROLE-08] leaves for the catalogue when the person may not see the game', async () => {
    const { onNotInCatalog } = renderGame({
      role: 'integration_admin',
      answer: () => new Refusal(404, 'Game not found'),
    });
    await waitFor(() => expect(onNotInCatalog).toHaveBeenCalled());
    expect(await screen.findAllByText('Game not found.')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[ERR-002][OPEN-62] says when the game cannot be loaded, and loads it again', async () => {
    let isUp = false;
    const { user, onNotInCatalog } = renderGame({ answer: () => (isUp ? full() : new Refusal(500)) });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error trying to connect to the server.');
    expect(alert).toHaveTextContent('Reload page to try again.');
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Wolves of Skadi' })).toBeVisible();
    expect(onNotInCatalog).not.toHaveBeenCalled();
  });

  it('shows at once what the catalogue has brought, and the rest when it comes', async () => {
    const queryClient = testQueryClient();
    const asked = queryFor(listCatalog, { query: { with: ['game_media'], mediaTypes: ['main', 'mini'] } });
    queryClient.setQueryData(asked.queryKey, { rows: [aGame({ game_media: [cover] })] });
    let arrive: (game: Game) => void = () => {};
    renderGame({
      queryClient,
      answer: () =>
        new Promise<Game>((resolve) => {
          arrive = resolve;
        }),
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Wolves of Skadi' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Gallery' })).toBeNull();
    await act(async () => arrive(full()));
    expect(await screen.findByRole('region', { name: 'Gallery' })).toBeVisible();
    expect(
      queryClient.getQueryState(
        queryFor(getGame, { params: { id: 7 }, query: { with: ['game_media', 'certificates'] } }).queryKey,
      )?.status,
    ).toBe('success');
  });
});

describe('the facts', () => {
  it('[GAME-10] name the supported platforms by icons', async () => {
    const both = renderGame();
    expect(await screen.findByRole('img', { name: 'Mobile' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Desktop' })).toBeVisible();
    both.unmount();
    renderGame({ answer: full({ supportedPlatforms: { mobile: true, desktop: false } }) });
    expect(await screen.findByRole('img', { name: 'Mobile' })).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Desktop' })).toBeNull();
  });

  it('[GAME-11] hold format, pay method, reels and rows', async () => {
    renderGame();
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Format')).toHaveTextContent('HTML5');
    expect(fact('Pay type')).toHaveTextContent('Ways');
    expect(fact('Reels')).toHaveTextContent('6');
    expect(fact('Rows')).toHaveTextContent('4');
  });

  it('[GAME-12][GAME-13][GAME-14][GAME-15] hold RTP, volatility, hit frequency and multiplier', async () => {
    renderGame();
    await screen.findByRole('heading', { level: 1 });
    expect(fact('RTP')).toHaveTextContent('96,19%');
    expect(
      within(fact('Volatility') as HTMLElement).getByRole('img', { name: 'Volatility 7 of 10' }),
    ).toBeVisible();
    expect(fact('Volatility')).toHaveTextContent('7/10');
    expect(fact('Hit frequency')).toHaveTextContent('27,40%');
    expect(fact('Max win')).toHaveTextContent('x12.500');
  });

  it('[GAME-16][OPEN-29] hold the stakes and the exposure in euro', async () => {
    renderGame();
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Min bet')).toHaveTextContent('0,20 €');
    expect(fact('Max bet')).toHaveTextContent('100,00 €');
    expect(fact('Max exposure')).toHaveTextContent('1.250.000,00 €');
  });

  it('[GAME-17][GAME-18] hold lines above zero, and buy bonus as yes or no', async () => {
    const ways = renderGame();
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Lines')).toHaveTextContent('4.096');
    expect(fact('Buy bonus')).toHaveTextContent('Yes');
    ways.unmount();
    renderGame({ answer: full({ lines: 0, isBuyBonus: false }) });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Lines')).toBeNull();
    expect(fact('Buy bonus')).toHaveTextContent('No');
  });

  it('[GAME-11] leave out reels, rows and the pay type of lines that a roulette does not have', async () => {
    renderGame({ answer: full({ type: 'ROULETTE', reels: 0, gameRows: 0 }) });
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Buy bonus')).toBeVisible();
    for (const name of ['Reels', 'Rows', 'Pay type'])
      expect(screen.queryByText(name, { selector: 'dt' })).toBeNull();
  });

  it('[GAME-19] hold the custom properties', async () => {
    renderGame({ answer: full({ propertiesData: { 'Bonus trigger': '4 runes', 'Free spins': '10' } }) });
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Bonus trigger')).toHaveTextContent('4 runes');
    expect(fact('Free spins')).toHaveTextContent('10');
  });

  it('[GAME-20] hold the release date in long form, N/A without one', async () => {
    const dated = renderGame();
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Released')).toHaveTextContent('12 June 2025');
    dated.unmount();
    renderGame({ answer: full({ release_date: null, rtp: null, max_multiplier_win: null }) });
    await screen.findByRole('heading', { level: 1 });
    for (const label of ['Released', 'RTP', 'Max win']) expect(fact(label)).toHaveTextContent('N/A');
  });

  it('[GAME-21][ERR-013] copy the slug', async () => {
    const { user } = renderGame();
    await user.click(await screen.findByRole('button', { name: 'Copy Slug' }));
    expect(await screen.findByText('Copied to clipboard!')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('wolves_of_skadi');
  });

  it('[ERR-014] say when the slug could not be copied', async () => {
    const { user } = renderGame();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
    await user.click(await screen.findByRole('button', { name: 'Copy Slug' }));
    expect(await screen.findByText('Something went wrong, please try again')).toBeInTheDocument();
  });
});

describe('previous and next game', () => {
  it('[GAME-30][CAT-21] follow the remembered order and wrap around', async () => {
    catalogOrder.set([7, 4, 9]);
    const { user, onOpenGame } = renderGame();
    const next = await screen.findByRole('link', { name: 'Next game' });
    const previous = screen.getByRole('link', { name: 'Previous game' });
    expect(next).toHaveAttribute('href', '/game/4');
    expect(previous).toHaveAttribute('href', '/game/9');
    await user.click(next);
    expect(onOpenGame).toHaveBeenLastCalledWith(4);
  });

  it('[GAME-30] follow the arrow keys', async () => {
    catalogOrder.set([7, 4, 9]);
    const { user, onOpenGame } = renderGame();
    await screen.findByRole('link', { name: 'Next game' });
    await user.keyboard('{ArrowRight}');
    expect(onOpenGame).toHaveBeenLastCalledWith(4);
    await user.keyboard('{ArrowLeft}');
    expect(onOpenGame).toHaveBeenLastCalledWith(9);
  });

  it('[GAME-30] are left out when nothing is remembered', async () => {
    const { user, onOpenGame } = renderGame();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Next game' })).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(onOpenGame).not.toHaveBeenCalled();
  });
});
