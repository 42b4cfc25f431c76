/** A session store in a database of its own on the cluster that CLICKHOUSE_URL and CLICKHOUSE_CLUSTER name. */
import { randomBytes } from 'node:crypto';
import {
  assertShards,
  type ClickHouse,
  migrateClickHouse,
  openClickHouse,
} from '../src/infra/clickhouse/index.ts';
import { loadSettings } from '../src/infra/config/settings.ts';
import { createLog } from '../src/infra/log/index.ts';

const label = 'test';

/** Opens a fresh migrated database on the cluster; closing it drops it. */
export async function openOnCluster(): Promise<ClickHouse> {
  const log = createLog({ logLevel: 'silent' });
  const settings = loadSettings({ ...process.env, HUB_DATA_DIR: '/nonexistent/ludus-test' });
  const name = `test_${randomBytes(6).toString('hex')}`;
  const administrator = await openClickHouse(settings, log);
  const onCluster = administrator.cluster?.onCluster;
  await administrator.command(`CREATE DATABASE ${name} ${onCluster}`, { label });
  const url = new URL(settings.clickhouseUrl ?? '');
  url.pathname = `/${name}`;
  const clickhouse = await openClickHouse({ ...settings, clickhouseUrl: url.href }, log);
  await migrateClickHouse(clickhouse);
  await assertShards(clickhouse);
  return {
    ...clickhouse,
    async close() {
      await clickhouse.close();
      await administrator.command(`DROP DATABASE ${name} ${onCluster} SYNC`, { label });
      await administrator.close();
    },
  };
}
