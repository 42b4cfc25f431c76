/** Every user the hub knows, with and without an account: their preferences, and who receives notifications. */
import { getPreferences, type Identity, listUsers, savePreferences } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { InvalidationListener } from '../../infra/invalidation/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { type Approvals, holdNothing } from '../approvals/index.ts';
import { administrationBindings } from './administration.routes.ts';
import { type SearchPeople, searchPeople } from './administration.search.ts';
import { createAdministration } from './administration.service.ts';
import { createSynchronisation } from './administration.sync.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createTokenRevocations, type TokenRevocations } from './token-revocations.ts';
import { createRecentIdentities, identityOf } from './users.identity.ts';
import { listPeople } from './users.picker.ts';
import { createUsersService, type UsersService } from './users.service.ts';
import { createUserSync } from './users.sync.ts';

export type { SearchPeople } from './administration.search.ts';
export type {
  AccountChange,
  IdentityProvider,
  IdentityProviderSession,
  IdentityProviderUser,
} from './identity-provider.ts';
export type { TokenRevocations } from './token-revocations.ts';
export { eraseUser } from './users.erasure.ts';
export {
  createRecipientLookup,
  type Recipient,
  type RecipientLookup,
  type Recipients,
  type UsersService,
} from './users.service.ts';
export type { UsersTable } from './users.tables.ts';

export interface UsersPorts {
  changes: InvalidationListener;
  /** Left out where the identity provider cannot be administered. */
  identityProvider?: IdentityProvider;
  /** Without it every change is made at once. */
  approvals?: Approvals;
  /** Called in the transaction in which an administrator changes who has which address. */
  addressesChanged?(tx: Tx): Promise<void>;
}

export interface UsersModule extends HubModule {
  service: UsersService;
  searchPeople: SearchPeople;
  /** Access tokens that are revoked before they expire. */
  tokenRevocations: TokenRevocations;
  /**
   * The claims a token of this user would hold now; undefined when they would get none.
   * @throws UpstreamError or UnavailableError when the identity provider cannot be asked
   */
  identityOf(subject: string): Promise<Identity | undefined>;
  /** The same, up to 30 seconds old where an identity provider elsewhere is asked; changes made in the hub count at once. */
  recentIdentityOf(subject: string): Promise<Identity | undefined>;
  /** Stores the last seen state of a caller; returns at once. */
  recordSeen(actor: Actor): void;
  /** Resolves when every recorded caller is stored and the accounts have been read. */
  waitForCompletion(): Promise<void>;
}

export function createUsersModule(
  { postgres, clock, log, realtime }: Pick<Infra, 'postgres' | 'clock' | 'log' | 'realtime'>,
  { changes, identityProvider, approvals = holdNothing, addressesChanged = async () => {} }: UsersPorts,
): UsersModule {
  // Accounts in this database are read whenever one changes; those elsewhere when an administrator asks for it.
  const inDatabase = identityProvider?.kind === 'built-in' ? { identityProvider } : {};
  const userSync = createUserSync({ postgres, clock, log, ...inDatabase });
  const tokenRevocations = createTokenRevocations(postgres, changes);
  const administers = {
    postgres,
    clock,
    log,
    realtime,
    tokenRevocations,
    addressesChanged,
    ...(identityProvider === undefined ? {} : { identityProvider }),
  };
  const recentIdentityOf = createRecentIdentities(
    (subject) => identityOf(postgres.db, identityProvider, subject),
    {
      isLocal: identityProvider?.kind !== 'keycloak',
      onChange: tokenRevocations.onChange,
    },
  );
  const service = createUsersService(postgres, clock, userSync.record);
  // Also called when the hub starts to listen, and when changes may have been missed.
  if (identityProvider?.kind === 'built-in') changes.onChange(['accounts'], userSync.synchronise);
  return {
    name: 'users',
    endpoints: [
      bind(listUsers, ({ query }) => listPeople(postgres.db, query)),
      bind(getPreferences, async ({ actor }) => ({ language: await service.language(actor) })),
      bind(savePreferences, async ({ actor, body }) => {
        await service.saveLanguage(actor, body.language);
        return { language: body.language };
      }),
      ...administrationBindings(
        createAdministration(administers),
        createSynchronisation(administers),
        approvals,
      ),
    ],
    service,
    searchPeople: (actor, text, limit) => searchPeople(postgres.db, actor, text, limit),
    tokenRevocations,
    identityOf: (subject) => identityOf(postgres.db, identityProvider, subject),
    recentIdentityOf,
    recordSeen: userSync.recordSeen,
    waitForCompletion: userSync.waitForCompletion,
    async start() {
      userSync.synchronise();
      await userSync.waitForCompletion();
    },
    stop: userSync.stop,
  };
}
