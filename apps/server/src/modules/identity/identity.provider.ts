import { decodeProtectedHeader } from 'jose';
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Clock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import type { AnonymousLimits } from './anonymous-state.ts';
import { createCookieSigner } from './identity.cookie-signer.ts';
import { cookieRules, nameCookiesBySignIn, providerCookies } from './identity.cookies.ts';
import type { ProviderKeys } from './identity.keys.ts';
import {
  accessTokenSeconds,
  authorizationCodeSeconds,
  interactionSeconds,
  sessionIdleSeconds,
  sessionMaxSeconds,
} from './identity.lifetimes.ts';
import { type Origins, realmPath } from './identity.origins.ts';
import {
  type Account,
  findAccountById,
  findSessionAccess,
  findSessionAccount,
  touchSession,
} from './identity.repo.ts';
import { createOidcAdapter, deleteSession } from './oidc-store.repo.ts';
import { issueOneSuccessor } from './refresh-rotation.ts';
import type { RevokedGrants } from './revoked-grants.ts';

/** The one scope of the API's access tokens; what a person may do is decided by their roles. */
const apiScope = 'api';

export interface ProviderDeps {
  settings: Pick<Settings, 'oidcClientId' | 'oidcAudience' | 'publicUrl'>;
  postgres: Postgres;
  clock: Clock;
  log: Log;
  keys: ProviderKeys;
  origins: Origins;
  revokedGrants: RevokedGrants;
  anonymousLimits: AnonymousLimits;
  /** Called in the transaction that ends a session. */
  signedOut(tx: Tx, account: Account, address: string): Promise<void>;
  /** Pages for requests that the provider cannot end with a redirect. */
  renderError(ctx: KoaContextWithOIDC): void;
  renderSignOut(ctx: KoaContextWithOIDC, form: string): void;
  renderSignedOut(ctx: KoaContextWithOIDC): void;
}

/** The claims of a person, named and nested as Keycloak sends them. */
export function claimsOf(account: Account, clientId: string): Record<string, unknown> {
  return {
    preferred_username: account.username,
    email: account.email,
    resource_access: { [clientId]: { roles: account.roles } },
    attributes: account.integrationName === null ? {} : { integration: [account.integrationName] },
  };
}

