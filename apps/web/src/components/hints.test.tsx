import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { hint } from './hint.ts';
import { Hints } from './hints.tsx';

const show = () =>
  renderScreen(
    <>
      <button type="button" {...hint('Copy as table')}>
        <span>Copy</span>
      </button>
      <button type="button">Other</button>
      <Hints />
    </>,
  );

describe('the hints of a page', () => {
  it('tell about the element that is pointed at, until the pointer leaves it or Esc is pressed', async () => {
    const { user } = show();
    await user.hover(screen.getByText('Copy'));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Copy as table');
    await user.hover(screen.getByText('Other'));
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    await user.hover(screen.getByText('Copy'));
    await screen.findByRole('tooltip');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  it('tell about the element that the keyboard has reached', async () => {
    const { user } = show();
    await user.tab();
    expect((await screen.findByRole('tooltip')).textContent).toBe('Copy as table');
    await user.tab();
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });
});
