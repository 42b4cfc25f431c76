import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { InternalLink } from './internal-link.tsx';

it('opens its address without loading the page again', async () => {
  const { user, router } = renderScreen(
    <InternalLink href="/charts?type=Specific&gameId=7">Charts</InternalLink>,
  );
  const link = screen.getByRole('link', { name: 'Charts' });
  expect(link).toHaveAttribute('href', '/charts?type=Specific&gameId=7');
  await user.click(link);
  await waitFor(() => expect(router.state.location.href).toBe('/charts?type=Specific&gameId=7'));
});

it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('leaves a click with %s to the browser', (key) => {
  const { router } = renderScreen(<InternalLink href="/charts">Charts</InternalLink>);
  // True: nothing has prevented what the browser does with it.
  expect(fireEvent.click(screen.getByRole('link'), { [key]: true })).toBe(true);
  expect(router.state.location.pathname).toBe('/');
});
