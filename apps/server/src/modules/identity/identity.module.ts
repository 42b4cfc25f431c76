import { randomBytes, randomUUID } from 'node:crypto';
import { emailAddress, type Message, type Role, textMessage } from '@ludus/contract';
import type { JWTVerifyGetKey } from 'jose';
import type Provider from 'oidc-provider';
import type { Settings } from '../../infra/config/settings.ts';
import { openEncryptor } from '../../infra/crypto/index.ts';
import { ConflictError, ValidationError } from '../../infra/errors/index.ts';
import type { InvalidationListener } from '../../infra/invalidation/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { IdentityProvider } from '../users/index.ts';
import { createAccountNotices } from './account.notices.ts';
import { accountBindings } from './account.routes.ts';
import { createAccountService } from './account.service.ts';
import { type AnonymousLimits, anonymousLimits } from './anonymous-state.ts';
import { createBuiltInAccounts } from './built-in.accounts.ts';
import { demoAccounts, demoAllowed, demoEmail, demoPassword } from './identity.demo.ts';
import { deleteExpiredKeys, type ProviderKeys, rotateProviderKeys } from './identity.keys.ts';
import { sessionMaxSeconds } from './identity.lifetimes.ts';
import { createOrigins } from './identity.origins.ts';
import { hashPassword, passwordMessage, passwordProblems } from './identity.passwords.ts';
import { createIdentityPlugin } from './identity.plugin.ts';
import { createProvider } from './identity.provider.ts';
import {
  type Account,
  deleteOldSessions,
  findAccountByUsername,
  insertAccount,
  updateIntegrationName,
} from './identity.repo.ts';
import { createKeyRing, lastOf } from './key-ring.ts';
import { createKeycloakAccounts } from './keycloak.accounts.ts';
import { deleteExpired } from './oidc-store.repo.ts';
import { deleteExpiredRevocations } from './revoked-grants.repo.ts';
import { createRevokedGrants, type RevokedGrants } from './revoked-grants.ts';
import { createSecondFactor } from './second-factor.service.ts';
import { loadAssets } from './sign-in.assets.ts';
import { createKnownBrowsers } from './sign-in.known-browser.ts';
import { createSignInLog, refusalReasons } from './sign-in.log.ts';
import { createProviderPages } from './sign-in.provider-pages.ts';
import { createSignIn } from './sign-in.service.ts';
import { createSignInThrottle } from './sign-in.throttle.ts';
import { deleteOldAttempts } from './sign-in-attempts.repo.ts';

export interface IdentityDeps extends Pick<Infra, 'postgres' | 'clock' | 'log'> {
  settings: Pick<
    Settings,
    | 'publicUrl'
    | 'oidcIssuer'
    | 'oidcClientId'
    | 'oidcAudience'
    | 'keycloakAdmin'
    | 'sandbox'
    | 'host'
    | 'dataDir'
    | 'encryptionKey'
    | 'otherEncryptionKey'
    | 'signingKeyDays'
    | 'secondFactor'
  >;
  /** Limits of the state of callers without an account; those of production unless given. */
  anonymousLimits?: AnonymousLimits;
  /** Left out by command lines, which end when their work is done. */
  changes?: InvalidationListener;
  /** Origins of development servers that serve the web application beside the hub. */
  developmentOrigins?: readonly string[];
  /** Left out by command lines. */
  metrics?: Infra['metrics'];
  /** Left out where no one is notified of changes to their account. */
  notify?: Notify;
}

export interface CreateAdminInput {
  username: string;
  email: string;
  /** Absent: one is generated, shown once, and must be changed at the first sign-in. */
  password?: string | undefined;
}

