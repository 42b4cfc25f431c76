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

/** Opens the session store that simulations share. It does not sync to disk: no simulation ends with a loss of power. */
export async function openSimulatedSessionStore(dataDir: string): Promise<ClickHouse> {
  const clickhouse = await openTestClickHouse(testSettings({ dataDir }));
  for (const table of await listTables(clickhouse)) {
    await clickhouse.command(
      `ALTER TABLE ${table} MODIFY SETTING fsync_after_insert = 0, fsync_part_directory = 0, min_rows_to_fsync_after_merge = 0`,
      { label },
    );
  }
  return clickhouse;
}

/** The stores of one simulation: a database of its own, and the one session store of this program, emptied. */
export class SimulatedStores {
  readonly clickhouse: ClickHouse;
  readonly addresses: DatabaseAddresses;
  readonly #server: TestServer;
  readonly #name = `simulation_${randomBytes(6).toString('hex')}`;
  readonly #administrator: pg.Client;
  #tables: string[] = [];

  private constructor(server: TestServer, clickhouse: ClickHouse) {
    this.#server = server;
    this.clickhouse = clickhouse;
    this.#administrator = new pg.Client({ connectionString: server.address });
    const url = new URL(server.address);
    url.pathname = `/${this.#name}`;
    this.addresses = {
      runtime: addressFor(url.href, server.roles.runtime),
      owner: addressFor(url.href, server.roles.owner),
    };
  }

  static async open(server: TestServer, clickhouse: ClickHouse): Promise<SimulatedStores> {
    const stores = new SimulatedStores(server, clickhouse);
    await stores.#administrator.connect();
    await stores.#createDatabase(stores.#name, server.template);
    stores.#tables = await listTables(clickhouse);
    for (const table of stores.#tables) await clickhouse.command(`TRUNCATE TABLE ${table}`, { label });
    return stores;
  }

  async close(): Promise<void> {
    await this.#dropDatabase(this.#name);
    await this.#dropDatabase(`${this.#name}_backup`);
    await this.#administrator.end();
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
    await this.#dropDatabase(`${this.#name}_backup`);
    await this.#createDatabase(`${this.#name}_backup`, this.#name);
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
    await this.#dropDatabase(this.#name);
    await this.#createDatabase(this.#name, `${this.#name}_backup`);
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

  async #createDatabase(name: string, template: string): Promise<void> {
    await createDatabase(this.#server.address, name, { template, owner: this.#server.roles.owner.name });
  }

  async #dropDatabase(name: string): Promise<void> {
    await this.#administrator.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  }
}
