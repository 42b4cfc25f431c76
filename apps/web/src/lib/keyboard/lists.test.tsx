import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from '../../components/table/data-table.tsx';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';

const columns = [{ id: 'name', header: 'Name', cell: ({ name }: { name: string }) => name }];
const rows = ['Ada', 'Bea', 'Clio'].map((name) => ({ name }));

function renderTable(selectedId?: string) {
  const onOpen = vi.fn();
  const view = renderScreen(
    <>
      <button type="button" role="tab">
        Tab
      </button>
      <DataTable
        label="People"
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        rowLabel={({ name }) => name}
        onRowClick={({ name }) => onOpen(name)}
        {...(selectedId === undefined ? {} : { selectedId })}
        phoneRow={({ name }) => ({ title: name })}
      />
    </>,
  );
  return { ...view, onOpen };
}

const focused = () => document.activeElement?.textContent;

describe('lists on the keyboard', () => {
  it.each([1440, 390])('move by j, k and arrows and open by Enter, %i pixels wide', async (width) => {
    setViewport(width);
    const { user, onOpen } = renderTable();
    await user.keyboard('j');
    expect(focused()).toBe('Ada');
    await user.keyboard('jj');
    expect(focused()).toBe('Clio');
    // At the end it stays.
    await user.keyboard('j');
    expect(focused()).toBe('Clio');
    await user.keyboard('k{ArrowUp}{ArrowDown}{Enter}');
    expect(onOpen.mock.calls).toEqual([['Bea']]);
    setViewport(1440);
  });

  it('begin at the selected row, and at the last one upwards', async () => {
    const { user, unmount } = renderTable('Bea');
    await user.keyboard('k');
    expect(focused()).toBe('Bea');
    unmount();
    const { user: another } = renderTable();
    await another.keyboard('{ArrowUp}');
    expect(focused()).toBe('Clio');
  });

  it('leave the arrows to another control that has the focus, and not j', async () => {
    const { user } = renderTable();
    await user.click(screen.getByRole('tab'));
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('tab')).toHaveFocus();
    await user.keyboard('j');
    expect(focused()).toBe('Ada');
  });
});