export interface IdentityModule extends HubModule {
  /** The issuer of access tokens: `OIDC_ISSUER`, else the built-in provider. */
  readonly issuer: string;
  /** Keys of the built-in provider for token checks in this process; nothing with an external provider. */
  localJwks(): JWTVerifyGetKey | undefined;
  /** Sign-ins of the built-in provider whose access tokens are refused before they expire. */
  readonly revokedGrants: RevokedGrants;
  /** Creates the demo accounts that do not exist yet; returns their names, none where they are not allowed. */
  ensureDemoAccounts(): Promise<string[]>;
  /** Creates a provider administrator. Returns the generated password, if there is one. */
  createAdmin(input: CreateAdminInput): Promise<{ account: Account; generatedPassword: string | null }>;
  findAccountByUsername(username: string): Promise<Account | undefined>;
  /** The accounts of the built-in provider or of Keycloak; undefined with a provider that the hub may not administer. */
  readonly identityProvider: IdentityProvider | undefined;
  /**
   * Renames an integration in the accounts that name it: from its names, in lower case, to its current one, or to null when
   * it was deleted. Tokens carry the new name from their next refresh on.
   */
  renameIntegration(tx: Db, nameKeys: readonly string[], name: string | null): Promise<void>;
}

const cleanUpEveryMs = 10 * 60_000;
const flushLogEveryMs = 60_000;

