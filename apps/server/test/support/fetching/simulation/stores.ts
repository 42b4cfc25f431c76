import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ClickHouse } from '../../../../src/infra/clickhouse/index.ts';
import { addressFor, createDatabase, type DatabaseAddresses } from '../../../../src/infra/postgres/index.ts';
import type { TestServer } from '../../../global-setup.ts';
import { openTestClickHouse, testSettings } from '../../../harness.ts';

const label = 'simulation';

/** Tables of the session store. */
async function listTables(clickhouse: ClickHouse): Promise<string[]> {
  const tables = await clickhouse.rows<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'migrations'
       AND name NOT LIKE 'snapshot%' ORDER BY name`,
    { label },
  );
  return tables.map(({ name }) => name);
}

/** What PostgreSQL keeps of the session store and of fetches. */
const records = [
  'store_identity',
  'players',
  'dirty_buckets',
  'session_days',
  'session_writes',
  'quarantined_rows',
  'counter_totals',
];
const sequences = ['player_numbers', 'data_version_seq', 'session_write_numbers'];

/** The stores that simulations use one after the other: a database of PostgreSQL, and the session store of this program. */
export class SimulatedStores {
  readonly clickhouse: ClickHouse;
  readonly addresses: DatabaseAddresses;
  readonly #administrator: pg.Client;
  readonly #tables: readonly string[];

  private constructor(given: {
    clickhouse: ClickHouse;
    addresses: DatabaseAddresses;
    administrator: pg.Client;
    tables: readonly string[];
  }) {
    this.clickhouse = given.clickhouse;
    this.addresses = given.addresses;
    this.#administrator = given.administrator;
    this.#tables = given.tables;
  }

  /** The session store does not sync to disk: no simulation ends with a loss of power. */
  static async open({ address, roles, template }: TestServer, dataDir: string): Promise<SimulatedStores> {
    const name = `simulation_${randomBytes(6).toString('hex')}`;
    await createDatabase(address, name, { template, owner: roles.owner.name });
    const url = new URL(address);
    url.pathname = `/${name}`;
    const administrator = new pg.Client({ connectionString: url.href });
    await administrator.connect();
    const clickhouse = await openTestClickHouse(testSettings({ dataDir }));
    const tables = await listTables(clickhouse);
    for (const table of tables) {
      await clickhouse.command(
        `ALTER TABLE ${table} MODIFY SETTING fsync_after_insert = 0, fsync_part_directory = 0, min_rows_to_fsync_after_merge = 0`,
        { label },
      );
    }
    const addresses = {
      runtime: addressFor(url.href, roles.runtime),
      owner: addressFor(url.href, roles.owner),
    };
    return new SimulatedStores({ clickhouse, addresses, administrator, tables });
  }

  async close(): Promise<void> {
    await this.clickhouse.close();
    await this.#administrator.end();
  }

  /** Empties both stores. No process may be connected. */
  async reset(): Promise<void> {
    await this.#administrator.query(
      `TRUNCATE ${records.join(', ')}, games, integrations RESTART IDENTITY CASCADE`,
    );
    await this.#administrator.query('INSERT INTO store_identity DEFAULT VALUES');
    for (const sequence of sequences) await this.#administrator.query(`ALTER SEQUENCE ${sequence} RESTART`);
    for (const table of this.#tables) await this.clickhouse.command(`TRUNCATE TABLE ${table}`, { label });
  }

  /** Backends of PostgreSQL that wait for a lock. */
  findBlocked = async (): Promise<ReadonlySet<number>> => {
    const { rows } = await this.#administrator.query<{ pid: number }>(
      'SELECT DISTINCT pid FROM pg_locks WHERE NOT granted',
    );
    return new Set(rows.map(({ pid }) => pid));
  };

  /** Waits until PostgreSQL has ended a backend, or all of a name, so that none of their locks is left. */
  untilGone = async (of: number | string): Promise<void> => {
    const condition = typeof of === 'number' ? 'pid = $1' : 'application_name = $1';
    for (;;) {
      const { rowCount } = await this.#administrator.query(
        `SELECT FROM pg_stat_activity WHERE ${condition}`,
        [of],
      );
      if (rowCount === 0) return;
    }
  };

  /** Copies both stores. No process may be connected. */
  async backUp(): Promise<void> {
    await this.#administrator.query('DROP SCHEMA IF EXISTS backup CASCADE');
    await this.#administrator.query('CREATE SCHEMA backup');
    for (const name of [...records, ...sequences]) {
      await this.#administrator.query(`CREATE TABLE backup.${name} AS SELECT * FROM ${name}`);
    }
    for (const table of this.#tables) {
      await this.clickhouse.command(`DROP TABLE IF EXISTS snapshot_${table} SYNC`, { label });
      await this.clickhouse.command(
        `CREATE TABLE snapshot_${table} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM ${table}`,
        { label },
      );
    }
  }

  /** No process may be connected. */
  async restorePostgres(): Promise<void> {
    for (const table of records) {
      await this.#administrator.query(`TRUNCATE ${table}`);
      await this.#administrator.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM backup.${table}`,
      );
    }
    for (const sequence of sequences) {
      await this.#administrator.query(
        `SELECT setval('${sequence}', last_value, is_called) FROM backup.${sequence}`,
      );
    }
  }

  async restoreClickHouse(): Promise<void> {
    for (const table of this.#tables) await this.clickhouse.command(`TRUNCATE TABLE ${table}`, { label });
    // What views would add is in the copies of their tables, and counts once there.
    for (const table of this.#tables) {
      await this.clickhouse.command(`INSERT INTO ${table} SELECT * FROM snapshot_${table}`, {
        label,
        settings: { async_insert: 0 },
      });
    }
  }
}
