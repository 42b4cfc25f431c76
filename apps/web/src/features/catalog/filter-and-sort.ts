import { type CatalogueViewer, categoryOf, type Game, type GameCategory } from '@ludus/contract';
import type { GridSort, ListCategory, ListSort } from './search.ts';

/** A game with the category it has for the person who looks. */
export interface CatalogueGame {
  game: Game;
  category: GameCategory;
}

/** The categories as filters and tabs list them. */
export const categoryOrder = ['inDev', 'available', 'active'] as const satisfies readonly GameCategory[];

/** The sections of the grid: what can be played or had first, what is still being made last. */
const sectionOrder = ['available', 'active', 'inDev'] as const satisfies readonly GameCategory[];

/** Italian alphabet, whatever the case; "Bells 2" before "Bells 10". */
function compareTexts(first: string, second: string): number {
  return first.localeCompare(second, 'it', { numeric: true, sensitivity: 'base' });
}

/** Games with their category; those without one are not this person's to see. */
export function categorise(games: readonly Game[], viewer: CatalogueViewer): CatalogueGame[] {
  return games.flatMap((game) => {
    const category = categoryOf(game, viewer);
    return category === null ? [] : [{ game, category }];
  });
}

/** The text somewhere in the name, whatever the case. */
export function searchByName(games: readonly CatalogueGame[], text: string): readonly CatalogueGame[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? games : games.filter(({ game }) => game.name.toLowerCase().includes(wanted));
}

export type CategoryCounts = Record<ListCategory, number>;

export function countCategories(games: readonly CatalogueGame[]): CategoryCounts {
  const counts: CategoryCounts = { all: games.length, inDev: 0, available: 0, active: 0 };
  for (const { category } of games) counts[category] += 1;
  return counts;
}

function byName(first: Game, second: Game): number {
  return (
    compareTexts(first.name, second.name) ||
    compareTexts(first.sub_name ?? '', second.sub_name ?? '') ||
    first.id - second.id
  );
}

/** Values in order, missing ones last whichever way the order runs. */
function byValue(first: number | string | null, second: number | string | null, desc: boolean): number {
  if (first === null || second === null) return first === second ? 0 : first === null ? 1 : -1;
  const order = first < second ? -1 : first > second ? 1 : 0;
  return desc ? -order : order;
}

const gridOrders: Record<GridSort, (first: Game, second: Game) => number> = {
  createdAt: (first, second) => Date.parse(second.createdAt) - Date.parse(first.createdAt),
  release_date: (first, second) => byValue(first.release_date, second.release_date, true),
  name: byName,
};

export interface Section {
  category: GameCategory;
  games: readonly Game[];
}

/** The grid: sections of the ticked categories (null is all), newest first or by name; empty ones fall away. */
export function sectionsOf(
  games: readonly CatalogueGame[],
  ticked: readonly GameCategory[] | null,
  sort: GridSort,
): Section[] {
  const order = gridOrders[sort];
  return sectionOrder
    .filter((category) => ticked === null || ticked.includes(category))
    .map((category) => ({
      category,
      games: games
        .filter((one) => one.category === category)
        .map(({ game }) => game)
        .sort((first, second) => order(first, second) || byName(first, second)),
    }))
    .filter((section) => section.games.length > 0);
}

/** The list: one category or all, by a column. */
export function listOf(
  games: readonly CatalogueGame[],
  category: ListCategory,
  { id, desc }: { id: ListSort; desc: boolean },
): Game[] {
  return games
    .filter((one) => category === 'all' || one.category === category)
    .map(({ game }) => game)
    .sort((first, second) =>
      id === 'name'
        ? byName(first, second) * (desc ? -1 : 1)
        : byValue(first[id], second[id], desc) || byName(first, second),
    );
}
