/** Real processes of the hub that share the stores of whoever starts them, a bucket and an issuer of tokens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import S3rver from 's3rver';
import { freePort } from '../../../src/infra/postgres/cluster.ts';
import type { Postgres } from '../../../src/infra/postgres/index.ts';
import { startClickHouseServer } from '../../clickhouse-server.ts';
import { testKeySet, tokenFor } from '../../tokens.ts';

export interface HubProcess {
  name: string;
  /** Where a process that serves listens. */
  url: string;
  child: ChildProcess;
  /** The lines of its log so far. */
  log: string[];
  /** Resolves once it has logged a line with all of this. */
  logged(...texts: string[]): Promise<void>;
  /** Asks it to stop, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

type Settings = Record<string, string | undefined>;

export interface ProcessGroup {
  issuer: string;
  encryptionKey: string;
  /** The access token of an administrator, for calls; by default a user of their own of the tests' issuer. */
  tokenOf(userId: string): Promise<string>;
  /** The statements that the session store has received, with the process that sent each. */
  statements: { process: string; sql: string }[];
  /** What a process has in its environment. */
  envOf(name: string, env?: Settings): Promise<Settings>;
  /** The data folder of a process. */
  folderOf(name: string): string;
  /**
   * Starts a process of this checkout, or of the program of an older one; resolves when it is ready. `undefined` in `env` takes a setting
   * away.
   * @throws Error with its words when it ends before that
   */
  start(name: string, role: 'all' | 'api' | 'worker', env?: Settings, program?: string): Promise<HubProcess>;
  /** Ends the processes and what they share but the stores. */
  close(): Promise<void>;
}

export interface SharedStores {
  postgres: Pick<Postgres, 'connectionString' | 'ownerConnectionString'>;
  /** Of the session store, which this process has open. */
  sessionStoreFolder: string;
  /** For the files of the processes. */
  folder: string;
}

const cli = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../../../.cache/node', import.meta.url));
const encryptionKey = 'ab'.repeat(32);

export async function openProcessGroup({
  postgres,
  sessionStoreFolder,
  folder,
}: SharedStores): Promise<ProcessGroup> {
  const statements: ProcessGroup['statements'] = [];
  const children: ChildProcess[] = [];
  const clickhouseServer = await startClickHouseServer(sessionStoreFolder, (process, sql) =>
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

  async function envOf(name: string, env: Settings = {}): Promise<Settings> {
    const clickhouseUrl = new URL(clickhouseServer.url);
    clickhouseUrl.username = name;
    // Shows in PostgreSQL which process holds a connection.
    const database = new URL(postgres.connectionString);
    database.searchParams.set('application_name', name);
    return {
      PATH: process.env.PATH ?? '',
      TMPDIR: tmpdir(),
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
    };
  }

  return {
    issuer,
    encryptionKey,
    statements,
    tokenOf: (userId) => tokenFor('ludus_admin', { userId, issuer }),
    envOf,
    folderOf: (name) => join(folder, name),
    async start(name, role, env = {}, program) {
      const command = program === undefined ? [cli, role === 'all' ? 'serve' : role] : [program, role];
      const child = spawn(process.execPath, command, {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: await envOf(name, env),
      });
      children.push(child);
      const log: string[] = [];
      const lines = createInterface({ input: child.stdout ?? process.stdin });
      lines.on('line', (line) => log.push(line));
      let problems = '';
      child.stderr?.on('data', (chunk) => {
        problems += chunk;
      });
      const ended = once(child, 'close').then(([code]) => {
        throw new Error(`The process ${name} ended with ${code} before it was ready: ${problems}`);
      });
      const [{ url = '' }] = (await Promise.race([once(child, 'message'), ended])) as [{ url?: string }];
      ended.catch(() => {});
      child.stderr?.pipe(process.stderr);
      const logged = async (...texts: string[]) => {
        while (!log.some((line) => texts.every((text) => line.includes(text)))) await once(lines, 'line');
      };
      const stop = async () => {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        return (await closed)[0];
      };
      return { name, url, child, log, logged, stop };
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      issuerServer.close();
      issuerServer.closeAllConnections();
      await Promise.all([bucket.close(), clickhouseServer.close()]);
    },
  };
}
