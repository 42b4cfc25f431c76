import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@ludus/contract';
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type Provider from 'oidc-provider';
import type { Settings } from '../../platform/config/settings.ts';
import { ConflictError, ValidationError } from '../../platform/errors/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { IdentityDirectory } from '../users/index.ts';
import { demoAccounts, demoAllowed, demoEmail, demoPassword } from './identity.demo.ts';
import { createAccountDirectory } from './identity.directory.ts';
import { loadProviderKeys, type ProviderKeys } from './identity.keys.ts';
import { sessionMaxSeconds } from './identity.lifetimes.ts';
import { createOrigins } from './identity.origins.ts';
import { hashPassword, maxPasswordLength, minPasswordLength } from './identity.passwords.ts';
import { createIdentityPlugin } from './identity.plugin.ts';
import { createProvider } from './identity.provider.ts';
import {
  type Account,
  deleteOldSessions,
  findAccountByUsername,
  insertAccount,
  updateIntegrationName,
} from './identity.repo.ts';
import { createKeycloakDirectory } from './keycloak.directory.ts';
import { deleteExpired } from './oidc-store.repo.ts';
import { loadAssets } from './sign-in.assets.ts';
import { createProviderPages } from './sign-in.provider-pages.ts';
import { createSignIn } from './sign-in.service.ts';
import { deleteOldAttempts } from './sign-in-attempts.repo.ts';

export interface IdentityDeps extends Pick<Platform, 'postgres' | 'clock' | 'log'> {
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
  >;
  /** Origins of development servers that serve the web application beside the hub. */
  developmentOrigins?: readonly string[];
}

export interface CreateAdminInput {
  username: string;
  email: string;
  /** Absent: one is made up, shown once, and must be changed at the first sign-in. */
  password?: string | undefined;
}

export interface IdentityModule extends HubModule {
  /** The issuer of access tokens: `OIDC_ISSUER`, else the built-in provider. */
  readonly issuer: string;
  /** Keys of the built-in provider for token checks in this process; nothing with an external provider. */
  localJwks(): JWTVerifyGetKey | undefined;
  /** Creates the demo accounts that do not exist yet; answers their names, none where they are not allowed. */
  ensureDemoAccounts(): Promise<string[]>;
  /** Creates a provider administrator. Answers the password that was made up, if one was. */
  createAdmin(input: CreateAdminInput): Promise<{ account: Account; generatedPassword: string | null }>;
  findAccountByUsername(username: string): Promise<Account | undefined>;
  /** The accounts of the built-in provider or of Keycloak; undefined with a provider that the hub may not administer. */
  readonly directory: IdentityDirectory | undefined;
  /**
   * Has accounts follow an integration from its names, in lower case, to the one it has now; null when it is gone. Tokens
   * carry the new name from their next refresh on.
   */
  renameIntegration(tx: Db, nameKeys: readonly string[], name: string | null): Promise<void>;
}

const cleanUpEveryMs = 10 * 60_000;

/** Accounts and the built-in OpenID provider. Creating it does no work; keys are made at the first use. */
export function createIdentityModule(deps: IdentityDeps): IdentityModule {
  const { settings, postgres, clock, log } = deps;
  const { db } = postgres;
  const builtIn = settings.oidcIssuer === undefined;
  const origins = createOrigins(settings.publicUrl, deps.developmentOrigins);
  const demoOn = builtIn && demoAllowed(settings);

  const assets = once(loadAssets);
  const keys = once(() => loadProviderKeys({ settings, postgres, clock, log }));
  const provider = once(async (): Promise<Provider> => {
    const pages = createProviderPages({ origins, assets: (await assets()).addresses });
    return createProvider({ settings, postgres, clock, log, keys: await keys(), origins, ...pages });
  });
  const plugin = createIdentityPlugin({
    origins,
    provider,
    assets,
    clock,
    log,
    signIn: createSignIn({ postgres, clock, demo: demoOn }),
    demo: demoOn
      ? { usernames: demoAccounts.map(({ username }) => username), password: demoPassword }
      : undefined,
  });
  let cleaning: NodeJS.Timeout | undefined;

  async function cleanUp(): Promise<void> {
    const now = clock.now();
    await deleteExpired(db, now);
    await deleteOldAttempts(db, now);
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
      enabled: true,
      createdAt: clock.now(),
      lastLoginAt: null,
    };
    return (await insertAccount(db, account)) ? account : undefined;
  }

  return {
    name: 'identity',
    issuer: settings.oidcIssuer ?? origins.issuer,
    ...(builtIn ? { plugin } : {}),

    async start() {
      if (!builtIn) return;
      await provider();
      await cleanUp();
      cleaning = setInterval(() => {
        cleanUp().catch((error: unknown) => log.warn({ err: error }, 'old sign-in state was not removed'));
      }, cleanUpEveryMs);
      cleaning.unref();
    },

    async stop() {
      clearInterval(cleaning);
    },

    localJwks: () => (builtIn ? localKeys(keys) : undefined),

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
      const problems = adminProblems({ username, email, password });
      if (Object.keys(problems).length > 0) throw new ValidationError(problems);
      const generatedPassword = password === undefined ? randomBytes(12).toString('base64url') : null;
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

    directory: builtIn
      ? createAccountDirectory({ db, clock })
      : settings.keycloakAdmin &&
        createKeycloakDirectory({ ...settings.keycloakAdmin, rolesClientId: settings.oidcClientId, log }),

    renameIntegration: updateIntegrationName,
  };
}

function localKeys(keys: () => Promise<ProviderKeys>): JWTVerifyGetKey {
  const keySet = once(async () => createLocalJWKSet((await keys()).publicKeys));
  return async (header, token) => (await keySet())(header, token);
}

function adminProblems(input: CreateAdminInput): Record<string, string> {
  const { username, email, password } = input;
  const problems: Record<string, string> = {};
  if (!/^\S+$/.test(username.trim())) problems.username = 'A username without spaces is needed.';
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) problems.email = 'An e-mail address is needed.';
  if (password === undefined) return problems;
  if ([...password].length < minPasswordLength) {
    problems.password = `Use at least ${minPasswordLength} characters.`;
  } else if (password.length > maxPasswordLength) {
    problems.password = `Use at most ${maxPasswordLength} characters.`;
  } else if (password.toLowerCase() === username.trim().toLowerCase()) {
    problems.password = 'The password must not be the username.';
  } else if (password === demoPassword) {
    problems.password = 'This is the password of the demo accounts, which everybody knows.';
  }
  return problems;
}

/** Runs work at the first call and answers the same result ever after; a failure is tried anew. */
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
