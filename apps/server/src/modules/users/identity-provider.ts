import type { Identity, Role } from '@ludus/contract';
import type { Db, Tx } from '../../infra/postgres/index.ts';

/** An account at the identity provider. */
export interface IdentityProviderUser {
  /** The `sub` of tokens. */
  subject: string;
  username: string;
  email: string | null;
  emailVerified: boolean;
  /** Roles of the hub's client; names that the hub does not know may be among them. */
  roles: readonly string[];
  /** The first entry of the attribute `integration`. */
  integrationName: string | null;
  enabled: boolean;
  mustChangePassword: boolean;
  /** Null where the provider does not list it. */
  hasSecondFactor: boolean | null;
  createdAt: Date;
}

/** A valid sign-in. */
export interface IdentityProviderSession {
  id: string;
  ipAddress: string;
  start: Date;
  lastAccess: Date;
}

/** What can be set when an account is created or changed. */
export interface AccountChange {
  email?: string;
  role?: Role;
  /** Null takes the integration away. */
  integrationName?: string | null;
  /** As for a new account. */
  emailFreeIn?: string;
}

/** Only the list, for those who administer no one. */
export interface AccountList {
  /** Every account, disabled ones too. */
  list(db: Db): Promise<readonly IdentityProviderUser[]>;
}

/**
 * The accounts of the identity provider: the built-in one, or Keycloak. What is in the same database is written in the
 * given transaction; changes elsewhere are done when the call returns. Unknown subjects return undefined, or throw
 * NotFoundError where something was to be changed. Every call may throw UpstreamError when the provider is unavailable.
 */
export interface IdentityProvider extends AccountList {
  readonly kind: 'built-in' | 'keycloak';
  find(db: Db, subject: string): Promise<IdentityProviderUser | undefined>;
  /**
   * The claims a token of that account would hold now; undefined where there is none or it is disabled. Unlike `find` it knows
   * rights that come by groups and composite roles.
   */
  identity(db: Db, subject: string): Promise<Identity | undefined>;
  /** Last access first. */
  sessions(subject: string): Promise<readonly IdentityProviderSession[]>;
  /**
   * The password must be changed at the first sign-in.
   * @throws ConflictError naming the fields `username` and `email` that are taken, in any case of letters.
   * @throws ValidationError naming `tempPass` when the provider does not take that password.
   */
  create(
    tx: Db,
    account: {
      username: string;
      email: string;
      role: Role;
      integrationName: string | null;
      password: string;
      /** The integration among whose accounts the email must be free; among all where not given or where the provider does not know. */
      emailFreeIn?: string;
    },
  ): Promise<IdentityProviderUser>;
  /** A role takes the place of all the hub's roles. @throws ConflictError naming `email` when it is taken. */
  update(tx: Db, subject: string, change: AccountChange): Promise<void>;
  /** The password must be changed at the next sign-in; what the account is signed in with ends. */
  resetPassword(tx: Tx, subject: string, password: string): Promise<void>;
  /** Removes the second factor; what the account is signed in with ends. */
  resetSecondFactor(tx: Tx, subject: string): Promise<void>;
  /** Also ends what the account is signed in with. */
  remove(tx: Db, subject: string): Promise<void>;
}
