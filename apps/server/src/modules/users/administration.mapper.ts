import { recognisedRoles, type User } from '@ludus/contract';
import type { HubUserRow } from './administration.repo.ts';
import type { IdentityProviderUser } from './identity-provider.ts';
import { ownIntegrationName } from './users.policy.ts';

interface Named {
  id: number;
  name: string;
}

/** Integrations as accounts name them, by any of their names, and as platforms do. */
export interface Integrations {
  byName(name: string | null): Named | null;
  byId(id: number): Named | null;
}

/** Reads them from the rows of {@link findIntegrationsByName}. */
export function integrationsOf(rows: readonly (Named & { key: string })[]): Integrations {
  const byKey = new Map(rows.map(({ key, id, name }) => [key, { id, name }]));
  const byId = new Map(rows.map(({ id, name }) => [id, { id, name }]));
  return {
    byName: (name) => (name === null ? null : (byKey.get(name.trim().toLowerCase()) ?? null)),
    byId: (id) => byId.get(id) ?? null,
  };
}

/** Where a record stands: in the hub, at the identity provider, or in both. */
export interface Sides {
  hub: HubUserRow | undefined;
  account: IdentityProviderUser | undefined;
  /** False where the identity provider cannot be asked: only the hub's own record is known then. */
  isAsked: boolean;
}

/** The identity provider's values take precedence over the hub's. */
export function userOf({ hub, account, isAsked }: Sides, integrations: Integrations): User {
  const source = account ?? hub;
  const createdAt = account?.createdAt ?? hub?.created_at;
  if (source === undefined || createdAt === undefined) throw new Error('This user stands nowhere.');
  const name = account === undefined ? (hub?.integration_name ?? null) : account.integrationName;
  const integration = integrationOf({ hub, account }, integrations);
  const subject = account?.subject ?? (isAsked ? null : (hub?.subject ?? null));
  const platform = platformOf(hub, integration?.id ?? null);
  return {
    id: hub?.id ?? null,
    keycloakUserId: subject,
    username: source.username,
    email: source.email,
    emailVerified: account?.emailVerified ?? false,
    role: recognisedRoles(source.roles)[0] ?? null,
    enabled: source.enabled,
    platform,
    platformId: platform?.id ?? null,
    integrationId: integration?.id ?? null,
    integration: integration?.name ?? null,
    attributes: { integration: name === null ? [] : [name] },
    localOnly: subject === null,
    kcOnly: hub === undefined,
    mustChangePassword: account?.mustChangePassword ?? false,
    hasSecondFactor: account?.hasSecondFactor ?? null,
    created_at: createdAt.toISOString(),
  };
}

/** Who has an account belongs to the integration it names; who has none, to the platform that named them. */
export function integrationOf(
  { hub, account }: Pick<Sides, 'hub' | 'account'>,
  integrations: Integrations,
): Named | null {
  if (account !== undefined) {
    return integrations.byName(ownIntegrationName(account.roles, account.integrationName));
  }
  if (hub === undefined) return null;
  if (hub.subject !== null) return integrations.byName(ownIntegrationName(hub.roles, hub.integration_name));
  return hub.integration_id === null ? null : integrations.byId(hub.integration_id);
}

function platformOf(hub: HubUserRow | undefined, integrationId: number | null): User['platform'] {
  if (hub === undefined || hub.platform_id === null || hub.platform_name === null) return null;
  // It stays until it is chosen again, also when the person's account was moved to another integration.
  return hub.platform_integration_id === integrationId
    ? { id: hub.platform_id, name: hub.platform_name }
    : null;
}
