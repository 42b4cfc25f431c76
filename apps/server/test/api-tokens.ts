/** API tokens of people with one role, for hubs that know no accounts. */
import type { Role, TokenScope } from '@ludus/contract';
import { createTokenId, createTokenSecret } from '../src/infra/auth/api-token.ts';
import type { ApiTokenLookup, StoredApiToken } from '../src/infra/auth/index.ts';

export interface TestApiTokenOptions {
  /** Of the owner, who belongs to Alpina (1) where the role needs an integration. */
  role: Role;
  scopes: readonly TokenScope[];
  validUntil?: Date;
  change?: Partial<StoredApiToken>;
}

export interface TestApiTokens {
  lookup: ApiTokenLookup;
  /** Stores a token and returns what a program sends. */
  create(options: TestApiTokenOptions): string;
  /** The roles that owners have by now, by the role that they had; without one they have no account. */
  readonly owners: Map<string, readonly Role[]>;
  readonly uses: { id: string; at: Date; address: string }[];
}

export function testApiTokens(): TestApiTokens {
  const stored = new Map<string, StoredApiToken>();
  const owners = new Map<string, readonly Role[]>();
  const uses: { id: string; at: Date; address: string }[] = [];
  return {
    owners,
    uses,
    lookup: {
      find: async (id) => stored.get(id),
      async identityOf(userId) {
        const roles = owners.get(userId);
        if (roles === undefined) return undefined;
        const isOfIntegration = roles.some((role) => role.startsWith('integration_'));
        const integrationName = isOfIntegration ? 'Alpina' : null;
        return { userId, username: userId, email: null, roles: [...roles], integrationName };
      },
      recordUse: async ({ id }, at, address) => void uses.push({ id, at, address }),
    },
    create({ role, scopes, validUntil = new Date('2100-01-01T00:00:00Z'), change = {} }) {
      const id = createTokenId();
      const { text, hash } = createTokenSecret(id);
      const isOfProvider = role.startsWith('ludus_');
      if (!owners.has(role)) owners.set(role, [role]);
      stored.set(id, {
        id,
        ownerId: role,
        isOfProvider,
        integrationId: isOfProvider ? null : 1,
        integration: isOfProvider ? null : { id: 1, name: 'Alpina' },
        scopes,
        secrets: [{ hash, issuedAt: new Date('2026-01-01T00:00:00Z'), validUntil }],
        lastUsedAt: null,
        lastUsedFrom: null,
        ...change,
      });
      return text;
    },
  };
}
