/** Tries the data folder and both stores. */
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { assertLayout, assertServer, openClickHouse } from '../../infra/clickhouse/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { assertUsable } from '../../infra/data-folder/index.ts';
import type { Log } from '../../infra/log/index.ts';
import { openPostgres } from '../../infra/postgres/index.ts';
import { readSchemaRights, readServer } from './check-config.repo.ts';
import { type Finding, type Probe, ProbeError } from './probe.ts';

const gibibyte = 1024 ** 3;

export function dataFolderProbe({ dataDir }: Settings): Probe {
  return {
    part: 'Data folder',
    setting: 'HUB_DATA_DIR',
    async run() {
      await assertUsable(dataDir);
      const { bavail, bsize } = await statfs(dataDir);
      const free = (bavail * bsize) / gibibyte;
      const detail = `${dataDir}, ${free.toFixed(1)} GiB free`;
      return free < 1
        ? { outcome: 'warning', detail: `${detail}: free some space` }
        : { outcome: 'ok', detail };
    },
  };
}

export function postgresProbe(settings: Settings, log: Log): Probe {
  return {
    part: 'PostgreSQL',
    setting: 'DATABASE_URL',
    async run() {
      if (settings.databaseUrl === undefined) return embedded(settings);
      const postgres = await openPostgres(settings, log);
      try {
        const { version, role, maxConnections, usedConnections, ownsTables } = await readServer(postgres.db);
        const found = `version ${version}, role ${role}, ${usedConnections} of ${maxConnections} connections in use`;
        if (maxConnections - usedConnections < settings.databaseMaxConnections) {
          return {
            outcome: 'warning',
            detail: `${found}: raise max_connections or lower DATABASE_MAX_CONNECTIONS`,
          };
        }
        if (settings.databaseOwnerUrl !== undefined && ownsTables) {
          return {
            outcome: 'warning',
            detail: `${found}: it owns the tables, use another role than in DATABASE_OWNER_URL`,
          };
        }
        return { outcome: 'ok', detail: found };
      } finally {
        await postgres.close();
      }
    },
  };
}

export function ownerProbe(settings: Settings, log: Log): Probe {
  return {
    part: 'PostgreSQL, owner',
    setting: 'DATABASE_OWNER_URL',
    async run() {
      if (settings.databaseUrl === undefined) return { outcome: 'built in', detail: '' };
      if (settings.databaseOwnerUrl === undefined) {
        return {
          outcome: 'not set',
          detail: 'the role of DATABASE_URL has to own the tables, or another process migrates them',
        };
      }
      const postgres = await openPostgres(settings, log);
      try {
        const { role, mayCreate } = await readSchemaRights(postgres);
        if (mayCreate)
          return { outcome: 'ok', detail: `role ${role}, may create tables and the extension pg_trgm` };
        throw new ProbeError(`the role ${role} may not create tables: make it the owner of the database`);
      } finally {
        await postgres.close();
      }
    },
  };
}

export function clickhouseProbe(settings: Settings, log: Log): Probe {
  return {
    part: 'ClickHouse',
    setting: 'CLICKHOUSE_URL',
    async run() {
      if (settings.clickhouseUrl === undefined) return embedded(settings);
      const clickhouse = await openClickHouse(settings, log);
      try {
        await assertLayout(clickhouse);
        const version = await assertServer(clickhouse, settings.clickhouseUrl);
        const { cluster } = clickhouse;
        const layout =
          cluster === undefined
            ? 'one server'
            : `cluster ${cluster.name}, ${cluster.replicas} replicas a shard`;
        return { outcome: 'ok', detail: `version ${version}, ${layout}` };
      } finally {
        await clickhouse.close();
      }
    },
  };
}

/** Only looks: opening an embedded store would start it, or be refused while a hub has it open. */
async function embedded({ dataDir, databaseUrl }: Settings): Promise<Pick<Finding, 'outcome' | 'detail'>> {
  const isUsed = databaseUrl === undefined && (await isServerRunning(join(dataDir, 'postgres', 'cluster')));
  return isUsed
    ? { outcome: 'in use', detail: 'inside the data folder, in use by a running hub' }
    : { outcome: 'built in', detail: 'inside the data folder' };
}

// The first line of the file that a running server keeps; a killed one leaves it behind.
async function isServerRunning(cluster: string): Promise<boolean> {
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(lines.split('\n')[0]);
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
