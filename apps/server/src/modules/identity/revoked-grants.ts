import type { Clock } from '../../infra/clock/index.ts';
import { createCache, type InvalidationListener } from '../../infra/invalidation/index.ts';
import { afterCommit, type Db, type Postgres } from '../../infra/postgres/index.ts';
import { accessTokenSeconds } from './identity.lifetimes.ts';
import { findRevokedGrants, saveRevokedGrants } from './revoked-grants.repo.ts';

/** Sign-ins whose access tokens are refused although they have not expired (docs/adr/0030). */
export interface RevokedGrants {
  /** Ends the access tokens of these grants, in every process. */
  revoke(db: Db, grantIds: readonly string[]): Promise<void>;
  /** Returns true for the grant of a token that was revoked; a token without a grant is not of this provider. */
  isRevoked(grantId: string | undefined): Promise<boolean>;
  /** Calls back when a process revokes grants, and when a revocation may have been missed. */
  onChange(listener: () => void): void;
}

const table = 'revoked_grants';
/** Clocks of several machines differ, and a token may be signed while its grant is revoked. */
const marginSeconds = 60;

/** Without an invalidation listener (command lines, tests of one module) the table is read every time. */
export function createRevokedGrants(
  postgres: Pick<Postgres, 'db'>,
  clock: Clock,
  changes?: InvalidationListener,
): RevokedGrants {
  const load = async (): Promise<ReadonlySet<string>> => new Set(await findRevokedGrants(postgres.db));
  const memory = changes && createCache<'all', ReadonlySet<string>>(changes, [table], load, 1);
  return {
    async revoke(db, grantIds) {
      if (grantIds.length === 0) return;
      const seconds = accessTokenSeconds + marginSeconds;
      await saveRevokedGrants(db, grantIds, new Date(clock.now().getTime() + seconds * 1000));
      afterCommit(db, () => changes?.invalidate(table));
    },
    async isRevoked(grantId) {
      if (grantId === undefined) return false;
      return (await (memory === undefined ? load() : memory.read('all'))).has(grantId);
    },
    onChange(listener) {
      changes?.onChange([table], () => {
        if (changes.live) listener();
      });
    },
  };
}
