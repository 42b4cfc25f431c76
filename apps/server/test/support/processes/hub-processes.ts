/** Several real processes of the hub on stores of their own. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, openClickHouse } from '../../../src/infra/clickhouse/index.ts';
import type { Postgres } from '../../../src/infra/postgres/index.ts';
import { temporaryFolder } from '../../folders.ts';
import { openTestClickHouse, openTestPostgres, silentLog, testSettings } from '../../harness.ts';
import { type HubProcess, openProcessGroup, type ProcessGroup } from './process-group.ts';

export type { HubProcess };

export interface HubProcesses extends ProcessGroup {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

/**
 * @param isEmpty leaves the stores without tables, for the first process to make them
 * @param open opens the database; that of a test file unless given
 */
export async function openHubProcesses({
  isEmpty = false,
  open = openTestPostgres,
} = {}): Promise<HubProcesses> {
  const folder = await temporaryFolder('processes');
  const postgres = await open({ isEmpty });
  const settings = testSettings({ dataDir: folder });
  const clickhouse: ClickHouse = isEmpty
    ? await openClickHouse(settings, silentLog)
    : await openTestClickHouse(settings);
  const sessionStoreFolder = join(folder, 'session-store');
  const group = await openProcessGroup({ postgres, sessionStoreFolder, folder });
  return {
    ...group,
    postgres,
    clickhouse,
    async close() {
      await group.close();
      await Promise.all([postgres.close(), clickhouse.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
