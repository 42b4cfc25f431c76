/**
 * Whether the two stores of a hub belong together. Each session store has an id, which PostgreSQL repeats, and both know
 * the time of the latest write of sessions: PostgreSQL notes it before a write begins and once it is stored, ClickHouse
 * stores it with the rows. Of a store that was restored without the other one, the times no longer fit.
 */
import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import { StartupError } from '../../../infra/errors/startup-errors.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { readStoreIdentity, type StoreIdentity, saveStoreId } from './integrity.clickhouse.ts';
import { type RecordsIdentity, readRecordsIdentity, updateStoreId } from './integrity.repo.ts';

interface Stores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

export type Mismatch =
  /** PostgreSQL was restored to an earlier time than the session store. */
  | 'records-older'
  /** The session store was restored to an earlier time than PostgreSQL. */
  | 'session-store-older'
  /** The session store is empty, and PostgreSQL knows of written sessions. */
  | 'session-store-lost'
  /** PostgreSQL is new, and the session store has sessions. */
  | 'records-lost'
  /** Both have data, of different hubs. */
  | 'foreign';

/** The two stores, and how they do not fit; null where they belong together. */
export interface StorePair {
  records: RecordsIdentity;
  store: StoreIdentity;
  mismatch: Mismatch | null;
}

/** The stores do not belong together. Nothing has been changed. */
export class StoreMismatchError extends StartupError {
  override readonly name = 'StoreMismatchError';
  readonly mismatch: Mismatch;

  constructor(mismatch: Mismatch, message: string) {
    super(message);
    this.mismatch = mismatch;
  }
}

/** Compares the stores without changing them; one without tables is an empty one. */
export async function readStorePair({ postgres, clickhouse }: Stores): Promise<StorePair> {
  const [records, store] = await Promise.all([
    readRecordsIdentity(postgres.db),
    readStoreIdentity(clickhouse),
  ]);
  return { records, store, mismatch: findMismatch(records, store) };
}

/** @throws StoreMismatchError where the stores do not belong together, with what to do about it */
export async function assertStoresMatch(stores: Stores): Promise<void> {
  const pair = await readStorePair(stores);
  if (pair.mismatch !== null) throw new StoreMismatchError(pair.mismatch, describeMismatch(pair));
}

/** Joins a store that is new to the other one. Both have their tables, and {@link assertStoresMatch} has passed. */
export async function joinStores({ postgres, clickhouse }: Stores): Promise<void> {
  const { records, store } = await readStorePair({ postgres, clickhouse });
  if (store.storeId === null) await saveStoreId(clickhouse, records.storeId);
  else if (store.storeId !== records.storeId) {
    await updateStoreId(postgres.db, store.storeId);
  }
}

function findMismatch(records: RecordsIdentity, store: StoreIdentity): Mismatch | null {
  const isSame = records.storeId === store.storeId;
  const hasRecords = records.writeStoredMs > 0;
  const hasSessions = store.writtenMs > 0;
  if (!isSame) {
    if (hasRecords && hasSessions) return 'foreign';
    if (hasRecords) return 'session-store-lost';
    return hasSessions ? 'records-lost' : null;
  }
  if (store.writtenMs > records.writeBegunMs) return 'records-older';
  if (store.writtenMs < records.writeStoredMs) {
    return hasSessions ? 'session-store-older' : 'session-store-lost';
  }
  return null;
}

const instant = (ms: number) => (ms === 0 ? 'never' : new Date(ms).toISOString());
const repairAdvice =
  'Restore both to the same time, or run "npm run hub -- verify-store" to see what differs and ' +
  '"npm run hub -- repair-store" to bring them together.';

/** The difference between the stores, and what to do about it, for whoever runs the hub. */
export function describeMismatch({ records, store, mismatch }: StorePair): string {
  const stored = instant(records.writeStoredMs);
  const written = instant(store.writtenMs);
  switch (mismatch) {
    case 'records-older':
      return `PostgreSQL is older than the session store: its last known write of sessions is of ${instant(records.writeBegunMs)}, the session store has one of ${written}. ${repairAdvice}`;
    case 'session-store-older':
      return `The session store is older than PostgreSQL: its last write is of ${written}, PostgreSQL knows of one of ${stored}. ${repairAdvice}`;
    case 'session-store-lost':
      return `The session store is empty, and PostgreSQL knows of sessions written until ${stored}. ${repairAdvice}`;
    case 'records-lost':
      return (
        `PostgreSQL is new, and the session store has sessions written until ${written}. Only PostgreSQL knows the integrations, ` +
        'operators and games of these sessions: restore it. To begin anew, give the hub an empty session store too.'
      );
    case 'foreign':
      return (
        `PostgreSQL and the session store are of different hubs: PostgreSQL belongs to the store ${records.storeId}, this one is ` +
        `${store.storeId}. Check DATABASE_URL, CLICKHOUSE_URL and HUB_DATA_DIR.`
      );
    case null:
      return 'PostgreSQL and the session store belong together.';
  }
}