/** An OpenID provider for one realm and one public client, with the routes of Keycloak and its state in PostgreSQL. */
export function createProvider(deps: ProviderDeps): Provider {
  const { settings, postgres, clock, origins, log, revokedGrants, anonymousLimits } = deps;
  const cookies = cookieRules(origins.issuerOrigin);
  const provider = new Provider(origins.issuer, configurationOf(deps));
  // The mount passes the caller's address and the public scheme in forwarded headers, which it always overwrites.
  provider.proxy = true;
  const { Client } = provider;
  Client.prototype.redirectUriAllowed = (uri: string) => origins.allowsRedirect(uri);
  Client.prototype.postLogoutRedirectUriAllowed = (uri: string) => origins.allowsRedirect(uri);
  issueOneSuccessor(provider, postgres.db, clock);
  acceptHintsOf(provider, deps.keys);
  if (cookies.isSecure) nameCookiesBySignIn(provider, cookies);
  provider.use(leaveWhenSignedOut);
  provider.on('server_error', (ctx, error) => {
    log.error({ err: error, path: ctx.path, client: settings.oidcClientId }, 'the sign-in failed');
  });
  provider.on('grant.revoked', (ctx) => {
    log.info({ route: ctx.oidc.route }, 'a sign-in was revoked');
  });
  return provider;

  // Without a session there is nothing to ask about, so a sign-out goes straight back.
  async function leaveWhenSignedOut(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    await next();
    // The person has confirmed, or signs in as someone else.
    const session: { uid: string; destroyed?: boolean } | undefined = ctx.oidc?.session;
    if (ctx.oidc?.route === 'end_session_confirm' && session?.destroyed) await endSession(ctx, session.uid);
    if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200) return;
    if (ctx.oidc.session?.accountId === undefined) leave(ctx);
  }

  function endSession(ctx: KoaContextWithOIDC, uid: string): Promise<void> {
    return postgres.transaction(async (tx) => {
      const account = await findSessionAccount(tx, uid);
      if (account !== undefined) await deps.signedOut(tx, account, ctx.ip);
      await revokedGrants.revoke(tx, await deleteSession(tx, uid));
    });
  }

  function leave(ctx: KoaContextWithOIDC): void {
    const { post_logout_redirect_uri: target, state } = ctx.oidc.params ?? {};
    const url = new URL(typeof target === 'string' ? target : `${origins.issuerOrigin}/`);
    if (typeof target === 'string' && typeof state === 'string') url.searchParams.set('state', state);
    ctx.status = 303;
    ctx.redirect(url.href);
  }

  function configurationOf({ keys }: ProviderDeps): Configuration {
    const remaining = (since: number | undefined) =>
      Math.max(1, (since ?? seconds(clock)) + sessionMaxSeconds - seconds(clock));
    return {
      adapter: (model: string) =>
        createOidcAdapter({ db: postgres.db, clock, revokedGrants, anonymousLimits }, model),
      jwks: { keys: keys.privateKeys },
      clients: [
        {
          client_id: settings.oidcClientId,
          client_name: 'Ludus Hub',
          application_type: 'web',
          token_endpoint_auth_method: 'none',
          id_token_signed_response_alg: keys.algorithm,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          redirect_uris: origins.allowed.map((origin) => `${origin}/`),
          post_logout_redirect_uris: origins.allowed.map((origin) => `${origin}/`),
        },
      ],
      responseTypes: ['code'],
      scopes: ['openid', 'profile', 'email', 'roles'],
      claims: { openid: ['sub', 'preferred_username', 'email', 'resource_access', 'attributes', 'amr'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      clientBasedCORS: (_ctx, origin) => origins.allowed.includes(origin),
      routes: {
        authorization: '/protocol/openid-connect/auth',
        token: '/protocol/openid-connect/token',
        userinfo: '/protocol/openid-connect/userinfo',
        jwks: '/protocol/openid-connect/certs',
        end_session: '/protocol/openid-connect/logout',
        revocation: '/protocol/openid-connect/revoke',
      },
      cookies: {
        keys: createCookieSigner(keys.cookieKeys),
        names: {
          session: cookies.nameOf(providerCookies.session),
          interaction: cookies.nameOf(providerCookies.interaction),
          resume: cookies.nameOf(providerCookies.resume),
        },
        long: { httpOnly: true, sameSite: 'lax', signed: true, path: cookies.path },
        // Without the prefix the provider separates the pages of several tabs by the path of their cookies.
        short: {
          httpOnly: true,
          sameSite: 'lax',
          signed: true,
          ...(cookies.isSecure ? { path: cookies.path } : {}),
        },
      },
      ttl: {
        AccessToken: accessTokenSeconds,
        AuthorizationCode: authorizationCodeSeconds,
        IdToken: accessTokenSeconds,
        Interaction: interactionSeconds,
        Grant: sessionMaxSeconds + interactionSeconds,
        RefreshToken: (_ctx, token) => Math.min(sessionIdleSeconds, remaining(token.authTime)),
        Session: (_ctx, session) =>
          session.accountId === undefined ? interactionSeconds : remaining(session.loginTs),
      },
      findAccount: async (_ctx, id) => {
        const account = await findAccountById(postgres.db, id);
        if (account === undefined || !account.enabled) return undefined;
        return {
          accountId: id,
          claims: async () => ({ sub: id, ...claimsOf(account, settings.oidcClientId) }),
        };
      },
      extraTokenClaims: async (ctx, token) => {
        if (!('accountId' in token) || token.accountId === undefined) return undefined;
        const account = await findAccountById(postgres.db, token.accountId);
        if (account === undefined) return undefined;
        await noteSession(ctx, account.id, token.sessionUid);
        return {
          azp: settings.oidcClientId,
          typ: 'Bearer',
          grant_id: token.grantId,
          amr: (ctx.oidc.entities.RefreshToken ?? ctx.oidc.entities.AuthorizationCode)?.amr,
          ...claimsOf(account, settings.oidcClientId),
        };
      },
      issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
      rotateRefreshToken: true,
      loadExistingGrant,
      interactions: {
        url: (_ctx, interaction) => `${realmPath}/sign-in/${interaction.uid}`,
        policy: policyOf(),
      },
      features: {
        devInteractions: { enabled: false },
        userinfo: { enabled: false },
        revocation: { enabled: true },
        rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource: deps.renderSignedOut },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => settings.oidcAudience,
          useGrantedResource: () => true,
          getResourceServerInfo: (_ctx, resource) => {
            if (resource !== settings.oidcAudience) throw new errors.InvalidTarget();
            return {
              scope: apiScope,
              audience: settings.oidcAudience,
              accessTokenTTL: accessTokenSeconds,
              accessTokenFormat: 'jwt',
              jwt: { sign: { alg: keys.algorithm } },
            };
          },
        },
      },
      discovery: { ui_locales_supported: ['en', 'it'] },
      renderError: (ctx) => deps.renderError(ctx),
    };
  }

  // The client is the hub itself, so there is no consent page. Tabs of one sign-in share a grant, because the provider
  // takes a refresh token only while its grant is the session's; a later sign-in gets one that lives as long as it.
  async function loadExistingGrant(ctx: KoaContextWithOIDC) {
    const { client, account, session } = ctx.oidc;
    if (client === undefined || account === undefined) return undefined;
    const grantId = session?.grantIdFor(client.clientId);
    const shared = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const until = (session?.loginTs ?? seconds(clock)) + sessionMaxSeconds;
    if (shared?.accountId === account.accountId && (shared.exp ?? 0) >= until) return shared;
    const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
    grant.addOIDCScope('openid profile email roles');
    grant.addResourceScope(settings.oidcAudience, apiScope);
    await grant.save();
    return grant;
  }

  async function noteSession(ctx: KoaContextWithOIDC, accountId: string, uid: string | undefined) {
    if (uid === undefined) return;
    const source = ctx.oidc.entities.RefreshToken ?? ctx.oidc.entities.AuthorizationCode;
    const at = clock.now();
    const startedAt = source?.authTime === undefined ? at : new Date(source.authTime * 1000);
    await touchSession(postgres.db, { uid, accountId, ipAddress: ctx.ip, startedAt, at });
  }

  function policyOf(): interactionPolicy.DefaultPolicy {
    const { Check, base } = interactionPolicy;
    const policy = base();
    // Without it the session of a removed, disabled or long absent user would not ask for the password.
    policy.get('login')?.checks.add(
      new Check('session_over', 'sign in again', async (ctx) => {
        const { session, account } = ctx.oidc;
        if (session?.accountId === undefined) return Check.NO_NEED_TO_PROMPT;
        if (account === undefined) return Check.REQUEST_PROMPT;
        if (ctx.oidc.result?.login !== undefined) return Check.NO_NEED_TO_PROMPT;
        const used = await findSessionAccess(postgres.db, session.uid);
        const lastUse = Math.max((session.loginTs ?? 0) * 1000, used?.getTime() ?? 0);
        const over = lastUse + sessionIdleSeconds * 1000 <= clock.now().getTime();
        return over ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
      }),
    );
    return policy;
  }

  // A sign-out that carries the person's own ID token is theirs; without one another site may have sent it, so it asks.
  async function logoutSource(ctx: KoaContextWithOIDC, form: string): Promise<void> {
    const { session } = ctx.oidc;
    const hint = ctx.oidc.entities.IdTokenHint?.payload;
    if (session === undefined || hint?.sub !== session.accountId) {
      deps.renderSignOut(ctx, form);
      return;
    }
    await endSession(ctx, session.uid);
    await session.destroy();
    ctx.cookies.set(provider.cookieName('session'), null, {
      httpOnly: true,
      sameSite: 'lax',
      signed: true,
      path: cookies.path,
    });
    leave(ctx);
  }
}

const seconds = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000);

// A key may be replaced by one of another algorithm. ID tokens that the former has signed still say who signs out.
function acceptHintsOf({ IdToken }: Provider, { privateKeys }: ProviderKeys): void {
  const model = IdToken as unknown as { validate(token: string, client: object): Promise<unknown> };
  const { validate } = model;
  const algorithms = new Set(privateKeys.map(({ alg }) => alg));
  model.validate = async (token, client) => {
    const { alg } = decodeProtectedHeader(token);
    const signed = algorithms.has(alg) ? { idTokenSignedResponseAlg: { value: alg } } : {};
    return validate.call(model, token, Object.create(client, signed));
  };
}
