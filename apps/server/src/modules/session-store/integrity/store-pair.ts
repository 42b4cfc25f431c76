/**
 * Whether the two stores of a hub belong together. Each session store has an id, which PostgreSQL repeats, and both know
 * the time of the latest write of sessions: PostgreSQL notes it before a write begins and once it is stored, ClickHouse
 * stores it with the rows. Of a store that was restored without the other one, the times no longer fit.
 */
import { sql } from 'kysely';
import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import { StartupError } from '../../../infra/errors/startup-errors.ts';
import type { Db, Postgres } from '../../../infra/postgres/index.ts';
import '../session-store.tables.ts';

interface Stores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

/** What PostgreSQL knows of its session store. Times are those of the hub that wrote, in epoch ms; 0 before the first. */
export interface RecordsIdentity {
  storeId: string;
  writeBegunMs: number;
  writeStoredMs: number;
}

/** What the session store knows of itself. */
export interface StoreIdentity {
  /** Null until the first hub has started on it. */
  storeId: string | null;
  writtenMs: number;
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

/** Compares the stores without changing them; null while one of them has no tables yet, which is then empty. */
export async function readStorePair({ postgres, clickhouse }: Stores): Promise<StorePair> {
  const [records, store] = await Promise.all([readRecords(postgres.db), readStore(clickhouse)]);
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
    await postgres.db.updateTable('store_identity').set({ store_id: store.storeId }).execute();
  }
}

/** Names the session store after its PostgreSQL database. */
export async function saveStoreId(clickhouse: ClickHouse, storeId: string): Promise<void> {
  await clickhouse.command(
    `INSERT INTO store_identity_v1 SELECT {id:UUID}, max(version) + 1 FROM store_identity_v1`,
    { label: 'session-store.identity.save', params: { id: storeId }, settings: { async_insert: 0 } },
  );
}

const noRecords: RecordsIdentity = { storeId: '', writeBegunMs: 0, writeStoredMs: 0 };

async function readRecords(db: Db): Promise<RecordsIdentity> {
  const { rows: tables } = await sql`SELECT WHERE to_regclass('store_identity') IS NOT NULL`.execute(db);
  if (tables.length === 0) return noRecords;
  const row = await db.selectFrom('store_identity').selectAll().executeTakeFirstOrThrow();
  return {
    storeId: row.store_id,
    writeBegunMs: Number(row.write_begun_ms),
    writeStoredMs: Number(row.write_stored_ms),
  };
}

async function readStore(clickhouse: ClickHouse): Promise<StoreIdentity> {
  const label = 'session-store.identity.read';
  const tables = await clickhouse.rows(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND name IN ('store_identity_v1', 'store_writes_v1')`,
    { label },
  );
  if (tables.length < 2) return { storeId: null, writtenMs: 0 };
  const [named, [written]] = await Promise.all([
    clickhouse.rows<{ store_id: string }>('SELECT store_id FROM store_identity_v1 FINAL', { label }),
    clickhouse.rows<{ ms: string }>(
      'SELECT toUnixTimestamp64Milli(max(written_at)) AS ms FROM store_writes_v1',
      { label },
    ),
  ]);
  return { storeId: named[0]?.store_id ?? null, writtenMs: Number(written?.ms ?? 0) };
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
