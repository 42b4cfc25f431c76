import type { Role } from '@ludus/contract';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestList } from '../../domain/game/request-list.ts';
import { answerCalls, Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { aGame, aLink } from '../../test/games.ts';
import { renderScreen } from '../../test/render.tsx';
import { ReviewPage } from './pages/review-page.tsx';

const rows = [
  aGame({ id: 1, name: 'Jade Lantern', integrations: [aLink('visible')] }),
  aGame({ id: 2, name: 'Frostjarl', integrations: [aLink('visible')] }),
  aGame({ id: 3, name: 'Onyx Cat', integrations: [aLink('requested')] }),
];

interface Options {
  games?: readonly number[];
  role?: Role;
  answers?: Record<string, unknown>;
}

function renderReview({ games = [1, 2], role = 'integration_admin', answers = {} }: Options = {}) {
  const calls = answerCalls({
    listCatalog: { rows },
    requestGame: aGame(),
    notifyRequestedGames: { message: 'Sent' },
    ...answers,
  });
  const handlers = { onOpenGame: vi.fn(), onCatalog: vi.fn(), onGames: vi.fn() };
  requestList.set(games);
  function Harness() {
    const [current, setCurrent] = useState(games);
    return (
      <>
        <Notifications />
        <ReviewPage
          {...handlers}
          games={current}
          gameHref={(id) => `/game/${id}`}
          onGames={(next) => {
            handlers.onGames(next);
            setCurrent(next);
          }}
        />
      </>
    );
  }
  return { ...renderScreen(<Harness />, { role }), calls, ...handlers };
}

const shown = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const finish = () => screen.findByRole('button', { name: 'Finish request' });
const of = (calls: SeenCall[], endpoint: string) => calls.filter((call) => call.endpoint === endpoint);

beforeEach(() => {
  notifications.clean();
  requestList.set(null);
});

describe('the review of requested games', () => {
  it('[REV-01][OPEN-29] shows what decides about each game', async () => {
    renderReview();
    const list = await screen.findByRole('list', { name: 'Requested games' });
    expect(shown()).toEqual(['Jade Lantern', 'Frostjarl']);
    const [first] = within(list).getAllByRole('listitem') as [HTMLElement];
    const fact = (label: string) => within(first).getByText(label, { selector: 'dt' }).nextElementSibling;
    expect(fact('RTP')).toHaveTextContent('96,19%');
    expect(fact('Hit rate')).toHaveTextContent('27,40%');
    expect(within(first).getByRole('img', { name: 'Volatility 7 of 10' })).toBeVisible();
    expect(fact('Max win')).toHaveTextContent('x12.500');
    expect(fact('Max bet')).toHaveTextContent('100,00 €');
    expect(fact('Max exposure ratio')).toHaveTextContent('1.250.000,00 €');
    expect(fact('Bonus trigger')).toHaveTextContent('4 runes');
  });

  it('[REV-02][REV-04] takes a game out, and leaves for the catalogue after the last one', async () => {
    const { user, onGames, onCatalog } = renderReview();
    await user.click(await screen.findByRole('button', { name: 'Remove Jade Lantern' }));
    expect(onGames).toHaveBeenLastCalledWith([2]);
    expect(requestList.get()).toEqual([2]);
    expect(shown()).toEqual(['Frostjarl']);
    expect(onCatalog).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Remove Frostjarl' }));
    await waitFor(() => expect(onCatalog).toHaveBeenCalledWith());
    expect(requestList.get()).toBeNull();
  });

  it('[REV-04] leaves for the catalogue at once when no games are handed over', async () => {
    const { onCatalog, calls } = renderReview({ games: [] });
    await waitFor(() => expect(onCatalog).toHaveBeenCalledWith('nothingChosen'));
    expect(calls).toEqual([]);
  });

  it('[REV-04][OPEN-09] and when none of them can be asked for, or not by this person', async () => {
    const gone = renderReview({ games: [3, 900] });
    await waitFor(() => expect(gone.onCatalog).toHaveBeenCalledWith('noneAvailable'));
    gone.unmount();
    for (const role of ['ludus_admin', 'integration_manager', 'integration_guest'] as const) {
      const view = renderReview({ role });
      await waitFor(() => expect(view.onCatalog).toHaveBeenCalledWith('forbidden'));
      expect(view.calls).toEqual([]);
      view.unmount();
    }
  });

  it('[REV-05] opens a game', async () => {
    const { user, onOpenGame } = renderReview();
    const link = await screen.findByRole('link', { name: 'Frostjarl' });
    expect(link).toHaveAttribute('href', '/game/2');
    await user.click(link);
    expect(onOpenGame).toHaveBeenCalledWith(2);
  });

  it('[REV-03][OPEN-42][ERR-016] asks for each game, tells the provider once, empties the choice and leaves', async () => {
    const { user, calls, onCatalog } = renderReview();
    await user.click(await finish());
    await waitFor(() => expect(onCatalog).toHaveBeenCalled());
    expect(await screen.findByText('Game added to wishlist')).toBeInTheDocument();
    expect(of(calls, 'requestGame').map(({ query }) => query)).toEqual([
      { integrationName: 'Alpina', gameId: '1', isInterested: 'true' },
      { integrationName: 'Alpina', gameId: '2', isInterested: 'true' },
    ]);
    expect(of(calls, 'notifyRequestedGames').map(({ body }) => body)).toEqual([{ gameIds: [1, 2] }]);
    // The provider hears of it after everything is on the wishlist.
    expect(calls.filter(({ endpoint }) => endpoint !== 'listCatalog').at(-1)?.endpoint).toBe(
      'notifyRequestedGames',
    );
    expect(requestList.get()).toBeNull();
  });

  it('[REV-03] keeps what failed with its reason, and tells of the rest', async () => {
    let isDown = true;
    const { user, calls, onCatalog, onGames } = renderReview({
      answers: {
        requestGame: (call: SeenCall) =>
          isDown && call.query.gameId === '1' ? new Refusal(500, 'The wishlist is busy.') : aGame(),
      },
    });
    await user.click(await finish());
    expect(await screen.findByText('The wishlist is busy.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent("Couldn't request 1 game. Try again.");
    expect(shown()).toEqual(['Jade Lantern']);
    expect(onGames).toHaveBeenLastCalledWith([1]);
    expect(requestList.get()).toEqual([1]);
    expect(of(calls, 'notifyRequestedGames').map(({ body }) => body)).toEqual([{ gameIds: [2] }]);
    expect(onCatalog).not.toHaveBeenCalled();
    isDown = false;
    await user.click(await finish());
    await waitFor(() => expect(onCatalog).toHaveBeenCalled());
    expect(of(calls, 'notifyRequestedGames').map(({ body }) => body)).toEqual([
      { gameIds: [2] },
      { gameIds: [1] },
    ]);
  });

  it('[REV-03] tells no one when every game failed', async () => {
    const { user, calls } = renderReview({
      answers: { requestGame: () => new Refusal(409, 'Already requested.') },
    });
    await user.click(await finish());
    expect(await screen.findAllByText('Already requested.')).toHaveLength(2);
    expect(of(calls, 'notifyRequestedGames')).toEqual([]);
    expect(screen.queryByText('Game added to wishlist')).toBeNull();
  });

  it('[REV-03] lets the provider be told again when only that failed', async () => {
    let isDown = true;
    const { user, calls, onCatalog } = renderReview({
      answers: { notifyRequestedGames: () => (isDown ? new Refusal(500) : { message: 'Sent' }) },
    });
    await user.click(await finish());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /are requested, but the provider wasn't notified/,
    );
    expect(onCatalog).not.toHaveBeenCalled();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Notify provider' }));
    await waitFor(() => expect(onCatalog).toHaveBeenCalled());
    expect(of(calls, 'requestGame')).toHaveLength(2);
    expect(of(calls, 'notifyRequestedGames').at(-1)?.body).toEqual({ gameIds: [1, 2] });
  });

  it('[ERR-001] says when the catalogue cannot be read', async () => {
    const { onCatalog } = renderReview({
      answers: { listCatalog: () => new Refusal(500, 'The catalogue rests') },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('The catalogue rests');
    expect(onCatalog).not.toHaveBeenCalled();
  });
});
