import { getMe, startViewAs, type Viewing } from '@ludus/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../test/answer-calls.ts';
import { call } from './api/index.ts';
import { userFromTokens } from './auth/identity.ts';
import { createPersistentStore } from './persistent-store.ts';
import { endViewOnSignOut, keepViewing, restoreViewing, viewing } from './view-as.ts';

const view: Viewing = {
  grant: 'a.b',
  integration: { id: 3, name: 'Alpina' },
  role: 'integration_manager',
  startedAt: '2026-11-26T10:00:00.000Z',
  endsAt: '2026-11-26T12:00:00.000Z',
};
const claimsOf = (role: string) => ({
  sub: 'u1',
  preferred_username: 'boss',
  email: 'boss@ludus.example',
  resource_access: { 'ludus-hub': { roles: [role] } },
  attributes: { integration: ['Baltica'] },
});
const begin = () => {
  keepViewing(view);
  restoreViewing();
};

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  restoreViewing();
});

describe('a page that is seen as an integration', () => {
  it('begins with the next page, and is another person for the screens', () => {
    keepViewing(view);
    expect(viewing()).toBeNull();
    restoreViewing();
    const user = userFromTokens(claimsOf('ludus_admin'), '', 'ludus-hub');
    expect(user).toMatchObject({
      userId: 'view-as 3 integration_manager u1',
      username: 'boss',
      email: null,
      roles: ['integration_manager'],
      integrationName: 'Alpina',
      viewer: { userId: 'u1', roles: ['ludus_admin'] },
    });
    expect(user.scopes.has('sessions:read')).toBe(true);
    expect(user.scopes.has('tickets:use')).toBe(false);
    expect(user.scopes.has('integrations:view-as')).toBe(false);
  });

  it('is forgotten for someone who may not view so', () => {
    begin();
    expect(userFromTokens(claimsOf('integration_admin'), '', 'ludus-hub').integrationName).toBe('Baltica');
    expect(viewing()).toBeNull();
    expect(sessionStorage.getItem('ludus.view-as')).toBeNull();
  });

  it('says so with each call, but for the one that begins another', async () => {
    begin();
    const calls = answerCalls({
      getMe: { userId: 'u', username: 'u', email: null, roles: [], scopes: [], integration: null },
      startViewAs: view,
    });
    await call(getMe, {});
    await call(startViewAs, { body: { integrationId: 3, role: 'integration_guest' } });
    expect(calls.map(({ headers }) => headers)).toEqual([{ 'x-view-as': 'a.b' }, undefined]);
  });

  it('keeps what screens keep on the device apart, and forgets it at the end', () => {
    const read = (value: unknown) => (typeof value === 'string' ? value : undefined);
    createPersistentStore('ludus.kept', 'none', read).set('of the person');
    begin();
    const apart = createPersistentStore('ludus.kept', 'none', read);
    expect(apart.get()).toBe('none');
    apart.set('of the view');
    keepViewing(null);
    restoreViewing();
    expect(createPersistentStore('ludus.kept', 'none', read).get()).toBe('of the person');
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('is ended by whoever signs out, with the token of the person', () => {
    const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('null'));
    endViewOnSignOut('token');
    expect(sent).not.toHaveBeenCalled();
    begin();
    endViewOnSignOut('token');
    expect(sent).toHaveBeenCalledExactlyOnceWith('/api/view-as/end', {
      method: 'POST',
      keepalive: true,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: '{"grant":"a.b"}',
    });
    sent.mockRestore();
  });
});
