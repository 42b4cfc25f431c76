import { type FoundPerson, recognisedRoles } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { integrationOf, integrationsOf } from './administration.mapper.ts';
import { seesUser } from './administration.policy.ts';
import { findHubUsers, findIntegrationsByName } from './administration.repo.ts';

export type SearchPeople = (actor: Actor, text: string, limit: number) => Promise<FoundPerson[]>;

/**
 * Users that the actor may administer, with every word in their name or address, or with this id; by name. Only the hub's own
 * records are read: an identity provider elsewhere would respond too late for a search while someone types.
 */
export async function searchPeople(
  db: Db,
  actor: Actor,
  text: string,
  limit: number,
): Promise<FoundPerson[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [people, names] = await Promise.all([findHubUsers(db), findIntegrationsByName(db)]);
  const integrations = integrationsOf(names);
  return people
    .flatMap((hub) => {
      const searched = `${hub.username} ${hub.email ?? ''}`.toLowerCase();
      if (hub.subject !== text && !words.every((word) => searched.includes(word))) return [];
      const integration = integrationOf({ hub, account: undefined }, integrations);
      if (!seesUser(actor, { roles: hub.roles, integrationId: integration?.id ?? null })) return [];
      return [{ hub, integration }];
    })
    .sort((a, b) => a.hub.username.localeCompare(b.hub.username, 'en', { sensitivity: 'base' }))
    .slice(0, limit)
    .map(({ hub, integration }) => ({
      id: hub.id,
      userId: hub.subject,
      username: hub.username,
      email: hub.email,
      role: recognisedRoles(hub.roles)[0] ?? null,
      integration: integration?.name ?? null,
    }));
}
