import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { Amount } from '../display/figure.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';

interface Row {
  id: string;
  name: string;
  bet: number | null;
}
const rows: Row[] = [
  { id: 'a', name: 'Wolves', bet: 20 },
  { id: 'b', name: 'Nova', bet: null },
  { id: 'c', name: 'Abyss', bet: 300 },
];
const columns: DataColumn<Row>[] = [
  { id: 'name', header: 'Game', cell: (row) => row.name, sortable: true, value: (row) => row.name },
  {
    id: 'bet',
    header: 'Bet',
    align: 'right',
    cell: (row) => <Amount value={row.bet} />,
    sortable: true,
    value: (row) => row.bet,
  },
];
const base = { label: 'Games', columns, rows, rowId: (row: Row) => row.id };
const order = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });

describe('data table', () => {
  it('marks the edge beyond which columns are out of sight, until they are scrolled to', () => {
    const size = (name: 'scrollWidth' | 'clientWidth', pixels: number) =>
      vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(pixels);
    const [content, frameWidth] = [size('scrollWidth', 900), size('clientWidth', 700)];
    renderScreen(<DataTable {...base} />);
    const frame = screen.getByRole('group', { name: 'Games' });
    expect(frame).toHaveAttribute('data-more');
    expect(frame).not.toHaveAttribute('data-before');
    expect(frame).toHaveAttribute('tabindex', '0');
    frame.scrollLeft = 200;
    fireEvent.scroll(frame);
    expect(frame).not.toHaveAttribute('data-more');
    expect(frame).toHaveAttribute('data-before');
    content.mockRestore();
    frameWidth.mockRestore();
  });

  it('sorts what it has: figures descending first, missing values last, repeated clicks turn it round', async () => {
    const { user } = renderScreen(<DataTable {...base} />);
    await user.click(screen.getByRole('button', { name: 'Bet' }));
    expect(order()).toEqual(['Abyss', 'Wolves', 'Nova']);
    expect(header('Bet').getAttribute('aria-sort')).toBe('descending');
    await user.click(screen.getByRole('button', { name: 'Bet' }));
    expect(order()).toEqual(['Wolves', 'Abyss', 'Nova']);
    await user.click(screen.getByRole('button', { name: 'Game' }));
    expect(order()).toEqual(['Abyss', 'Nova', 'Wolves']);
  });

  it('leaves sorting to the caller when it asks for it', async () => {
    const onSort = vi.fn();
    const { user } = renderScreen(<DataTable {...base} sort={{ id: 'bet', desc: true }} onSort={onSort} />);
    expect(order()).toEqual(['Wolves', 'Nova', 'Abyss']);
    await user.click(screen.getByRole('button', { name: 'Bet' }));
    expect(onSort).toHaveBeenCalledWith({ id: 'bet', desc: false });
  });

  it('opens a row by click, Enter and Space, and moves with the arrows', async () => {
    const onRowClick = vi.fn();
    const { user } = renderScreen(
      <DataTable {...base} onRowClick={onRowClick} rowLabel={(row) => row.name} />,
    );
    await user.click(screen.getByText('Nova'));
    screen.getByRole('row', { name: 'Wolves' }).focus();
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown} ');
    expect(onRowClick.mock.calls.map(([row]) => row.id)).toEqual(['b', 'a', 'c']);
  });

  it('marks the selected row', () => {
    renderScreen(<DataTable {...base} selectedId="c" />);
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-selected'))).toEqual([
      null,
      'false',
      'false',
      'true',
    ]);
  });

  it('shows skeleton rows only while it loads, and what helps when there is nothing', async () => {
    const { rerender } = renderScreen(
      <DataTable {...base} rows={[]} loading empty={<p>No sessions found</p>} />,
    );
    expect(screen.queryByText('No sessions found')).toBeNull();
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    rerender(<DataTable {...base} rows={[]} empty={<p>No sessions found</p>} />);
    expect(screen.getByText('No sessions found')).toBeTruthy();
  });

  it('turns rows into two lines on a phone', async () => {
    setViewport(390);
    const onRowClick = vi.fn();
    const { user } = renderScreen(
      <DataTable
        {...base}
        onRowClick={onRowClick}
        phoneRow={(row) => ({ title: row.name, value: <Amount value={row.bet} />, note: 'bet' })}
      />,
    );
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(
      within(screen.getByRole('list', { name: 'Games' })).getByRole('button', { name: /Abyss/ }),
    );
    expect(onRowClick).toHaveBeenCalledWith(rows[2]);
  });

  describe('on a phone', () => {
    const phone = { ...base, phoneRow: (row: Row) => ({ title: row.name }) };
    const shown = () =>
      within(screen.getByRole('list', { name: 'Games' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent);

    it('sorts as the headers do, by keyboard too: figures descending first, then turned round', async () => {
      setViewport(390);
      const { user } = renderScreen(<DataTable {...phone} />);
      const by = screen.getByRole('combobox', { name: 'Sort by' });
      expect(
        within(by)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toContain('Bet');
      expect(by).toHaveDisplayValue('Sort by');
      expect(shown()).toEqual(['Wolves', 'Nova', 'Abyss']);
      await user.selectOptions(by, 'Bet');
      expect(shown()).toEqual(['Abyss', 'Wolves', 'Nova']);
      await user.tab();
      await user.keyboard('{Enter}');
      expect(shown()).toEqual(['Wolves', 'Abyss', 'Nova']);
      expect(screen.getByRole('button', { name: 'Sort descending' })).toHaveFocus();
    });

    it('asks the caller, who keeps the order in the URL', async () => {
      setViewport(390);
      const onSort = vi.fn();
      const { user } = renderScreen(
        <DataTable {...phone} sort={{ id: 'bet', desc: true }} onSort={onSort} />,
      );
      expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('bet');
      screen.getByRole('button', { name: 'Sort ascending' }).focus();
      await user.keyboard('{Enter}');
      await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Game');
      expect(onSort.mock.calls).toEqual([[{ id: 'bet', desc: false }], [{ id: 'name', desc: false }]]);
    });

    it('shows what it is sorted by, and turns nothing round before an order is chosen', async () => {
      setViewport(390);
      const { user } = renderScreen(<DataTable {...phone} />);
      expect(screen.queryByRole('button', { name: /^Sort / })).toBeNull();
      const by = screen.getByRole('combobox', { name: 'Sort by' });
      await user.selectOptions(by, 'Bet');
      expect(by.closest('div')).toHaveTextContent(/^Sort byBet/);
      expect(screen.getByRole('button', { name: 'Sort ascending' })).toBeVisible();
    });

    it('has nothing to sort by where no column sorts', () => {
      setViewport(390);
      const still = columns.map((column) => ({ ...column, sortable: false }));
      renderScreen(<DataTable {...phone} columns={still} />);
      expect(screen.queryByRole('combobox')).toBeNull();
    });
  });

  it('writes totals under the rows', () => {
    const withTotal = columns.map((column) => (column.id === 'bet' ? { ...column, footer: 'sum' } : column));
    renderScreen(<DataTable {...base} columns={withTotal} />);
    expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('sum');
  });
});
