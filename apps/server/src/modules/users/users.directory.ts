import type { Identity, Role } from '@ludus/contract';
import type { Db } from '../../platform/postgres/index.ts';

/** An account at the identity provider. */
export interface DirectoryUser {
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
  createdAt: Date;
}

/** A sign-in that is still good. */
export interface DirectorySession {
  id: string;
  ipAddress: string;
  start: Date;
  lastAccess: Date;
}

/** What can be said of an account when it is made or changed. */
export interface AccountChange {
  email?: string;
  role?: Role;
  /** Null takes the integration away. */
  integrationName?: string | null;
}

/** The list alone, for those who administer nobody. */
export interface AccountList {
  /** Every account, disabled ones too. */
  list(db: Db): Promise<readonly DirectoryUser[]>;
}

/**
 * The accounts of the identity provider: the built-in one, or Keycloak. What is in the same database is written in the
 * given transaction; what is elsewhere is done when the call answers. Unknown subjects answer undefined, or throw
 * NotFoundError where something was to be changed. Every call may throw UpstreamError when the provider is away.
 */
export interface IdentityDirectory extends AccountList {
  readonly kind: 'built-in' | 'keycloak';
  find(db: Db, subject: string): Promise<DirectoryUser | undefined>;
  /**
   * What a token of that account would say now; undefined where there is none or it is disabled. Unlike `find` it knows
   * rights that come by groups and composite roles.
   */
  identity(db: Db, subject: string): Promise<Identity | undefined>;
  /** Last access first. */
  sessions(subject: string): Promise<readonly DirectorySession[]>;
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
    },
  ): Promise<DirectoryUser>;
  /** A role takes the place of all the hub's roles. @throws ConflictError naming `email` when it is taken. */
  update(tx: Db, subject: string, change: AccountChange): Promise<void>;
  /** The password must be changed at the next sign-in; what the account is signed in with ends. */
  resetPassword(tx: Db, subject: string, password: string): Promise<void>;
  /** Also ends what the account is signed in with. */
  remove(tx: Db, subject: string): Promise<void>;
}
