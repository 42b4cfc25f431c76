import type { Game, GameRequestMark, Role } from '@ludus/contract';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { vi } from 'vitest';
import { catalogOrder } from '../domain/game/catalog-order.ts';
import { requestList } from '../domain/game/request-list.ts';
import { CatalogPage } from '../features/catalog/pages/catalog-page.tsx';
import { type CatalogSearch, defaultView, storedView } from '../features/catalog/search.ts';
import { answerCalls } from './answer-calls.ts';
import { aGame, aMedium } from './games.ts';
import { renderScreen } from './render.tsx';

const cover = aMedium({
  id: 11,
  isMainImage: true,
  variants: [{ width: 480, url: '/media/cover/480w.webp' }],
});
const mini = aMedium({ id: 12, isMiniBanner: true, url: '/media/mini/mini.webp', width: 1152, height: 80 });

export const games: Game[] = [
  aGame({ id: 1, name: 'Wolves of Skadi', createdAt: '2025-04-28T09:00:00Z', game_media: [cover, mini] }),
  aGame({
    id: 2,
    name: 'Frostjarl',
    sub_name: 'Hold & Win',
    rtp: null,
    volatility: 8,
    max_multiplier_win: null,
    release_date: '2026-09-18',
    createdAt: '2026-08-01T09:00:00Z',
    game_media: [],
  }),
  aGame({
    id: 3,
    name: 'Gummy Galaxy',
    sub_name: null,
    isDev: true,
    release_date: '2027-01-15',
    createdAt: '2026-11-01T09:00:00Z',
    game_media: [],
  }),
];

interface Options {
  role?: Role;
  search?: CatalogSearch;
  answer?: unknown;
  /** The latest requests for games. */
  marks?: readonly GameRequestMark[];
  /** Whether the review can be opened. */
  canReview?: boolean;
  create?: { href: string; open: () => void } | null;
}

/** The page with an address that follows what it asks for, as its route does. */
export function renderCatalog({
  role = 'ludus_admin',
  search = {},
  answer = { rows: games },
  marks = [],
  ...ways
}: Options = {}) {
  const { canReview = true, create = null } = ways;
  const calls = answerCalls({
    listCatalog: answer,
    listGameRequestMarks: { rows: marks },
    listLapsedCertificates: { rows: [] },
  });
  const onSearch = vi.fn();
  const onOpenGame = vi.fn();
  const onReview = vi.fn();
  function Harness() {
    const [current, setCurrent] = useState(search);
    return (
      <CatalogPage
        search={current}
        onSearch={(next, typing) => {
          onSearch(next, typing);
          setCurrent(next);
        }}
        gameHref={(id) => `/game/${id}`}
        onOpenGame={onOpenGame}
        onReview={canReview ? onReview : null}
        create={create}
      />
    );
  }
  return { ...renderScreen(<Harness />, { role }), calls, onSearch, onOpenGame, onReview };
}

export const cardNames = () =>
  screen.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);
export const rowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').firstElementChild?.textContent);

/** Nothing is remembered, and nothing is laid out in tests: the place of the cards is given its width, six columns. */
export function freshCatalog() {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1168);
  storedView.set(defaultView);
  catalogOrder.set([]);
  requestList.set(null);
}
