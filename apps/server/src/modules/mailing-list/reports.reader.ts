import { recognisedRoles } from '@ludus/contract';
import { type Actor, actorFromIdentity, integrationScope } from '../../platform/access/index.ts';
import type { PersonRow } from './reports.repo.ts';

/** As whom the figures for an address are read, or why nothing is sent to it. */
export type Reader = { actor: Actor } | { refusal: string };

/**
 * An address of people the hub knows gets what they may see now: their integration, and net win and due where their roles
 * allow them. Where several share an address, whoever sees least decides. An address of nobody gets what an administrator
 * has put it on the list for, without net win and due.
 */
export function readerOf(address: string, people: readonly PersonRow[]): Reader {
  if (people.length === 0) return { actor: stranger(address) };
  const actors = people.filter(({ enabled }) => enabled).map((person) => actorOf(address, person));
  if (actors.length === 0) return { refusal: 'The account of this address is disabled.' };
  const ofIntegrations = actors.filter(({ side }) => side === 'integration');
  const candidates = ofIntegrations.length > 0 ? ofIntegrations : actors;
  if (new Set(candidates.map(({ integration }) => integration?.id)).size > 1) {
    return { refusal: 'People of several integrations have this address.' };
  }
  const [first] = candidates;
  if (first === undefined || integrationScope(first).kind === 'none') {
    return { refusal: 'The person at this address belongs to no integration.' };
  }
  return { actor: candidates.find((actor) => !actor.can('money:net-and-due')) ?? first };
}

function actorOf(address: string, person: PersonRow): Actor {
  const { subject, username, roles, integration_id: id, integration: name } = person;
  return actorFromIdentity(
    { userId: subject ?? username, username, email: address, roles: recognisedRoles(roles) },
    id === null || name === null ? null : { id, name },
  );
}

// The rights of provider staff who see every integration, and neither net win nor due.
function stranger(address: string): Actor {
  return actorFromIdentity(
    { userId: 'mailing-list', username: address, email: address, roles: ['ludus_manager'] },
    null,
  );
}
