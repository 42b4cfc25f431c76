import type { Role, RouteId } from '@ludus/contract';
import { cleanup, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { LandingNotice, type Refusal } from './landing-notice.tsx';

async function show(refusal: Refusal, role: Role = 'ludus_admin') {
  const { router } = renderScreen(<LandingNotice />, { role });
  await router.navigate({ to: '/settings', state: { refusal } } as never);
  return (await screen.findByRole('status')).textContent;
}

const forbidden = (route: RouteId, path: string): Refusal => ({ reason: 'forbidden', route, path });

describe('why another page opened', () => {
  afterEach(async () => void (await i18next.changeLanguage('en')));

  it('keeps the path of an address that does not exist', async () => {
    expect(await show({ reason: 'unknown', path: '/nowhere' })).toContain('There is no page /nowhere.');
  });

  it.each([
    ['mailingList', '/mailing-list', 'Mailing list'],
    ['integration', '/integration/3', 'Integrations'],
    // Its entry in the menu is the catalogue, which the same person may open.
    ['editGame', '/editGame/12', 'Edit game'],
    ['openSessions', '/open-sessions', 'Open sessions'],
    ['quarantine', '/quarantine', 'Quarantine'],
    ['figures', '/figures', 'Figures'],
  ] as const)('names the page %s as the menu does', async (route, path, name) => {
    expect(await show(forbidden(route, path))).toContain(`You don't have access to ${name}.`);
  });

  it('says that a page has nothing to show before something is chosen', async () => {
    const refusal = { reason: 'nothingChosen', route: 'reviewRequested', path: '/review' } as const;
    expect(await show(refusal)).toContain('No games are selected to review. Select games in the Catalog');
  });

  it('gives staff of the provider no advice on what only integrations do', async () => {
    const review = forbidden('reviewRequested', '/review');
    expect(await show(review)).toBe('Only integrations request games.');
    cleanup();
    expect(await show(review, 'integration_guest')).toContain(
      'ask an administrator for the role Integration admin or Integration manager.',
    );
  });

  it('says to a guest who has the page of the services', async () => {
    expect(await show(forbidden('status', '/status'), 'integration_guest')).toContain(
      "You don't have access to Status.",
    );
  });

  it('promises no role that only staff of the provider have', async () => {
    expect(await show(forbidden('integrations', '/integrations'), 'integration_admin')).toBe(
      "You don't have access to Integrations. Only staff of Ludus open it.",
    );
  });

  it('says which period is shown where that of the address cannot be read', async () => {
    const { router } = renderScreen(<LandingNotice />);
    await router.navigate({
      to: '/reports',
      search: { from: '2026-11-01', to: '2026-11-20' },
      state: { refusal: { reason: 'period', path: '/reports' } },
    } as never);
    expect(await screen.findByRole('status')).toHaveTextContent(
      "The period in the address couldn't be read. Showing 01/11/2026 – 20/11/2026 instead.",
    );
  });

  it('names it in Italian', async () => {
    await i18next.changeLanguage('it');
    expect(await show(forbidden('catalog', '/catalog'))).toContain('Non hai accesso a Catalogo.');
  });
});
