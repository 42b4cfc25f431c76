import type { Role } from '@ludus/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '../../lib/auth/session.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { testSession } from '../../test/session.ts';
import { closeOverlay } from './overlay.ts';
import { Overlays } from './overlays.tsx';

async function openPalette(typed: string, role: Role, session?: Session) {
  answerCalls({
    searchHub: {
      sessions: { rows: [], hasMore: false },
      userSessions: { rows: [], hasMore: false },
      tickets: { rows: [], hasMore: false },
      integrations: { rows: [], hasMore: false },
      operators: { rows: [], hasMore: false },
      people: { rows: [], hasMore: false },
    },
    listGames: { rows: [] },
  });
  const view = renderScreen(<Overlays />, { role, ...(session && { session }) });
  await view.user.keyboard('{Control>}k{/Control}');
  await view.user.type(await screen.findByRole('combobox'), typed);
  return view;
}

afterEach(() => closeOverlay('palette'));

describe('actions of the palette', () => {
  it.each([
    ['create token', 'integration_guest', 'New API token', '/settings#api-tokens'],
    ['webhook', 'integration_admin', 'New webhook', '/settings#webhooks'],
    ['create user', 'ludus_admin', 'New user', '/users?tab=create'],
  ] as const)('find by “%s” what %s makes, and lead there', async (typed, role, name, href) => {
    const { user, router } = await openPalette(typed, role);
    await user.click(await screen.findByRole('option', { name }));
    expect(router.state.location.href).toBe(href);
  });

  it('offer no webhooks to those who may have none, and nothing of an account to who views as a role', async () => {
    const { user, unmount } = await openPalette('new', 'integration_manager');
    expect(await screen.findByRole('option', { name: 'New API token' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'New webhook' })).toBeNull();
    await user.keyboard('{Escape}');
    unmount();
    const session = testSession('integration_admin');
    const seen = session.user();
    const viewing = seen && { ...seen, viewer: seen };
    await openPalette('new', 'integration_admin', { ...session, user: () => viewing });
    await waitFor(() => expect(screen.getByRole('option', { name: 'New ticket' })).toBeVisible());
    expect(screen.queryByRole('option', { name: /API token|webhook/ })).toBeNull();
  });
});
