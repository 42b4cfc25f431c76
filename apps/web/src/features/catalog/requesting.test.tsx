import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestList } from '../../domain/game/request-list.ts';
import { cardNames, freshCatalog, renderCatalog } from '../../test/catalog-screen.tsx';
import { aGame, aLink } from '../../test/games.ts';
import { setViewport } from '../../test/viewport.ts';

/** Two to ask for, one asked for, one played, one in dev. */
const rows = [
  aGame({ id: 1, name: 'Jade Lantern', integrations: [aLink('visible')] }),
  aGame({ id: 2, name: 'Frostjarl', integrations: [aLink('visible')] }),
  aGame({ id: 3, name: 'Onyx Cat', integrations: [aLink('requested')] }),
  aGame({ id: 4, name: 'Dead Creek', integrations: [aLink('active')] }),
  aGame({ id: 5, name: 'Gummy Galaxy', isDev: true, integrations: [aLink('visible')] }),
];
const answer = { rows };
const pickable = () =>
  screen.queryAllByRole('checkbox', { name: /^Request / }).map((box) => box.getAttribute('aria-label'));
const bar = () => screen.getByRole('region', { name: 'Request games' });

beforeEach(freshCatalog);

describe('a requested game', () => {
  it('[ROLE-11] carries a mark in grid and list, and no other game does', async () => {
    const { user } = renderCatalog({ role: 'integration_admin', answer });
    const card = (await screen.findByText('Onyx Cat')).closest('a');
    expect(screen.getAllByText('Requested')).toHaveLength(1);
    expect(card).toHaveTextContent('Requested');
    await user.click(screen.getByRole('radio', { name: 'List' }));
    await user.click(await screen.findByRole('tab', { name: /Available/ }));
    expect(screen.getAllByText('Requested')).toHaveLength(1);
    expect(screen.getByText('Onyx Cat').closest('a')).toHaveTextContent('Requested');
  });

  it('[ROLE-11] carries none for the provider', async () => {
    renderCatalog({ role: 'ludus_admin', answer });
    expect(await screen.findByText('Onyx Cat')).toBeVisible();
    expect(screen.queryByText('Requested')).toBeNull();
  });
});

describe('how a request stands', () => {
  const askedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const mark = {
    id: 9,
    gameId: 3,
    state: 'asked' as const,
    integration: { id: 1, name: 'Alpina' },
    askedAt,
    decidedAt: null,
    reason: null,
  };

  const granted = (gameId: number) => ({
    ...mark,
    id: 10,
    gameId,
    state: 'granted' as const,
    decidedAt: '2026-11-24T09:30:00.000Z',
  });

  it('says to the integration since when, or what the answer is', async () => {
    const marks = [mark, { ...mark, id: 10, gameId: 1, state: 'refused' as const, reason: 'No demand.' }];
    renderCatalog({ role: 'integration_admin', answer, marks });
    expect(await screen.findByText('Requested 3 days ago')).toBeVisible();
    expect(screen.getByText('Onyx Cat').closest('a')).toHaveTextContent('Requested 3 days ago');
    expect(screen.getByText('Jade Lantern').closest('a')).toHaveTextContent('Refused');
    expect(screen.getByText('Refused')).not.toHaveAttribute('data-granted');
  });

  it('lets a granted one stand back, and says since when the platform is waited for', async () => {
    renderCatalog({ role: 'integration_admin', answer, marks: [mark, granted(1)] });
    const text = 'Granted 24/11/2026, waiting for your platform';
    expect((await screen.findByText(text)).parentElement).toHaveAttribute('data-granted', 'true');
    expect(screen.getByText('Requested 3 days ago').parentElement).not.toHaveAttribute('data-granted');
  });

  it('says to the provider by whom', async () => {
    const baltica = { ...mark, id: 11, integration: { id: 2, name: 'Baltica' } };
    const own = { ...mark, id: 12, gameId: 4 };
    renderCatalog({ role: 'ludus_admin', answer, marks: [mark, baltica, own] });
    expect(await screen.findByText('Requested by Alpina')).toBeVisible();
    expect(screen.getByText('Dead Creek').closest('a')).toHaveTextContent('Requested by Alpina');
    expect(screen.getByText('Onyx Cat').closest('a')).toHaveTextContent('Requested by 2');
  });

  it('says to the provider that it is in review, unless someone waits for that still', async () => {
    const inReview = { ...mark, state: 'reviewing' as const };
    const ofBaltica = { id: 11, integration: { id: 2, name: 'Baltica' } };
    const both = (gameId: number) => [
      { ...inReview, id: 12, gameId },
      { ...mark, ...ofBaltica, gameId },
    ];
    const allInReview = both(4).map((row) => ({ ...row, state: 'reviewing' as const }));
    renderCatalog({ role: 'ludus_admin', answer, marks: [inReview, ...allInReview, ...both(1)] });
    expect((await screen.findByText('In review for Alpina')).closest('a')).toHaveTextContent('Onyx Cat');
    expect(screen.getByText('Dead Creek').closest('a')).toHaveTextContent('In review for 2');
    expect(screen.getByText('Jade Lantern').closest('a')).toHaveTextContent('Requested by 2');
  });

  it('says to the provider to whom it was granted, unless someone still asks for it', async () => {
    const toBaltica = { ...granted(4), id: 12, integration: { id: 2, name: 'Baltica' } };
    const marks = [granted(1), granted(4), toBaltica, granted(3), { ...mark, id: 13 }];
    renderCatalog({ role: 'ludus_admin', answer, marks });
    const text = await screen.findByText('Granted to Alpina 24/11/2026, waiting for its platform');
    expect(text.closest('a')).toHaveTextContent('Jade Lantern');
    expect(text.parentElement).toHaveAttribute('data-granted', 'true');
    expect(screen.getByText('Dead Creek').closest('a')).toHaveTextContent(
      'Granted to 2, waiting for their platforms',
    );
    expect(screen.getByText('Onyx Cat').closest('a')).toHaveTextContent('Requested by Alpina');
  });

  it('a guest, who opens no requests, learns of the answer all the same', async () => {
    renderCatalog({ role: 'integration_guest', answer, marks: [granted(3)] });
    expect(await screen.findByText('Granted 24/11/2026, waiting for your platform')).toBeVisible();
    expect(screen.queryByText('Requested')).toBeNull();
  });
});

