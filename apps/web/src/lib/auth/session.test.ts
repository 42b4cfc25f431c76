import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientConfig } from './session.ts';

const manager = {
  settings: {} as Record<string, unknown>,
  clearStaleState: vi.fn(async () => {}),
  signinRedirectCallback: vi.fn(),
  signinSilent: vi.fn(),
  signinRedirect: vi.fn(async (_options: { nonce: string }) => {}),
  signoutRedirect: vi.fn(async () => {}),
  metadataService: { getIssuer: vi.fn(async () => 'https://id.example/realms/ludus') },
};

vi.mock('oidc-client-ts', () => ({
  ErrorResponse: class ErrorResponse extends Error {},
  WebStorageStateStore: class {
    store: Storage;
    constructor({ store }: { store: Storage }) {
      this.store = store;
    }
  },
  UserManager: class {
    constructor(settings: Record<string, unknown>) {
      manager.settings = settings;
      Object.assign(this, manager);
    }
  },
}));

const { startSession } = await import('./session.ts');
const { ErrorResponse } = await import('oidc-client-ts');

const config: ClientConfig = {
  issuer: 'https://id.example/realms/ludus',
  clientId: 'ludus-hub',
  audience: 'urn:ludus:api',
  languages: [],
  catalogPageSize: 50,
  integrationsPageSize: 50,
  userGuideUrl: 'http://localhost/user-guide',
  inboxUrl: null,
  tracing: false,
  demoUrl: null,
};
const person = (token: string, roles = ['ludus_admin'], expired = false) => ({
  access_token: token,
  id_token: 'id',
  refresh_token: 'refresh',
  expires_at: Math.floor(Date.now() / 1000) + (expired ? -1 : 300),
  state: { returnTo: '/session-list?page=3' },
  profile: {
    iss: 'https://id.example/realms/ludus',
    aud: 'ludus-hub' as string | string[],
    sub: 'u1',
    preferred_username: 'g.ferraris',
    resource_access: { 'ludus-hub': { roles } },
  },
});
const withProfile = (claims: object) => {
  const user = person('first');
  return { ...user, profile: { ...user.profile, ...claims } };
};
const keyOfTokens = 'oidc.user:https://id.example/realms/ludus:ludus-hub';
/** Puts tokens where the library keeps those of a sign-in. */
const keep = (tokens: object) => sessionStorage.setItem(keyOfTokens, JSON.stringify(tokens));
const nonce = expect.stringMatching(/^[0-9a-f]{64}$/);
const open = (path: string) => window.history.replaceState(null, '', path);

