import { render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, it, vi } from 'vitest';

const startSession = vi.hoisted(() => vi.fn(async () => null));
vi.mock('../lib/auth/session.ts', () => ({ startSession }));
vi.mock('./hub.tsx', () => ({
  startI18n: () => {},
  Hub: () => null,
  StartFailure: () => <p>failed</p>,
}));

it('exchanges the code of a sign-in once, although effects run twice under StrictMode', async () => {
  const read = vi.fn(async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  vi.stubGlobal('fetch', read);
  const { App } = await import('./boot.tsx');
  render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await waitFor(() => expect(startSession).toHaveBeenCalled());
  expect(startSession).toHaveBeenCalledTimes(1);
  expect(read).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('failed')).toBeNull();
});
