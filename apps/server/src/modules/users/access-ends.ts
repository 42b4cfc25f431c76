import { type Identity, recognisedRoles } from '@ludus/contract';
import { type ChangeFeed, createMemory } from '../../platform/changes/index.ts';
import { afterCommit, type Db, type Postgres } from '../../platform/postgres/index.ts';
import { deleteGone, findAccessEnds, type GonePerson, saveGone, saveLimit } from './access-ends.repo.ts';
import type { AccessEndsTable } from './users.tables.ts';

/** Which access tokens count no more although they have not expired (docs/adr/0030). */
export interface AccessEnds {
  isTakenBack(identity: Identity, issuedAt: Date): Promise<boolean>;
  /** For people who are gone: no token of theirs counts any more, and what was to go to their address does not go. */
  end(tx: Db, people: readonly GonePerson[], at: Date): Promise<void>;
  /** Tokens from before an instant count only with these rights, or not at all. */
  limit(
    tx: Db,
    subject: string,
    validFrom: Date,
    rights: { roles: readonly string[]; integrationName: string | null } | null,
  ): Promise<void>;
  /** For people who were gone and have an account again. */
  restore(tx: Db, subjects: readonly string[]): Promise<void>;
  /** Calls back when more tokens were taken back, by whichever process, and when that may have been missed. */
  onChange(listener: () => void): void;
}

const table = 'access_ends';

export function createAccessEnds(postgres: Postgres, changes: ChangeFeed): AccessEnds {
  const bySubject = createMemory<'all', Map<string, AccessEndsTable>>(
    changes,
    [table],
    async () => new Map((await findAccessEnds(postgres.db)).map((row) => [row.subject, row])),
    1,
  );
  // Other processes hear of it from the database.
  const announce = (tx: Db) => afterCommit(tx, () => changes.announce(table));
  return {
    async end(tx, people, at) {
      if (people.length === 0) return;
      await saveGone(tx, people, at);
      announce(tx);
    },
    async limit(tx, ...limit) {
      await saveLimit(tx, ...limit);
      announce(tx);
    },
    async restore(tx, subjects) {
      await deleteGone(tx, subjects);
      announce(tx);
    },
    async isTakenBack(identity, issuedAt) {
      const end = (await bySubject.read('all')).get(identity.userId);
      if (end === undefined) return false;
      if (end.valid_from === null) return true;
      // Tokens tell their second alone, so one of the same second may be from before or after: its rights decide.
      if (issuedAt >= end.valid_from) return false;
      return end.roles === null || !hasRights(identity, end.roles, end.integration_name);
    },
    onChange(listener) {
      changes.onChange([table], () => {
        if (changes.live) listener();
      });
    },
  };
}

function hasRights(
  { roles, integrationName }: Identity,
  held: readonly string[],
  name: string | null,
): boolean {
  return recognisedRoles(held).join() === roles.join() && (integrationName ?? null) === name;
}
