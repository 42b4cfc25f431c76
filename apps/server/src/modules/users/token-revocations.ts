import { type Identity, recognisedRoles } from '@ludus/contract';
import { createCache, type InvalidationListener } from '../../infra/invalidation/index.ts';
import { afterCommit, type Db, type Postgres } from '../../infra/postgres/index.ts';
import {
  findTokenRevocations,
  type GonePerson,
  restoreGone,
  saveGone,
  saveLimit,
} from './token-revocations.repo.ts';
import type { TokenRevocationsTable } from './users.tables.ts';

/** Access tokens that are revoked before they expire (docs/adr/0030). */
export interface TokenRevocations {
  isRevoked(identity: Identity, issuedAt: Date): Promise<boolean>;
  /** For removed users: revokes all their tokens, and no more mail is sent to their address. */
  end(tx: Db, people: readonly GonePerson[], at: Date): Promise<void>;
  /** Tokens from before an instant are valid only with these rights, or not at all. Earlier revocations stay. */
  limit(
    tx: Db,
    subject: string,
    validFrom: Date,
    rights: { roles: readonly string[]; integrationName: string | null } | null,
  ): Promise<void>;
  /** For removed users who have an account again: their next token is valid. */
  restore(tx: Db, subjects: readonly string[]): Promise<void>;
  /** Calls back when a process revokes tokens, and when a revocation may have been missed. */
  onChange(listener: () => void): void;
}

const table = 'token_revocations';

export function createTokenRevocations(postgres: Postgres, changes: InvalidationListener): TokenRevocations {
  const bySubject = createCache<'all', Map<string, TokenRevocationsTable>>(
    changes,
    [table],
    async () => new Map((await findTokenRevocations(postgres.db)).map((row) => [row.subject, row])),
    1,
  );
  // The database notifies other processes.
  const invalidate = (tx: Db) => afterCommit(tx, () => changes.invalidate(table));
  return {
    async end(tx, people, at) {
      if (people.length === 0) return;
      await saveGone(tx, people, at);
      invalidate(tx);
    },
    async limit(tx, ...limit) {
      await saveLimit(tx, ...limit);
      invalidate(tx);
    },
    async restore(tx, subjects) {
      await restoreGone(tx, subjects);
      invalidate(tx);
    },
    async isRevoked(identity, issuedAt) {
      const end = (await bySubject.read('all')).get(identity.userId);
      if (end === undefined) return false;
      if (end.valid_from === null) return true;
      if (end.not_before !== null && issuedAt < end.not_before) return true;
      // Tokens carry whole seconds, so one of the same second may be from before or after: its rights decide.
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
  roleNames: readonly string[],
  name: string | null,
): boolean {
  return recognisedRoles(roleNames).join() === roles.join() && (integrationName ?? null) === name;
}
