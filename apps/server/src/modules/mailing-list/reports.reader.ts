import { isProviderRole, type Message, messageOf, recognisedRoles } from '@ludus/contract';
import { type Actor, actorFromIdentity, integrationScope } from '../../infra/access/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import {
  type DeliveryRow,
  findPeopleAt,
  hasLeftStaffSinceEntry,
  type PersonRow,
  wasRemovedSinceOrder,
} from './reports.repo.ts';

/** As whom the figures for an address are read, or why nothing is sent to it. */
export type Reader = { actor: Actor } | { refusal: Message };

const noAccount = { refusal: messageOf('mail.noAccount') };

/**
 * Returns as whom a mail is written. What an entry of the mailing list sends is decided by only the provider; a request of a
 * moment ago is also limited by what the people at its addresses may see.
 */
export async function readerOf(db: Db, delivery: DeliveryRow, findActor: FindActor): Promise<Reader> {
  const people = await findPeopleAt(db, delivery.recipient);
  return delivery.entry_id === null
    ? readerOfOrder(db, delivery, people, findActor)
    : readerOfEntry(db, delivery, people, findActor);
}

type FindActor = (userId: string) => Promise<Actor | undefined>;

/**
 * Addresses of accounts and platforms of integrations are not verified, so only staff of the provider count: an address of
 * theirs has the rights of whoever sees least there. Any other address gets what its entry names, without net win and due.
 */
async function readerOfEntry(
  db: Db,
  delivery: DeliveryRow,
  people: readonly PersonRow[],
  findActor: FindActor,
): Promise<Reader> {
  const staff = people.flatMap(({ subject, roles }) =>
    subject !== null && recognisedRoles(roles).some(isProviderRole) ? [subject] : [],
  );
  if (staff.length === 0) {
    return (await hasLeftStaffSinceEntry(db, delivery)) ? noAccount : { actor: stranger(delivery.recipient) };
  }
  const actors = (await Promise.all(staff.map(findActor))).filter((actor) => actor?.side === 'provider');
  const actor = actors.find((one) => !one?.can('money:net-and-due')) ?? actors[0];
  return actor === undefined ? noAccount : { actor };
}

/**
 * People the hub knows get what they may see now: their integration, and net win and due where their roles allow them. Where
 * several share an address, staff of the provider decide, and among them whoever sees least. Any other address gets what was
 * ordered for it, without net win and due; one whose account was removed since the order gets nothing.
 */
async function readerOfOrder(
  db: Db,
  delivery: DeliveryRow,
  people: readonly PersonRow[],
  findActor: FindActor,
): Promise<Reader> {
  if (people.length === 0) {
    return (await wasRemovedSinceOrder(db, delivery)) ? noAccount : { actor: stranger(delivery.recipient) };
  }
  const found = await Promise.all(
    people.map((person) => (person.subject === null ? colleague(person) : findActor(person.subject))),
  );
  const actors = found.filter((actor) => actor !== undefined);
  if (actors.length === 0) return noAccount;
  const staff = actors.filter(({ side }) => side === 'provider');
  const candidates = staff.length > 0 ? staff : actors;
  if (new Set(candidates.map(({ integration }) => integration?.id)).size > 1) {
    return { refusal: messageOf('mail.severalIntegrations') };
  }
  const [first] = candidates;
  if (first === undefined || integrationScope(first).kind === 'none') {
    return { refusal: messageOf('mail.noIntegration') };
  }
  return { actor: candidates.find((actor) => !actor.can('money:net-and-due')) ?? first };
}

/** Someone whom only their platform names: they have no role. */
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
