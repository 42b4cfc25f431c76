import type { Role } from '@ludus/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { testQueryClient } from '../test/render.tsx';
import { createHubRouter } from './router.tsx';

/** Opens an address as a role and returns where the person ends up. */
async function land(address: string, role: Role): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createHubRouter({ queryClient: testQueryClient(), roles: () => [role] }, history);
  await router.load();
  return router.state.location.href;
}

/** What the page that opened instead says. */
async function refusal(address: string, role: Role) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createHubRouter({ queryClient: testQueryClient(), roles: () => [role] }, history);
  await router.load();
  return router.state.location.state.refusal;
}

describe('the router', () => {
  it('[OPEN-08] says of an unknown address and of a page that a role may not open why another one opened', async () => {
    expect(await land('/no/such page', 'ludus_admin')).toBe('/catalog');
    expect(await refusal('/no/such page', 'ludus_admin')).toEqual({
      reason: 'unknown',
      path: '/no/such page',
    });
    expect(await refusal('/users', 'integration_manager')).toEqual({
      reason: 'forbidden',
      path: '/users',
      route: 'users',
    });
  });

  it('says nothing where an address leads to its page, or to the start of someone without a dashboard', async () => {
    expect(await refusal('/', 'integration_manager')).toBeUndefined();
    expect(await land('/new-game/1', 'ludus_admin')).toBe('/games/1');
    expect(await refusal('/new-game/1', 'ludus_admin')).toBeUndefined();
    expect(await refusal('/new-game/1', 'ludus_manager')).toMatchObject({
      reason: 'forbidden',
      route: 'games',
    });
    expect(await land('/settings&x=1', 'integration_guest')).toBe('/settings');
    expect(await refusal('/settings&x=1', 'integration_guest')).toBeUndefined();
  });

  it.each([
    ['/reports?from=banana&to=2026-13-45', true],
    ['/charts?from=2026-11-20&to=2026-11-01', true],
    ['/sessions?from=2026-11-01', true],
    ['/session-list?to=2026-11-31&from=2026-11-01', true],
    ['/reports?from=2026-11-01&to=2026-11-02', false],
    ['/reports?games=7', false],
    // It has no period.
    ['/users?from=banana', false],
  ])('notes whether the period of %s cannot be read: %s', async (address, isUnread) => {
    const note = { reason: 'period', path: address.split('?')[0] };
    expect(await refusal(address, 'ludus_admin')).toEqual(isUnread ? note : undefined);
  });

  it('[NAV-01][NAV-27][NAV-28][OPEN-08] sends people whose rule fails to a page they may open', async () => {
    expect(await land('/', 'ludus_admin')).toBe('/');
    expect(await land('/', 'integration_manager')).toBe('/sessions');
    expect(await land('/users', 'integration_manager')).toBe('/sessions');
    expect(await land('/no/such/page', 'integration_manager')).toBe('/sessions');
    expect(await land('/sessions', 'integration_guest')).not.toContain('/sessions');
  });

  it('[NAV-26][OPEN-07] cuts the path from an ampersand on and keeps the query string', async () => {
    expect(await land('/settings&x=1', 'integration_guest')).toBe('/settings');
    expect(await land('/session-list&x?from=2026-11-01&to=2026-11-02', 'ludus_admin')).toBe(
      '/session-list?from=2026-11-01&to=2026-11-02',
    );
  });

  it('ties every page file to its row of the route table', () => {
    const router = createHubRouter(
      { queryClient: testQueryClient(), roles: () => [] },
      createMemoryHistory(),
    );
    const files = Object.keys(import.meta.glob('../routes/*.tsx')).filter((path) => !path.includes('__root'));
    expect(router.options.context.built.size).toBe(files.length);
  });

  it('drops the query string of a page that could not be opened', async () => {
    expect(await land('/users?role=ludus_admin', 'integration_manager')).toBe('/sessions');
  });

  it('asks for the rights on every navigation, so that a new token counts at once', async () => {
    let role: Role = 'ludus_admin';
    const history = createMemoryHistory({ initialEntries: ['/'] });
    const router = createHubRouter({ queryClient: testQueryClient(), roles: () => [role] }, history);
    await router.load();
    role = 'integration_manager';
    await router.navigate({ to: '/' });
    await router.invalidate();
    expect(router.state.location.pathname).toBe('/sessions');
  });
});
