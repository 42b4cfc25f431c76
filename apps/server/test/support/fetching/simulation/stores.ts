import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ClickHouse, QuerySettings } from '../../../../src/infra/clickhouse/index.ts';
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

/** What PostgreSQL keeps of the session store and of fetches, and what changes of the integrations. */
const records = [
  'operators',
  'store_identity',
  'players',
  'dirty_buckets',
  'session_days',
  'session_writes',
  'quarantined_rows',
  'counter_totals',
];
const sequences = ['operators_id_seq', 'player_numbers', 'data_version_seq', 'session_write_numbers'];

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
    await administrator.query('CREATE SCHEMA backup');
    for (const name of [...records, ...sequences]) {
      await administrator.query(`CREATE TABLE backup.${name} AS SELECT * FROM ${name} WITH NO DATA`);
    }
    const clickhouse = onOneThread(await openTestClickHouse(testSettings({ dataDir })));
    const tables = await listTables(clickhouse);
    for (const table of tables) {
      await clickhouse.command(
        `ALTER TABLE ${table} MODIFY SETTING fsync_after_insert = 0, fsync_part_directory = 0, min_rows_to_fsync_after_merge = 0`,
        { label },
      );
      await clickhouse.command(`CREATE TABLE snapshot_${table} AS ${table}`, { label });
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
      `TRUNCATE ${records.join(', ')}, games, integrations RESTART IDENTITY CASCADE;
       INSERT INTO store_identity DEFAULT VALUES;
       ${sequences.map((sequence) => `ALTER SEQUENCE ${sequence} RESTART;`).join(' ')}`,
    );
    await this.#emptyTables('');
  }

  /** Empties the tables of a prefix that have rows; to empty one costs as much as to look whether it is. */
  async #emptyTables(prefix: '' | 'snapshot_'): Promise<void> {
    const filled = await this.clickhouse.rows<{ table: string }>(
      'SELECT DISTINCT table FROM system.parts WHERE active AND database = currentDatabase()',
      { label },
    );
    const names = new Set(filled.map(({ table }) => table));
    for (const table of this.#tables.map((name) => `${prefix}${name}`)) {
      if (names.has(table)) await this.clickhouse.command(`TRUNCATE TABLE ${table}`, { label });
    }
  }

  /** Lets one table have the parts of another, empty one, without a copy and without what its views would add. */
  async #attachParts(from: '' | 'snapshot_', to: '' | 'snapshot_'): Promise<void> {
    for (const table of this.#tables) {
      await this.clickhouse.command(`ALTER TABLE ${to}${table} ATTACH PARTITION ALL FROM ${from}${table}`, {
        label,
      });
    }
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

  /** Copies both stores. Nothing may be running on them. */
  async backUp(): Promise<void> {
    await this.#administrator.query(
      [...records, ...sequences]
        .map((name) => `DELETE FROM backup.${name}; INSERT INTO backup.${name} SELECT * FROM ${name};`)
        .join('\n'),
    );
    await this.#emptyTables('snapshot_');
    await this.#attachParts('', 'snapshot_');
  }

  /** No process may be connected. */
  async restorePostgres(): Promise<void> {
    await this.#administrator.query(
      records
        .map(
          (table) =>
            `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM backup.${table};`,
        )
        .join('\n'),
    );
    for (const sequence of sequences) {
      await this.#administrator.query(
        `SELECT setval('${sequence}', last_value, is_called) FROM backup.${sequence}`,
      );
    }
  }

  async restoreClickHouse(): Promise<void> {
    await this.#emptyTables('');
    await this.#attachParts('snapshot_', '');
  }
}

/** More threads would only cost time: a simulation has few rows. */
function onOneThread(clickhouse: ClickHouse): ClickHouse {
  const withSettings = <T extends { settings?: QuerySettings }>(options: T): T => ({
    ...options,
    settings: { max_threads: 1, ...options.settings },
  });
  return {
    ...clickhouse,
    rows: (sql, options) => clickhouse.rows(sql, withSettings(options)),
    integers: (sql, options) => clickhouse.integers(sql, withSettings(options)),
    command: (sql, options) => clickhouse.command(sql, withSettings(options)),
    binary: (sql, columns, options) => clickhouse.binary(sql, columns, withSettings(options)),
    insertLines: (table, lines, options) => clickhouse.insertLines(table, lines, withSettings(options)),
    insertBinary: (table, columns, rows, options) =>
      clickhouse.insertBinary(table, columns, rows, withSettings(options)),
  };
}
