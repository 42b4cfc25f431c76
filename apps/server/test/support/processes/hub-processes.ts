/** Several real processes of the hub on one PostgreSQL, one session store, one bucket and one issuer of tokens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import S3rver from 's3rver';
import type { ClickHouse } from '../../../src/infra/clickhouse/index.ts';
import { freePort } from '../../../src/infra/postgres/cluster.ts';
import type { Postgres } from '../../../src/infra/postgres/index.ts';
import { startClickHouseServer } from '../../clickhouse-server.ts';
import { temporaryFolder } from '../../folders.ts';
import { openTestClickHouse, openTestPostgres, testSettings } from '../../harness.ts';
import { testKeySet } from '../../tokens.ts';

export interface HubProcess {
  name: string;
  /** Where an `api` process listens. */
  url: string;
  child: ChildProcess;
}

export interface HubProcesses {
  postgres: Postgres;
  issuer: string;
  encryptionKey: string;
  /** The statements that the session store has received, with the process that sent each. */
  statements: { process: string; sql: string }[];
  /** Starts a process of `main.ts`; resolves when it is ready. */
  start(name: string, role: 'api' | 'worker', env?: Record<string, string>): Promise<HubProcess>;
  close(): Promise<void>;
}

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../../../.cache/node', import.meta.url));
const encryptionKey = 'ab'.repeat(32);

export async function openHubProcesses(): Promise<HubProcesses> {
  const folder = await temporaryFolder('processes');
  const statements: HubProcesses['statements'] = [];
  const children: ChildProcess[] = [];
  const postgres = await openTestPostgres();
  const clickhouse: ClickHouse = await openTestClickHouse(testSettings({ dataDir: folder }));
  const clickhouseServer = await startClickHouseServer(join(folder, 'session-store'), (process, sql) =>
    statements.push({ process, sql }),
  );
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'hub', configs: [] }],
  });
  const s3 = await bucket.run();
  const issuerServer = createServer((request, response) => {
    const keys = request.url === '/keys';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(keys ? testKeySet : { issuer, jwks_uri: `${issuer}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(issuerServer, 'listening');
  const issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;

  return {
    postgres,
    issuer,
    encryptionKey,
    statements,
    async start(name, role, env = {}) {
      const clickhouseUrl = new URL(clickhouseServer.url);
      clickhouseUrl.username = name;
      // Shows in PostgreSQL which process holds a connection.
      const database = new URL(postgres.connectionString);
      database.searchParams.set('application_name', name);
      const child = spawn(process.execPath, [main, role], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: compileCache,
          PORT: String(await freePort()),
          HUB_DATA_DIR: join(folder, name),
          HUB_SANDBOX: 'off',
          DATABASE_URL: database.href,
          DATABASE_OWNER_URL: postgres.ownerConnectionString,
          CLICKHOUSE_URL: clickhouseUrl.href,
          ENCRYPTION_KEY: encryptionKey,
          S3_BUCKET: 'hub',
          S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
          S3_FORCE_PATH_STYLE: 'on',
          S3_ACCESS_KEY_ID: 'S3RVER',
          S3_SECRET_ACCESS_KEY: 'S3RVER',
          OIDC_ISSUER: issuer,
          ALLOW_INSECURE_ISSUER: 'on',
          ALLOW_INSECURE_SERVICES: 'on',
          ALLOW_PRIVATE_HOSTS: '127.0.0.1',
          FETCH_INTERVAL_MINUTES: '0',
          ...env,
        },
      });
      children.push(child);
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`The process ${name} ended with ${code} before it was ready.`);
      });
      const [{ url = '' }] = (await Promise.race([once(child, 'message'), ended])) as [{ url?: string }];
      ended.catch(() => {});
      return { name, url, child };
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      issuerServer.close();
      issuerServer.closeAllConnections();
      await Promise.all([bucket.close(), clickhouseServer.close()]);
      await Promise.all([postgres.close(), clickhouse.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