/** Accounts and the built-in OpenID provider. Creating it does no work; keys are created at the first use. */
export function createIdentityModule(deps: IdentityDeps): IdentityModule {
  const { settings, postgres, clock, log } = deps;
  const { db } = postgres;
  const builtIn = settings.oidcIssuer === undefined;
  const origins = createOrigins(settings.publicUrl, deps.developmentOrigins);
  const demoOn = builtIn && demoAllowed(settings);

  const revokedGrants = createRevokedGrants(postgres, clock, deps.changes);
  const assets = once(loadAssets);
  const keyDeps = { settings, postgres, clock, log };
  const keyRing = createKeyRing({ ...keyDeps, changes: deps.changes });
  const providerOf = lastOf(async (keys: ProviderKeys): Promise<Provider> => {
    const pages = createProviderPages({ origins, assets: (await assets()).addresses });
    return createProvider({
      ...{ settings, postgres, clock, log, keys, origins, revokedGrants },
      anonymousLimits: deps.anonymousLimits ?? anonymousLimits,
      signedOut: signInLog.signedOut,
      ...pages,
    });
  });
  const provider = async (): Promise<Provider> => providerOf(await keyRing.read());
  const encryptor = once(() => openEncryptor(settings));
  const throttle = createSignInThrottle({ db, clock });
  for (const outcome of ['accepted', ...refusalReasons]) deps.metrics?.signIns.inc({ outcome }, 0);
  const signInLog = createSignInLog({
    postgres,
    clock,
    onOutcome: (outcome) => deps.metrics?.signIns.inc({ outcome }),
  });
  const secondFactor = createSecondFactor({ encryptor, clock, policy: settings.secondFactor });
  const notify = createAccountNotices(deps.notify);
  const account = createAccountService({
    ...{ postgres, clock, secondFactor, throttle, revokedGrants, notify },
    externalIssuer: settings.oidcIssuer,
  });
  const plugin = createIdentityPlugin({
    origins,
    provider,
    assets,
    clock,
    log,
    signIn: createSignIn({ postgres, clock, throttle, log: signInLog, secondFactor, notify, demo: demoOn }),
    secondFactor,
    knownBrowsers: createKnownBrowsers({ encryptor, clock, origins }),
    demo: demoOn
      ? { usernames: demoAccounts.map(({ username }) => username), password: demoPassword }
      : undefined,
  });
  let cleaning: NodeJS.Timeout | undefined;
  let flushing: NodeJS.Timeout | undefined;

  async function cleanUp(): Promise<void> {
    const now = clock.now();
    await deleteExpired(db, now);
    await deleteExpiredRevocations(db, now);
    await deleteOldAttempts(db, now);
    await deleteExpiredKeys(db, now);
    if (settings.signingKeyDays > 0) await rotateProviderKeys(keyDeps, settings.signingKeyDays);
    await deleteOldSessions(db, new Date(now.getTime() - sessionMaxSeconds * 1000));
  }

  async function create(given: {
    username: string;
    email: string;
    password: string;
    role: Role;
    integrationName: string | null;
    mustChangePassword: boolean;
  }): Promise<Account | undefined> {
    const account: Account = {
      id: randomUUID(),
      username: given.username,
      email: given.email,
      passwordHash: await hashPassword(given.password),
      roles: [given.role],
      integrationName: given.integrationName,
      mustChangePassword: given.mustChangePassword,
      credentialVersion: 1,
      enabled: true,
      createdAt: clock.now(),
      lastLoginAt: null,
    };
    return (await insertAccount(db, account)) ? account : undefined;
  }

  return {
    name: 'identity',
    issuer: settings.oidcIssuer ?? origins.issuer,
    revokedGrants,
    endpoints: accountBindings(account),
    ...(builtIn ? { plugin } : {}),

    async start() {
      if (!builtIn) return;
      await provider();
      await cleanUp();
      cleaning = setInterval(() => {
        cleanUp().catch((error: unknown) => log.warn({ err: error }, 'old sign-in state was not removed'));
      }, cleanUpEveryMs);
      cleaning.unref();
      flushing = setInterval(() => {
        signInLog
          .flush()
          .catch((error: unknown) => log.warn({ err: error }, 'refused sign-ins were not logged'));
      }, flushLogEveryMs);
      flushing.unref();
    },

    async stop() {
      clearInterval(cleaning);
      clearInterval(flushing);
    },

    localJwks: () => (builtIn ? keyRing.tokenKeys : undefined),

    async ensureDemoAccounts() {
      if (!demoOn) return [];
      const created: string[] = [];
      for (const { username, role, integrationName } of demoAccounts) {
        // Hashing is costly on purpose: later starts must not pay for it.
        if ((await findAccountByUsername(db, username)) !== undefined) continue;
        const made = await create({
          username,
          email: demoEmail(username),
          password: demoPassword,
          role,
          integrationName,
          mustChangePassword: false,
        });
        if (made !== undefined) created.push(username);
      }
      return created;
    },

    async createAdmin({ username, email, password }) {
      const problems = await adminProblems({ username, email, password });
      if (Object.keys(problems).length > 0) throw new ValidationError(problems);
      const generatedPassword = password === undefined ? randomBytes(16).toString('base64url') : null;
      const account = await create({
        username: username.trim(),
        email: email.trim(),
        password: password ?? generatedPassword ?? '',
        role: 'ludus_admin',
        integrationName: null,
        mustChangePassword: generatedPassword !== null,
      });
      if (account === undefined)
        throw new ConflictError(`There is already an account named ${username.trim()}.`);
      return { account, generatedPassword };
    },

    findAccountByUsername: (username) => findAccountByUsername(db, username),

    identityProvider: builtIn
      ? createBuiltInAccounts({ db, clock, notify })
      : settings.keycloakAdmin &&
        createKeycloakAccounts({ ...settings.keycloakAdmin, rolesClientId: settings.oidcClientId, log }),

    renameIntegration: updateIntegrationName,
  };
}

async function adminProblems(input: CreateAdminInput): Promise<Record<string, Message>> {
  const { username, email, password } = input;
  const problems: Record<string, Message> = {};
  if (!/^\S+$/.test(username.trim())) problems.username = textMessage('A username without spaces is needed.');
  if (!emailAddress.safeParse(email.trim()).success)
    problems.email = textMessage('An email address is needed.');
  if (password === undefined) return problems;
  const owner = { username: username.trim(), email: email.trim(), integrationName: null };
  const { newPassword } = await passwordProblems({ owner, newPassword: password, repeated: password });
  if (newPassword !== undefined) problems.password = passwordMessage(newPassword);
  return problems;
}

/** Runs work at the first call and returns the same result from then on; a failure is retried at the next call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
