import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogOrder } from '../../domain/game/catalog-order.ts';
import { freshCatalog, renderCatalog, rowNames } from '../../test/catalog-screen.tsx';
import { aGame, aLink } from '../../test/games.ts';
import { setViewport } from '../../test/viewport.ts';
import type { CatalogSearch } from './search.ts';

beforeEach(freshCatalog);

describe('a thousand games', () => {
  const rows = Array.from({ length: 1000 }, (_unused, index) =>
    aGame({ id: index + 1, name: `Game ${index + 1}`, createdAt: '2026-01-01T00:00:00Z' }),
  );
  // 167 rows of cards 178 wide, 256.37 high, 40 apart; a thousand rows of 56, 6 apart.
  it.each([
    ['grid', {}, 'ul', 167 * (((1168 - 100) / 6) * (13 / 11) + 46 + 40) - 40],
    ['list', { view: 'list' }, 'tbody', 1000 * 62 - 6],
  ] as const)(
    'draws what is near the window of the %s, at its full height',
    async (view, search, place, height) => {
      const { container } = renderCatalog({ search, answer: { rows } });
      await screen.findByText('Game 1');
      const shown = screen.getAllByRole('link').length;
      expect(shown).toBeGreaterThan(12);
      expect(shown).toBeLessThan(100);
      const { paddingTop, paddingBottom } =
        container.querySelector<HTMLElement>(`main ${place}, ${place}`)?.style ?? {};
      const perRow = view === 'grid' ? 6 : 1;
      const drawn = height - Number.parseFloat(paddingTop ?? '') - Number.parseFloat(paddingBottom ?? '');
      const one = view === 'grid' ? ((1168 - 100) / 6) * (13 / 11) + 46 + 40 : 62;
      expect(drawn).toBeCloseTo((shown / perRow) * one - (view === 'grid' ? 40 : 6), 0);
    },
  );

  it('[CAT-21] are all remembered, drawn or not', async () => {
    const { user } = renderCatalog({ answer: { rows } });
    await user.click(await screen.findByRole('link', { name: /^Game 1[^0-9]/ }));
    expect(catalogOrder.get()).toHaveLength(1000);
  });
});

describe('the list', () => {
  const search: CatalogSearch = { view: 'list' };

  it('[CAT-10] has category tabs, active first', async () => {
    const { user } = renderCatalog({ search });
    expect(await screen.findByRole('tab', { name: 'Active 2' })).toHaveAttribute('aria-selected', 'true');
    expect(rowNames()).toEqual(['Frostjarl', 'Wolves of Skadi']);
    await user.click(screen.getByRole('tab', { name: 'In dev 1' }));
    expect(rowNames()).toEqual(['Gummy Galaxy']);
    await user.click(screen.getByRole('tab', { name: 'All 3' }));
    expect(rowNames()).toHaveLength(3);
  });

  it('[CAT-10] has an Available tab for people of an integration', async () => {
    const rows = [aGame({ id: 1, name: 'A', integrations: [aLink('visible')] })];
    renderCatalog({ search, role: 'integration_admin', answer: { rows } });
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'All 1',
      'In dev 0',
      'Available 1',
      'Active 0',
    ]);
  });

  it('[CAT-11][OPEN-13] has a select in place of the tabs below 640 px', async () => {
    setViewport(639);
    const { user } = renderCatalog({ search });
    const select = await screen.findByRole('combobox', { name: 'Category' });
    expect(select).toHaveValue('active');
    expect(screen.queryByRole('tab')).toBeNull();
    await user.selectOptions(select, 'inDev');
    expect(rowNames()).toEqual(['Gummy Galaxy']);
    act(() => setViewport(640));
    expect(screen.getAllByRole('tab')).toHaveLength(3);
  });

  it('[CAT-12][CAT-13] sorts by a column, ascending, then descending; by name first', async () => {
    const { user } = renderCatalog({ search: { view: 'list', category: 'all' } });
    await screen.findByRole('table', { name: 'Games' });
    const headers = screen.getAllByRole('columnheader');
    expect(headers.map((header) => header.textContent)).toEqual(['Name', 'RTP', 'Volatility', 'Max win']);
    expect(headers[0]).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Volatility' }));
    expect(screen.getByRole('columnheader', { name: 'Volatility' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    expect(rowNames()).toEqual(['Gummy Galaxy', 'Wolves of Skadi', 'Frostjarl']);
    await user.click(screen.getByRole('button', { name: 'Volatility' }));
    expect(screen.getByRole('columnheader', { name: 'Volatility' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    expect(rowNames()[0]).toBe('Frostjarl');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  });

  it('[CAT-14] has the mini banner behind name and sub name', async () => {
    renderCatalog({ search });
    const link = await screen.findByRole('link', { name: /Wolves of Skadi/ });
    expect(link).toHaveTextContent('Ways 4.096');
    expect(link.closest('tr')?.querySelector('img')).toHaveAttribute('src', '/media/mini/mini.webp');
    expect(
      screen
        .getByRole('link', { name: /Frostjarl/ })
        .closest('tr')
        ?.querySelector('img'),
    ).toBeNull();
  });

  it('[CAT-15][CAT-16][CAT-17] shows RTP with 2 decimals, volatility as circles, the multiplier; N/A when absent', async () => {
    renderCatalog({ search });
    const wolves = (await screen.findByRole('link', { name: /Wolves/ })).closest('tr') as HTMLElement;
    expect(wolves).toHaveTextContent('96,19%');
    expect(wolves).toHaveTextContent('x12.500');
    expect(within(wolves).getByRole('img', { name: 'Volatility 7 of 10' })).toBeVisible();
    const jarl = screen.getByRole('link', { name: /Frostjarl/ }).closest('tr') as HTMLElement;
    const cells = within(jarl).getAllByRole('cell');
    expect(cells[1]).toHaveTextContent('N/A');
    expect(cells[3]).toHaveTextContent('N/A');
  });

  it('[CAT-18][OPEN-64] says when there is nothing to show', async () => {
    const { user } = renderCatalog({ search });
    await screen.findByRole('table');
    await user.type(screen.getByRole('textbox'), 'zzz');
    expect(await screen.findByText('Nothing to show')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('[CAT-21] remembers the order of the category, search and sort that are shown', async () => {
    const { user } = renderCatalog({ search: { view: 'list', category: 'active', direction: 'asc' } });
    await user.click(await screen.findByRole('link', { name: /Wolves/ }));
    const ascending = catalogOrder.get();
    expect(ascending).toHaveLength(2);
    expect(new Set(ascending)).toEqual(new Set([1, 2]));
    await user.type(screen.getByRole('textbox'), 'wolves');
    await waitFor(() => expect(rowNames()).toEqual(['Wolves of Skadi']));
    await user.click(screen.getByRole('link', { name: /Wolves/ }));
    expect(catalogOrder.get()).toEqual([1]);
  });

  it('[CAT-21] remembers its own order', async () => {
    const { user, onOpenGame } = renderCatalog({
      search: { view: 'list', category: 'all', direction: 'desc' },
    });
    await user.click(await screen.findByRole('link', { name: /Gummy/ }));
    expect(onOpenGame).toHaveBeenCalledWith(3);
    expect(catalogOrder.get()).toEqual([1, 3, 2]);
  });
});
