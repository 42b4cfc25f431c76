import { describe, expect, it } from 'vitest';
import { type CatalogView, defaultView, readCatalogSearch, searchOf, viewOf } from './search.ts';

const remembered: CatalogView = {
  view: 'list',
  gridSort: 'name',
  gridCategories: ['inDev'],
  listSort: { id: 'rtp', desc: true },
  listCategory: 'all',
};

describe('the address of the catalogue', () => {
  it('[CAT-03] shows what is remembered when it says nothing of the view', () => {
    expect(viewOf({}, remembered)).toEqual(remembered);
    expect(viewOf({ search: 'wolves' }, remembered)).toEqual(remembered);
  });

  it('[CAT-03] wins over what is remembered, with defaults for what it leaves out', () => {
    expect(viewOf({ view: 'grid' }, remembered)).toEqual({
      ...remembered,
      view: 'grid',
      gridSort: 'createdAt',
      gridCategories: null,
    });
    expect(viewOf({ view: 'list', sort: 'max_multiplier_win' }, remembered)).toMatchObject({
      listSort: { id: 'max_multiplier_win', desc: false },
      listCategory: 'active',
    });
  });

  it('reproduces every view', () => {
    const views: CatalogView[] = [
      { ...defaultView },
      { ...defaultView, gridSort: 'name', gridCategories: ['active', 'inDev'] },
      { ...defaultView, gridCategories: [] },
      { ...defaultView, view: 'list', listSort: { id: 'volatility', desc: true }, listCategory: 'inDev' },
    ];
    for (const view of views) {
      expect(viewOf(readCatalogSearch({ ...searchOf(view, 'wolves') }), defaultView)).toEqual(view);
    }
  });

  it('takes what is missing or bad as its default', () => {
    expect(readCatalogSearch({ view: 'wall', sort: 'price', category: 'gone', direction: 'up' })).toEqual({
      search: undefined,
      view: undefined,
      sort: undefined,
      direction: undefined,
      category: undefined,
    });
    // A column of the list is no order of the grid.
    expect(viewOf({ view: 'grid', sort: 'rtp' }, remembered).gridSort).toBe('createdAt');
  });
});