describe('the requesting mode', () => {
  it('[CAT-19] gives a checkbox to each Available game not yet requested, and to no other', async () => {
    const { user } = renderCatalog({ role: 'integration_admin', answer });
    await screen.findByText('Frostjarl');
    expect(pickable()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Request games' }));
    expect(pickable().sort()).toEqual(['Request Frostjarl', 'Request Jade Lantern']);
    expect(cardNames()).toHaveLength(5);
    await user.click(within(bar()).getByRole('button', { name: 'Cancel' }));
    expect(pickable()).toEqual([]);
  });

  it('[CAT-20][NAV-30] counts the ticked games and hands them to the review', async () => {
    const { user, onReview } = renderCatalog({ role: 'integration_admin', answer });
    await user.click(await screen.findByRole('button', { name: 'Request games' }));
    const review = within(bar()).getByRole('button', { name: 'Review' });
    expect(review).toBeDisabled();
    expect(bar()).toHaveTextContent('Select the games you want to request.');
    await user.click(screen.getByRole('checkbox', { name: 'Request Jade Lantern' }));
    expect(bar()).toHaveTextContent('1 game selected');
    await user.click(screen.getByRole('checkbox', { name: 'Request Frostjarl' }));
    expect(bar()).toHaveTextContent('2 games selected');
    await user.click(screen.getByRole('checkbox', { name: 'Request Jade Lantern' }));
    await user.click(screen.getByRole('checkbox', { name: 'Request Jade Lantern' }));
    await user.click(review);
    expect(onReview).toHaveBeenCalledWith([2, 1]);
  });

  it('[CAT-19] selects a game by its art, while its name still opens it', async () => {
    const { user, onOpenGame } = renderCatalog({ role: 'integration_admin', answer });
    await user.click(await screen.findByRole('button', { name: 'Request games' }));
    const box = screen.getByRole('checkbox', { name: 'Request Frostjarl' });
    const art = screen.getByText('Frostjarl').closest('a')?.querySelector('[data-art]') as HTMLElement;
    await user.click(art);
    expect(box).toBeChecked();
    await user.click(art);
    expect(box).not.toBeChecked();
    expect(onOpenGame).not.toHaveBeenCalled();
    await user.click(screen.getByText('Frostjarl'));
    expect(onOpenGame).toHaveBeenCalled();
  });

  it('[CAT-19] selects a game by its row of the list, while Enter still opens it', async () => {
    const { user, onOpenGame } = renderCatalog({
      role: 'integration_admin',
      answer,
      search: { view: 'list' },
    });
    await user.click(await screen.findByRole('button', { name: 'Request games' }));
    const row = screen.getByRole('link', { name: /Frostjarl/ });
    await user.click(row);
    expect(screen.getByRole('checkbox', { name: 'Request Frostjarl' })).toBeChecked();
    expect(onOpenGame).not.toHaveBeenCalled();
    row.focus();
    await user.keyboard('{Enter}');
    expect(onOpenGame).toHaveBeenCalledWith(2);
  });

  it('[CAT-19] stays with its ticks through a change of view, and shows the Available ones of the list', async () => {
    const { user } = renderCatalog({ role: 'integration_admin', answer, search: { view: 'list' } });
    await user.click(await screen.findByRole('button', { name: 'Request games' }));
    expect(await screen.findByRole('tab', { name: /Available/, selected: true })).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Request Frostjarl' }));
    expect(pickable()).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: 'Grid' }));
    expect(screen.getByRole('checkbox', { name: 'Request Frostjarl' })).toBeChecked();
    expect(bar()).toHaveTextContent('1 game selected');
  });

  it('[CAT-19] shows the Available ones when the view is changed to the list meanwhile', async () => {
    const { user } = renderCatalog({ role: 'integration_admin', answer });
    await user.click(await screen.findByRole('button', { name: 'Request games' }));
    await user.click(screen.getByRole('radio', { name: 'List' }));
    expect(await screen.findByRole('tab', { name: /Available/, selected: true })).toBeVisible();
    expect(pickable()).toHaveLength(2);
  });

  it('[CAT-19] brings the Available games of the grid into sight', async () => {
    const { user } = renderCatalog({
      role: 'integration_admin',
      answer,
      search: { view: 'grid', category: 'active' },
    });
    await screen.findByText('Dead Creek');
    expect(screen.queryByText('Frostjarl')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Request games' }));
    expect(await screen.findByText('Frostjarl')).toBeVisible();
  });

  it('[CAT-19] ticking does not open the game, and its card still does', async () => {
    const { user, onOpenGame } = renderCatalog({ role: 'integration_admin', answer });
    await user.click(await screen.findByRole('button', { name: 'Request games' }));
    await user.click(screen.getByRole('checkbox', { name: 'Request Frostjarl' }));
    expect(onOpenGame).not.toHaveBeenCalled();
    await user.click(screen.getByRole('link', { name: /Frostjarl/ }));
    expect(onOpenGame).toHaveBeenCalledWith(2);
  });

  it('[CAT-19] forgets ticks of games that can no longer be asked for', async () => {
    requestList.set([3, 2, 900]);
    const { onReview, user } = renderCatalog({ role: 'integration_admin', answer });
    await waitFor(() => expect(bar()).toHaveTextContent('1 game selected'));
    await user.click(within(bar()).getByRole('button', { name: 'Review' }));
    expect(onReview).toHaveBeenCalledWith([2]);
  });

  it('[CAT-19][OPEN-09] is offered to no one else, nor without a game to ask for', async () => {
    const cases = [
      { role: 'integration_guest', answer },
      { role: 'ludus_admin', answer },
      { role: 'ludus_manager', answer },
      { role: 'integration_admin', answer, canReview: false },
      { role: 'integration_admin', answer: { rows: rows.slice(2) } },
    ] as const;
    for (const one of cases) {
      requestList.set([1]);
      const view = renderCatalog(one);
      await screen.findByText('Dead Creek');
      expect(screen.queryByRole('button', { name: 'Request games' })).toBeNull();
      expect(pickable()).toEqual([]);
      expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
      view.unmount();
    }
  });

  it('[CAT-19][OPEN-13] starts from an icon on a phone', async () => {
    setViewport(390);
    const { user } = renderCatalog({ role: 'integration_admin', answer });
    await user.click(await screen.findByRole('button', { name: 'Request games' }));
    expect(pickable()).toHaveLength(2);
    act(() => setViewport(1440));
    expect(pickable()).toHaveLength(2);
  });
});

describe('creating a game', () => {
  it('[CAT-23][OPEN-05] the empty catalogue leads people who make games to the wizard', async () => {
    const open = vi.fn();
    const { user } = renderCatalog({ answer: { rows: [] }, create: { href: '/games/1', open } });
    const button = await screen.findByRole('link', { name: 'Create game' });
    expect(button).toHaveAttribute('href', '/games/1');
    expect(screen.queryByRole('link', { name: 'New game' })).toBeNull();
    await user.click(button);
    expect(open).toHaveBeenCalledOnce();
  });

  it('[CAT-23] others have no such button', async () => {
    renderCatalog({ role: 'ludus_manager', answer: { rows: [] } });
    expect(await screen.findByText('No games yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Create game' })).toBeNull();
  });
});
