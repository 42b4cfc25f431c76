/** Accounts that a test changes at will, in place of an identity provider. */
import { type Identity, recognisedRoles } from '@ludus/contract';
import { UpstreamError } from '../src/infra/errors/index.ts';

export interface TestAccount {
  id: string;
  username: string;
  email: string;
  roles: readonly string[];
  integrationName: string | null;
  enabled: boolean;
}

export interface TestAccounts extends Map<string, TestAccount> {
  /** True while the provider cannot be reached. */
  isAway: boolean;
}

/** Accounts by username. */
export function testAccounts(): TestAccounts {
  return Object.assign(new Map<string, TestAccount>(), { isAway: false });
}

/** What a token of someone would say now. @throws UpstreamError while the provider is away */
export async function identityIn(accounts: TestAccounts, subject: string): Promise<Identity | undefined> {
  if (accounts.isAway) throw new UpstreamError('The identity provider cannot be reached.');
  const account = [...accounts.values()].find(({ id, enabled }) => id === subject && enabled);
  if (account === undefined) return undefined;
  const { username, email, roles, integrationName } = account;
  return { userId: subject, username, email, roles: recognisedRoles(roles), integrationName };
}
