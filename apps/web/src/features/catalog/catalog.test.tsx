import { listCatalog, type Role } from '@ludus/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogOrder } from '../../domain/game/catalog-order.ts';
import { keyOf } from '../../lib/api/index.ts';
import { firstCallsOf } from '../../lib/api/preload.ts';
import { Refusal } from '../../test/answer-calls.ts';
import { cardNames, freshCatalog, games, renderCatalog, rowNames } from '../../test/catalog-screen.tsx';
import { aGame, aLink } from '../../test/games.ts';
import { testSession } from '../../test/session.ts';
import { setViewport } from '../../test/viewport.ts';

beforeEach(freshCatalog);

describe('the catalogue', () => {
  it.each(['ludus_admin', 'integration_admin'] as const)(
    'asks as %s just what was begun for it while its code came',
    async (role) => {
      const { calls } = renderCatalog({ role });
      await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === 'listCatalog')).toBe(true));
      // The requests for its games follow once the first screen is shown.
      const [{ path, query } = { path: '', query: {} }, ...more] = calls.filter(
        ({ endpoint }) => endpoint !== 'listGameRequestMarks',
      );
      expect(more).toEqual([]);
      const begun = firstCallsOf('/catalog', testSession(role).user().scopes);
      expect(begun).toEqual([`${path}?${new URLSearchParams(query)}`]);
    },
  );

  it('[CAT-01] has a title, a search box and a grid/list toggle', async () => {
    renderCatalog();
    expect(screen.getByRole('heading', { level: 1, name: 'Catalog' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Search by name' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Grid' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'List' })).not.toBeChecked();
  });

  it('[CAT-01][OPEN-13] opens the search from an icon on a phone, and folds it again', async () => {
    setViewport(390);
    const { user } = renderCatalog();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.type(screen.getByRole('textbox', { name: 'Search by name' }), 'gum');
    await waitFor(() => expect(cardNames()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(cardNames()).toHaveLength(3);
  });

  it('[CAT-02] filters the grid and the list by name', async () => {
    const { user, onSearch } = renderCatalog();
    await screen.findByText('Frostjarl');
    await user.type(screen.getByRole('textbox', { name: 'Search by name' }), 'WOLV');
    await waitFor(() => expect(cardNames()).toHaveLength(1));
    expect(screen.getByText('Wolves of Skadi')).toBeVisible();
    expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ search: 'WOLV' }), true);
    await user.click(screen.getByRole('radio', { name: 'List' }));
    expect(rowNames()).toEqual(['Wolves of Skadi']);
    expect(onSearch).toHaveBeenLastCalledWith(
      expect.objectContaining({ search: 'WOLV', view: 'list' }),
      false,
    );
  });

  it('[CAT-02] goes to the search with the key "/"', async () => {
    const { user } = renderCatalog();
    await screen.findByText('Frostjarl');
    await user.keyboard('/');
    expect(screen.getByRole('textbox', { name: 'Search by name' })).toHaveFocus();
  });

  it('[CAT-03] keeps view, order and category for the next visit without an address of its own', async () => {
    const first = renderCatalog();
    await screen.findByText('Frostjarl');
    await first.user.click(screen.getByRole('radio', { name: 'List' }));
    await first.user.click(screen.getByRole('tab', { name: 'All 3' }));
    await first.user.click(screen.getByRole('button', { name: 'Volatility' }));
    expect(first.onSearch).toHaveBeenLastCalledWith(
      { view: 'list', category: 'all', sort: 'volatility', search: undefined, direction: undefined },
      false,
    );
    first.unmount();
    // What a reload finds.
    expect(JSON.parse(localStorage.getItem('ludus.catalog-view') ?? '')).toMatchObject({
      view: 'list',
      listCategory: 'all',
      listSort: { id: 'volatility', desc: false },
    });
    renderCatalog();
    expect(await screen.findByRole('tab', { name: 'All 3' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('columnheader', { name: 'Volatility' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  it('[CAT-22][OPEN-64] says when it is empty', async () => {
    renderCatalog({ answer: { rows: [] } });
    expect(await screen.findByText('No games yet')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('[CAT-28][API-001] reads GET /catalog with main and mini media, once for both views', async () => {
    const { user, calls } = renderCatalog();
    await screen.findByText('Frostjarl');
    await user.click(screen.getByRole('radio', { name: 'List' }));
    await screen.findByRole('table');
    const lists = calls.filter(({ endpoint }) => endpoint === 'listCatalog');
    expect(lists).toHaveLength(1);
    expect(lists[0]).toMatchObject({
      endpoint: 'listCatalog',
      path: '/api/catalog',
      query: { with: 'game_media', mediaTypes: 'main,mini' },
    });
  });

  it('[ERR-001][OPEN-62][OPEN-64] shows the server’s text when it fails, and tries again', async () => {
    let isOpen = false;
    const answer = () => (isOpen ? { rows: games } : new Refusal(500, 'The catalogue is being counted'));
    const { user } = renderCatalog({ answer });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The catalogue is being counted');
    expect(alert).toHaveTextContent('Reload page to try again.');
    expect(screen.queryByText('No games yet')).toBeNull();
    isOpen = true;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('Frostjarl')).toBeVisible();
  });

  it('keeps the games when they cannot be refreshed', async () => {
    let isAway = false;
    const { queryClient } = renderCatalog({ answer: () => (isAway ? new Refusal(502) : { rows: games }) });
    await screen.findByText('Frostjarl');
    isAway = true;
    await act(() => queryClient.refetchQueries({ queryKey: keyOf(listCatalog) }));
    expect(await screen.findByText(/^Couldn't refresh/)).toBeVisible();
    expect(screen.getByText('Frostjarl')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the grid', () => {
  it('[CAT-04][OPEN-27] is ordered by creation first, by release date or name on demand', async () => {
    const { user } = renderCatalog();
    await screen.findByText('Frostjarl');
    const active = screen.getByRole('region', { name: 'Active games' });
    const names = () =>
      within(active)
        .getAllByRole('link')
        .map((link) => link.textContent);
    expect(screen.getByRole('radio', { name: 'Created' })).toBeChecked();
    expect(names()[0]).toContain('Frostjarl');
    await user.click(screen.getByRole('radio', { name: 'Name' }));
    expect(screen.getByRole('radio', { name: 'Release date' })).not.toBeChecked();
    expect(names().map((name) => name?.slice(0, 5))).toEqual(['Frost', 'Wolve']);
  });

  it('[CAT-05] has checkboxes with counts', async () => {
    const { user } = renderCatalog();
    const all = await screen.findByRole('checkbox', { name: 'All 3' });
    const inDev = screen.getByRole('checkbox', { name: 'In dev 1' });
    const active = screen.getByRole('checkbox', { name: 'Active 2' });
    for (const box of [all, inDev, active]) expect(box).toBeChecked();
    await user.click(inDev);
    expect(screen.queryByText('Gummy Galaxy')).toBeNull();
    expect(all).not.toBeChecked();
    await user.click(all);
    expect(screen.getByText('Gummy Galaxy')).toBeVisible();
    for (const box of [all, inDev, active]) expect(box).toBeChecked();
  });

  it('[CAT-06][CAT-25][CAT-26] shows its sections under their headings', async () => {
    const rows = [
      aGame({ id: 1, name: 'A', integrations: [aLink('active')] }),
      aGame({ id: 2, name: 'B', integrations: [aLink('visible')] }),
      aGame({ id: 3, name: 'C', isDev: true, integrations: [aLink('visible')] }),
    ];
    renderCatalog({ role: 'integration_guest', answer: { rows } });
    await screen.findByText('B');
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(['Available games', 'Active games', 'In dev']);
    expect(
      within(screen.getByRole('region', { name: 'Available games' })).getByRole('link'),
    ).toHaveTextContent('B');
    expect(screen.getByRole('checkbox', { name: 'Available 1' })).toBeChecked();
  });

  it.each<Role>(['ludus_admin', 'ludus_manager'])('[CAT-27] has no Available for %s', async (role) => {
    const { user } = renderCatalog({ role });
    await screen.findByRole('checkbox', { name: 'Active 2' });
    expect(screen.queryByRole('checkbox', { name: /Available/ })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'List' }));
    expect(screen.queryByRole('tab', { name: /Available/ })).toBeNull();
  });

  it('[CAT-07] says when there is nothing to show', async () => {
    const { user } = renderCatalog();
    await user.click(await screen.findByRole('checkbox', { name: 'All 3' }));
    expect(screen.getByText('No content to display')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'All 3' }));
    await user.type(screen.getByRole('textbox'), 'nothing like it');
    expect(await screen.findByText('No content to display')).toBeVisible();
  });

  it('[CAT-08][OPEN-46] draws a card with main image, name, sub name and short month', async () => {
    renderCatalog();
    const card = await screen.findByRole('link', { name: /Frostjarl/ });
    expect(card).toHaveTextContent('Hold & Win');
    expect(card).toHaveTextContent('Sept 2026');
    const picture = screen.getByRole('link', { name: /Wolves/ }).querySelector('img');
    expect(picture).toHaveAttribute('srcset', '/media/cover/480w.webp 480w');
    // Its own size reserves the place before it arrives.
    expect(picture).toHaveAttribute('width', '1242');
  });

  it('[CAT-08] writes the month in the interface language', async () => {
    await i18next.changeLanguage('it');
    try {
      renderCatalog();
      expect(await screen.findByText('set 2026')).toBeVisible();
    } finally {
      await act(() => i18next.changeLanguage('en'));
    }
  });

  it('[CAT-09] shows the fallback image where the main image is missing or fails', async () => {
    renderCatalog();
    const without = await screen.findByRole('link', { name: /Frostjarl/ });
    expect(without.querySelector('[data-fallback]')).not.toBeNull();
    const card = screen.getByRole('link', { name: /Wolves/ });
    const picture = card.querySelector('img');
    expect(card.querySelector('[data-fallback]')).toBeNull();
    if (picture) fireEvent.error(picture);
    expect(card.querySelector('[data-fallback]')).not.toBeNull();
    expect(card.querySelector('img')).toBeNull();
  });

  it('asks for the covers further down once the first one is there, or cannot be had', async () => {
    const [wolves] = games;
    // Newest first; the last of them stands below the first row.
    const rows = Array.from({ length: 12 }, (_unused, index) =>
      aGame({
        id: 11 + index,
        name: `Game ${11 + index}`,
        createdAt: `2026-01-${30 - index}T00:00:00Z`,
        game_media: wolves?.game_media ?? [],
      }),
    );
    const coverOf = (name: string) =>
      screen.getByRole('link', { name: new RegExp(name) }).querySelector('img');
    for (const settle of [fireEvent.load, fireEvent.error]) {
      const { unmount } = renderCatalog({ answer: { rows } });
      await screen.findByRole('link', { name: /Game 11/ });
      const first = coverOf('Game 11');
      expect(first).toHaveAttribute('srcset');
      expect(coverOf('Game 22')).not.toHaveAttribute('srcset');
      if (first) settle(first);
      await waitFor(() => expect(coverOf('Game 22')).toHaveAttribute('srcset'));
      unmount();
    }
  });

  it('[CAT-21] leads to the game and remembers the displayed order', async () => {
    const { user, onOpenGame } = renderCatalog();
    const card = await screen.findByRole('link', { name: /Wolves/ });
    expect(card).toHaveAttribute('href', '/game/1');
    await user.click(card);
    expect(onOpenGame).toHaveBeenCalledWith(1);
    // Active ones, newest first, then in dev.
    expect(catalogOrder.get()).toEqual([2, 1, 3]);
    await user.click(screen.getByRole('checkbox', { name: 'In dev 1' }));
    await user.click(screen.getByRole('link', { name: /Wolves/ }));
    expect(catalogOrder.get()).toEqual([2, 1]);
  });

  it('[CAT-21] leaves new tabs to the browser, and remembers the order for them too', async () => {
    const { onOpenGame } = renderCatalog();
    const card = await screen.findByRole('link', { name: /Wolves/ });
    fireEvent.click(card, { ctrlKey: true });
    expect(onOpenGame).not.toHaveBeenCalled();
    expect(catalogOrder.get()).toEqual([2, 1, 3]);
  });
});
