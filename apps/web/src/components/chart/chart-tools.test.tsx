import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { ChartPicture } from './chart-tools.tsx';

const scheme = vi.hoisted(() => ({ now: 'dark' }));
vi.mock('@mantine/core', async (original) => ({
  ...(await original<typeof import('@mantine/core')>()),
  useComputedColorScheme: () => scheme.now,
}));
afterEach(() => {
  scheme.now = 'dark';
});

const words = { asShown: 'As on screen', light: 'Light, for documents' };

it('offers light colors for documents beside those of a dark screen', async () => {
  const onSave = vi.fn();
  const { user } = renderScreen(<ChartPicture words={words} onSave={onSave} />);
  for (const [name, wanted] of [
    ['Light, for documents', 'light'],
    ['As on screen', 'dark'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Download image' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    expect(onSave).toHaveBeenLastCalledWith(wanted);
  }
});

it('takes the light colors of a light screen at once', async () => {
  scheme.now = 'light';
  const onSave = vi.fn();
  const { user } = renderScreen(<ChartPicture words={words} onSave={onSave} />);
  await user.click(screen.getByRole('button', { name: 'Download image' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith('light');
});
