import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionUser } from '../lib/auth/identity.ts';
import { answerCalls } from '../test/answer-calls.ts';
import { testSession } from '../test/session.ts';

vi.mock('../lib/realtime.ts', async (original) => ({
  ...(await original<typeof import('../lib/realtime.ts')>()),
  openRealtime: async () => () => {},
}));

const { Hub, StartFailure } = await import('./hub.tsx');

const person = { userId: 'u', username: 'no-one', email: null };

describe('the hub behind the sign-in', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/settings');
    answerCalls({
      getLastFetch: { dateTime: '2026-11-20T13:32:07Z', isFetching: false },
      listNotifications: [],
      listActiveJobs: [],
      getPreferences: { language: null },
    });
  });

  it.each([
    ['without roles', { ...person, roles: [], integrationName: 'Alpina' }],
    [
      'of an integration role without an integration',
      { ...person, roles: ['integration_admin' as const], integrationName: null },
    ],
  ])('[AUTH-07][AUTH-08] shows an invalid user %s only the login-failed page', async (_what, identity) => {
    const user = sessionUser(identity);
    render(<Hub session={{ ...testSession('ludus_admin'), user: () => user }} />);
    expect(
      await screen.findByText(/^Something went wrong, please try again\. If the problem persists/),
    ).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('shows the login-failed page when signing in did not help', async () => {
    render(<Hub session={{ ...testSession('ludus_admin'), hasFailed: () => true }} />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('[SHELL-12][SHELL-14] opens in the dark scheme, with the shell around the page', async () => {
    render(<Hub session={testSession('integration_guest')} />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  });

  it('says so when the hub cannot be reached before the sign-in', () => {
    render(<StartFailure />);
    expect(screen.getByRole('alert').textContent).toContain('Error trying to connect to the server.');
  });
});
