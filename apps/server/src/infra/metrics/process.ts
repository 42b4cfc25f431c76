import { statfs } from 'node:fs/promises';
import type { Settings } from '../config/settings.ts';
import type { Health } from '../health/health.ts';
import type { Postgres } from '../postgres/index.ts';
import { thisRelease } from '../release/index.ts';
import type { Metrics } from './index.ts';

/** Adds what a process says about itself, from the beginning of its start on. */
export function addHealthMetrics(metrics: Metrics, health: Health, role: string): void {
  metrics.value('hub_info', 'Always 1; version and role of the process.', async () => 1, {
    version: thisRelease.version,
    role,
  });
  metrics.value('hub_ready', '1 while the process is ready, as /ready says.', async () =>
    (await metrics.inTurn(health.readiness)).status === 'ready' ? 1 : 0,
  );
  metrics.gauge('hub_part_up', '1 while a part responds to this process.', 'part', async () =>
    Object.fromEntries(
      Object.entries(await metrics.inTurn(health.checkParts)).map(([part, state]) => [
        part,
        state === 'ok' ? 1 : 0,
      ]),
    ),
  );
}

/** Adds what a process uses: connections to PostgreSQL, sockets, and the disk of the data folder. */
export function addUseMetrics(
  metrics: Metrics,
  {
    postgres: { pool },
    realtime,
    settings,
  }: { postgres: Postgres; realtime: { countSockets(): number }; settings: Pick<Settings, 'dataDir'> },
): void {
  metrics.gauge(
    'hub_postgres_pool_connections',
    'Connections of the pool that work or are idle.',
    'state',
    async () => ({ active: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
  );
  metrics.value(
    'hub_postgres_pool_max_connections',
    'Connections that the pool may open.',
    async () => pool.options.max ?? 0,
  );
  metrics.value(
    'hub_postgres_pool_waiting',
    'Queries that wait for a connection of the pool.',
    async () => pool.waitingCount,
  );
  metrics.value('hub_sockets', 'Browsers that are connected to this process.', async () =>
    realtime.countSockets(),
  );
  const disk = () => statfs(settings.dataDir);
  metrics.value(
    'hub_data_folder_free_bytes',
    'Free space of the disk that holds the data folder.',
    async () => {
      const { bavail, bsize } = await disk();
      return bavail * bsize;
    },
  );
  metrics.value('hub_data_folder_size_bytes', 'Size of the disk that holds the data folder.', async () => {
    const { blocks, bsize } = await disk();
    return blocks * bsize;
  });
}
