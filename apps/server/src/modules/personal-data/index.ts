/** What the hub has of a person who uses it: to be handed to them, or erased (docs/personal-data.md). */
import { messageOf } from '@ludus/contract';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { eraseUser, type IdentityProvider } from '../users/index.ts';
import { places } from './personal-data.places.ts';
import {
  eraseMails,
  eraseRows,
  findPeople,
  type Person,
  readEntriesAbout,
  readMails,
  readRows,
} from './personal-data.repo.ts';

export { erasedName, places } from './personal-data.places.ts';
export type { Person } from './personal-data.repo.ts';

/** Rows by what they are of: a table and its column, mails to the person, or entries of the log about them. */
export type PersonalData = Record<string, Record<string, unknown>[]>;

export interface PersonalDataDeps {
  postgres: Postgres;
  clock: Clock;
  /** Left out where the identity provider cannot be administered: the account there is then removed by its own means. */
  identityProvider: IdentityProvider | undefined;
}

export interface PersonalDataService {
  find(text: string): Promise<Person[]>;
  read(person: Person): Promise<PersonalData>;
  /**
   * Removes the account and what is only theirs, and returns how many rows of each table that were.
   * @throws ConflictError for the last administrator of the provider
   */
  erase(person: Person): Promise<Record<string, number>>;
}

export function createPersonalData({
  postgres,
  clock,
  identityProvider,
}: PersonalDataDeps): PersonalDataService {
  const { db } = postgres;
  return {
    find: (text) => findPeople(db, text),

    async read(person) {
      const data: PersonalData = {};
      for (const place of places) data[`${place.table}.${place.column}`] = await readRows(db, place, person);
      data.mails = await readMails(db, person);
      data['logs.related_id'] = await readEntriesAbout(db, person);
      return data;
    },

    erase: (person) =>
      postgres.transaction(async (tx) => {
        const at = clock.now();
        const erased: Record<string, number> = {};
        for (const place of places)
          if (place.erasure === 'account') erased[place.table] = (await readRows(tx, place, person)).length;
        await eraseUser(tx, identityProvider, person, at);
        for (const place of places) {
          const count = await eraseRows(tx, place, person, at);
          if (count > 0) erased[place.table] = (erased[place.table] ?? 0) + count;
        }
        erased.mails = await eraseMails(tx, person);
        // By the id only: an entry of the log cannot be erased.
        await recordAudit(tx, {
          actor: { userId: 'command', username: 'command line' },
          type: 'users',
          action: 'erase',
          objectId: person.subject ?? person.id,
          description: messageOf('logs.userErased', { id: String(person.subject ?? person.id) }),
        });
        return Object.fromEntries(Object.entries(erased).filter(([, count]) => count > 0));
      }),
  };
}
