import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { FilterBar, itemsInRow } from './filter-bar.tsx';

afterEach(() => setViewport(1366));

describe('a row of filters', () => {
  it('holds all of them where they fit, without a button for more', () => {
    expect(itemsInRow([200, 200, 100], 516, false)).toBe(3);
  });

  it('leaves room for the button once one does not fit', () => {
    // 516 hold all three; with one pixel less the button takes 132 and its gap.
    expect(itemsInRow([200, 200, 100], 515, false)).toBe(1);
    expect(itemsInRow([200, 200, 300], 548, false)).toBe(2);
  });

  it('leaves room for a button that is always there', () => {
    expect(itemsInRow([200, 200, 100], 516, true)).toBe(1);
    expect(itemsInRow([200, 200, 100], 656, true)).toBe(3);
  });

  it('holds the first one however narrow it is', () => {
    expect(itemsInRow([400, 100], 300, false)).toBe(1);
  });
});

const period = { id: 'period', label: 'Period', control: <button type="button">24/11/2026</button> };

it('submits once from the sheet of a phone, which closes', async () => {
  setViewport(390);
  const onSubmit = vi.fn();
  const { user } = renderScreen(
    <FilterBar items={[period]} more={<input aria-label="Rounds" />} onSubmit={onSubmit} />,
  );
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  await user.type(within(sheet).getByRole('textbox', { name: 'Rounds' }), '7{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Filters', hidden: true })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

it('counts the active filters that stand in the sheet of a phone', async () => {
  setViewport(390);
  const state = { id: 'state', label: 'State', control: <button type="button">Open</button>, isActive: true };
  const game = { id: 'game', label: 'Game', control: <button type="button">Frostjarl</button> };
  const { user } = renderScreen(<FilterBar items={[period, state, game]} />);
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters 1 active' }));
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  expect(within(sheet).getByRole('button', { name: 'Open' })).toBeVisible();
});

it('has two filters of a phone in the page, without a sheet for the second one', () => {
  setViewport(390);
  const type = { id: 'type', label: 'Type', control: <button type="button">Real</button> };
  renderScreen(<FilterBar items={[period, type]} onSubmit={() => {}} />);
  expect(screen.getByRole('button', { name: 'Real' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Submit' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
});

it('offers to clear what is set only, and leaves the focus in the row', async () => {
  function Bar() {
    const [count, setCount] = useState(0);
    const control = (
      <button type="button" onClick={() => setCount(1)}>
        All
      </button>
    );
    return (
      <FilterBar
        items={[{ id: 'state', label: 'State', control }]}
        activeCount={count}
        onClear={() => setCount(0)}
      />
    );
  }
  const { user } = renderScreen(<Bar />);
  const clear = screen.getByText('Clear all');
  expect(clear).not.toBeVisible();
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(clear).toBeVisible();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(clear).not.toBeVisible();
  expect(screen.getByRole('button', { name: 'All' })).toHaveFocus();
});
