import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { FilterBar } from './filter-bar.tsx';

afterEach(() => setViewport(1366));

it('submits once from the sheet of a phone, which closes', async () => {
  setViewport(390);
  const onSubmit = vi.fn();
  const onMoreChange = vi.fn();
  const { user } = renderScreen(
    <FilterBar
      more={<input aria-label="Rounds" />}
      moreOpened
      onMoreChange={onMoreChange}
      onSubmit={onSubmit}
    >
      <span>Period</span>
    </FilterBar>,
  );
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  await user.type(within(sheet).getByRole('textbox', { name: 'Rounds' }), '7{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onMoreChange).toHaveBeenCalledWith(false);
});
