import { type Actor, actorFromIdentity, integrationScope } from '../../platform/access/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { type DeliveryRow, findPeopleAt, type PersonRow, wasRemovedSince } from './reports.repo.ts';

/** As whom the figures for an address are read, or why nothing is sent to it. */
export type Reader = { actor: Actor } | { refusal: string };

const noAccount = { refusal: 'The account of this address has been removed or is disabled.' };

/**
 * An address of people the hub knows gets what they may see now: their integration, and net win and due where their roles
 * allow them. Where several share an address, whoever sees least decides. An address of nobody gets what an administrator
 * has put it on the list for, without net win and due; one whose account was removed since then gets nothing.
 */
export async function readerOf(
  db: Db,
  delivery: DeliveryRow,
  findActor: (userId: string) => Promise<Actor | undefined>,
): Promise<Reader> {
  const people = await findPeopleAt(db, delivery.recipient);
  if (people.length === 0) {
    return (await wasRemovedSince(db, delivery)) ? noAccount : { actor: stranger(delivery.recipient) };
  }
  const found = await Promise.all(
    people.map((person) => (person.subject === null ? colleague(person) : findActor(person.subject))),
  );
  const actors = found.filter((actor) => actor !== undefined);
  if (actors.length === 0) return noAccount;
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

/** Somebody whom only their platform names: they have no role. */
function colleague({ username, integration_id: id, integration: name }: PersonRow): Actor {
  return actorFromIdentity(
    { userId: username, username, email: null, roles: [] },
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
