import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { PageFailure } from './page-failure.tsx';

it('stands in the main part of the shell and is none itself', () => {
  renderScreen(
    <main>
      <PageFailure error={new Error('broken')} reset={() => {}} />
    </main>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Error trying to connect to the server.');
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

it('is loaded again by itself once the connection is back', () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...location, reload });
  const { unmount } = renderScreen(<PageFailure error={new Error('broken')} reset={() => {}} />);
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
  unmount();
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
