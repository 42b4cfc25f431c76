import { type GameCategory, gameCategories } from '@ludus/contract';
import { createPersistentStore } from '../../lib/persistent-store.ts';
import { readOneOf, readText, type SearchInput } from '../../lib/search.ts';
import { viewKey } from './first-covers.ts';

export const viewNames = ['grid', 'list'] as const;
export type ViewName = (typeof viewNames)[number];

export const gridSorts = ['createdAt', 'release_date', 'name'] as const;
export type GridSort = (typeof gridSorts)[number];

export const listSorts = ['name', 'rtp', 'volatility', 'max_multiplier_win'] as const;
export type ListSort = (typeof listSorts)[number];

export const listCategories = ['all', 'inDev', 'available', 'active'] as const;
export type ListCategory = (typeof listCategories)[number];

/** What the URL of the catalogue holds. With nothing of the view in it, the view chosen last on this device is shown. */
export interface CatalogSearch {
  search?: string | undefined;
  view?: ViewName | undefined;
  /** Of the view shown: a sort option of the grid, or a column of the list. */
  sort?: GridSort | ListSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The ticked categories of the grid ("none" for none), or the one tab of the list. */
  category?: string | undefined;
}

export function readCatalogSearch(input: SearchInput): CatalogSearch {
  const category = readText(input.category, 60);
  return {
    search: readText(input.search),
    view: readOneOf(input.view, viewNames),
    sort: readOneOf(input.sort, [...gridSorts, ...listSorts]),
    direction: readOneOf(input.direction, ['asc', 'desc']),
    category: category && (category === 'none' || readCategories(category) !== null) ? category : undefined,
  };
}

/** How the catalogue is looked at. Grid and list each keep their own order and choice. */
export interface CatalogView {
  view: ViewName;
  gridSort: GridSort;
  /** The ticked categories; null is all of them, whichever those are for the person. */
  gridCategories: readonly GameCategory[] | null;
  listSort: { id: ListSort; desc: boolean };
  listCategory: ListCategory;
}

export const defaultView: CatalogView = {
  view: 'grid',
  gridSort: 'createdAt',
  gridCategories: null,
  listSort: { id: 'name', desc: false },
  listCategory: 'active',
};

function readStoredView(value: unknown): CatalogView | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { view, gridSort, gridCategories, listSort, listCategory } = value as Record<string, unknown>;
  const order = (listSort ?? {}) as Record<string, unknown>;
  return {
    view: readOneOf(view, viewNames) ?? defaultView.view,
    gridSort: readOneOf(gridSort, gridSorts) ?? defaultView.gridSort,
    gridCategories: Array.isArray(gridCategories)
      ? gameCategories.filter((category) => gridCategories.includes(category))
      : null,
    listSort: { id: readOneOf(order.id, listSorts) ?? 'name', desc: order.desc === true },
    listCategory: readOneOf(listCategory, listCategories) ?? defaultView.listCategory,
  };
}

/** The view chosen last on this device. */
export const storedView = createPersistentStore<CatalogView>(viewKey, defaultView, readStoredView);

/** "inDev,active" as categories, "all" as every one; null when nothing of it is a category. */
function readCategories(text: string): readonly GameCategory[] | null {
  const names = text.split(',');
  if (names.includes('all')) return gameCategories;
  const known = gameCategories.filter((category) => names.includes(category));
  return known.length > 0 ? known : null;
}

/**
 * The view to show: the URL's, with defaults for what it leaves out; the remembered one when the URL says nothing. The
 * view that is not shown keeps what is remembered of it.
 */
export function viewOf(search: CatalogSearch, remembered: CatalogView): CatalogView {
  const { view = defaultView.view, sort, direction, category } = search;
  if (!search.view && !sort && !direction && !category) return remembered;
  if (view === 'grid') {
    const categories = category === undefined ? null : category === 'none' ? [] : readCategories(category);
    return {
      ...remembered,
      view,
      gridSort: readOneOf(sort, gridSorts) ?? defaultView.gridSort,
      gridCategories: categories?.length === gameCategories.length ? null : categories,
    };
  }
  return {
    ...remembered,
    view,
    listSort: { id: readOneOf(sort, listSorts) ?? 'name', desc: direction === 'desc' },
    listCategory: readOneOf(category, listCategories) ?? defaultView.listCategory,
  };
}

/** The URL of a view: always the view itself, otherwise only what differs from the default. */
export function searchOf(view: CatalogView, text: string | undefined): CatalogSearch {
  const search = text || undefined;
  if (view.view === 'grid') {
    const { gridCategories: ticked } = view;
    return {
      search,
      view: 'grid',
      sort: view.gridSort === defaultView.gridSort ? undefined : view.gridSort,
      category: ticked === null ? undefined : ticked.length === 0 ? 'none' : ticked.join(','),
    };
  }
  return {
    search,
    view: 'list',
    sort: view.listSort.id === 'name' ? undefined : view.listSort.id,
    direction: view.listSort.desc ? 'desc' : undefined,
    category: view.listCategory === defaultView.listCategory ? undefined : view.listCategory,
  };
}