describe('session', () => {
  beforeEach(() => {
    vi.clearAllMocks();
    sessionStorage.clear();
    manager.signinSilent.mockReset();
    open('/');
  });

  it('[AUTH-01] goes to the identity provider before any screen and takes the deep link along', async () => {
    open('/session-list?from=2026-11-01#row');
    expect(await startSession(config)).toBeNull();
    expect(manager.signinRedirect).toHaveBeenCalledWith({
      state: { returnTo: '/session-list?from=2026-11-01#row' },
      nonce,
    });
  });

  it('[AUTH-01][AUTH-10] takes every address from the configuration and uses code with PKCE', async () => {
    await startSession(config);
    expect(manager.settings).toMatchObject({
      authority: config.issuer,
      client_id: 'ludus-hub',
      resource: 'urn:ludus:api',
      response_type: 'code',
      automaticSilentRenew: false,
      redirect_uri: `${location.origin}/`,
    });
    expect((manager.settings.userStore as { store: Storage }).store).toBe(sessionStorage);
  });

  it('opens the remembered deep link on return', async () => {
    open('/?code=abc&state=xyz');
    manager.signinRedirectCallback.mockResolvedValue(person('first'));
    const session = await startSession(config);
    expect(location.pathname + location.search).toBe('/session-list?page=3');
    expect(session?.accessToken()).toBe('first');
    expect(session?.user().username).toBe('g.ferraris');
    session?.stop();
  });

  it('starts anew when the answer of the provider is old or foreign', async () => {
    open('/?code=old&state=gone');
    manager.signinRedirectCallback.mockRejectedValue(new Error('No matching state found in storage'));
    expect(await startSession(config)).toBeNull();
    expect(manager.signinRedirect).toHaveBeenCalledWith({ state: { returnTo: '/' }, nonce });
  });

  it('goes on with a stored session, renewing it first when it has expired', async () => {
    keep(person('old', ['ludus_admin'], true));
    manager.signinSilent.mockResolvedValue(person('new'));
    const session = await startSession(config);
    expect(session?.accessToken()).toBe('new');
    expect(manager.signinRedirect).not.toHaveBeenCalled();
    session?.stop();
  });

  it.each([['nonsense'], ['{}'], ['{"access_token":1,"profile":{}}'], ['{"access_token":"a"}']])(
    'signs in anew where the tab keeps no tokens but %s',
    async (stored) => {
      sessionStorage.setItem(keyOfTokens, stored);
      expect(await startSession(config)).toBeNull();
      expect(manager.signinRedirect).toHaveBeenCalledTimes(1);
    },
  );

  it('goes on for someone who is signed in without the code of the sign-in', async () => {
    keep(person('first'));
    manager.settings = {};
    const session = await startSession(config);
    expect(session?.accessToken()).toBe('first');
    expect(manager.settings).toEqual({});
    session?.stop();
  });

  it('renews once for many callers, and tells when rights have changed', async () => {
    keep(person('first'));
    manager.signinSilent.mockResolvedValue(person('second', ['ludus_manager']));
    const session = await startSession(config);
    const changed = vi.fn();
    session?.subscribe(changed);
    expect(await Promise.all([session?.renew(), session?.renew()])).toEqual(['renewed', 'renewed']);
    expect(manager.signinSilent).toHaveBeenCalledTimes(1);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(session?.accessToken()).toBe('second');
    expect(session?.user().roles).toEqual(['ludus_manager']);
    session?.stop();
  });

  it('tells a refusal from a provider that cannot be reached', async () => {
    keep(person('first'));
    const session = await startSession(config);
    manager.signinSilent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await session?.renew()).toBe('unreachable');
    manager.signinSilent.mockRejectedValueOnce(new ErrorResponse({ error: 'invalid_grant' }));
    expect(await session?.renew()).toBe('refused');
    session?.stop();
  });

  it('signs in again at the same place, but not in circles right after an automatic sign-in', async () => {
    open('/settings');
    keep(person('first'));
    const stored = await startSession(config);
    stored?.signInAgain();
    await expect
      .poll(() => manager.signinRedirect)
      .toHaveBeenCalledWith({ state: { returnTo: '/settings', isRepeat: true }, nonce });
    expect(stored?.hasFailed()).toBe(false);
    stored?.stop();

    manager.signinRedirect.mockClear();
    open('/?code=abc&state=xyz');
    const state = { returnTo: '/settings', isRepeat: true };
    manager.signinRedirectCallback.mockResolvedValue({ ...person('fresh'), state });
    const fresh = await startSession(config);
    fresh?.signInAgain();
    expect(fresh?.hasFailed()).toBe(true);
    expect(manager.signinRedirect).not.toHaveBeenCalled();
    fresh?.stop();
  });

  it('shows the sign-in page when a session is ended elsewhere right after the person signed in', async () => {
    open('/?code=abc&state=xyz');
    manager.signinRedirectCallback.mockResolvedValue(person('fresh'));
    const session = await startSession(config);
    session?.signInAgain();
    await expect
      .poll(() => manager.signinRedirect)
      .toHaveBeenCalledWith({ state: { returnTo: '/session-list?page=3', isRepeat: true }, nonce });
    expect(session?.hasFailed()).toBe(false);
    session?.stop();
  });

  it('[I18N-02] asks for the sign-in page in the language of this device, and leaves it to the browser without one', async () => {
    await startSession(config);
    expect(manager.settings).not.toHaveProperty('ui_locales');
    localStorage.setItem('ludus.language', 'it');
    await startSession(config);
    expect(manager.settings).toMatchObject({ ui_locales: 'it' });
    localStorage.removeItem('ludus.language');
  });

  it('leaves anew with the next refused call when what is unsaved has kept the person here', async () => {
    open('/bets');
    keep(person('first'));
    const session = await startSession(config);
    vi.useFakeTimers();
    session?.signInAgain();
    await vi.waitFor(() => expect(manager.signinRedirect).toHaveBeenCalledTimes(1));
    // The browser asks, and the person stays.
    window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    session?.signInAgain();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(manager.signinRedirect).toHaveBeenCalledTimes(1);
    expect(await session?.renew()).toBe('refused');
    expect(manager.signinSilent).not.toHaveBeenCalled();
    session?.signInAgain();
    await vi.waitFor(() => expect(manager.signinRedirect).toHaveBeenCalledTimes(2));
    session?.stop();
  });

  it('[AUTH-09] signs out at the identity provider', async () => {
    keep(person('first'));
    const session = await startSession(config);
    session?.signOut();
    await expect.poll(() => manager.signoutRedirect).toHaveBeenCalledWith({ id_token_hint: 'id' });
    session?.stop();
  });

  it('sends a new nonce with each sign-in, for the ID token to repeat', async () => {
    await startSession(config);
    await startSession(config);
    const sent = manager.signinRedirect.mock.calls.map(([options]) => options.nonce);
    expect(sent).toEqual([nonce, nonce]);
    expect(sent[0]).not.toBe(sent[1]);
  });

  it('does not go to a provider whose discovery document names another issuer', async () => {
    manager.metadataService.getIssuer.mockResolvedValueOnce('https://elsewhere.example/realms/ludus');
    await expect(startSession(config)).rejects.toThrow('calls itself https://elsewhere.example/realms/ludus');
    expect(manager.signinRedirect).not.toHaveBeenCalled();

    open('/?code=abc&state=xyz');
    manager.metadataService.getIssuer.mockResolvedValueOnce('https://elsewhere.example/realms/ludus');
    await expect(startSession(config)).rejects.toThrow('calls itself');
    expect(manager.signinRedirectCallback).not.toHaveBeenCalled();
  });

  it.each([
    ['of another issuer', { iss: 'https://elsewhere.example/realms/ludus' }],
    ['for another application', { aud: 'another-app' }],
    ['for other applications', { aud: ['another-app', 'urn:ludus:api'] }],
  ])('takes no ID token %s', async (_what, claims) => {
    open('/?code=abc&state=xyz');
    manager.signinRedirectCallback.mockResolvedValue(withProfile(claims));
    keep(withProfile(claims));
    await expect(startSession(config)).rejects.toThrow('ID token');
    expect(sessionStorage.getItem(keyOfTokens)).toBeNull();

    open('/');
    keep(withProfile(claims));
    expect(await startSession(config)).toBeNull();
    expect(manager.signinRedirect).toHaveBeenCalledTimes(1);

    keep(withProfile({ aud: ['ludus-hub', 'urn:ludus:api'] }));
    const session = await startSession(config);
    manager.signinSilent.mockResolvedValue(withProfile(claims));
    expect(await session?.renew()).toBe('refused');
    expect(session?.accessToken()).toBe('first');
    session?.stop();
  });

  it('leaves nothing of the visit in the tab when a person signs out', async () => {
    sessionStorage.setItem('ludus.filters', '{"from":"2026-11-01"}');
    sessionStorage.setItem('ludus.request-list', '[1]');
    keep(person('first'));
    const session = await startSession(config);
    session?.signOut();
    // The library removes the tokens, which it needs for signing out.
    expect(Object.keys(sessionStorage)).toEqual([keyOfTokens]);
    session?.stop();
  });
});
