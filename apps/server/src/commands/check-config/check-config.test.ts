import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from 's3rver';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClickHouseServer, startClickHouseServer } from '../../../test/clickhouse-server.ts';
import {
  closeTestStores,
  openTestPostgres,
  openTestStores,
  silentLog,
  type TestStores,
  testSettings,
} from '../../../test/harness.ts';
import { selfSigned } from '../../../test/support/certificate/self-signed.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import { checkConfig } from './index.ts';

const secrets = ['hunter2', 'client-secret', 'ab'.repeat(32)];
let stores: TestStores;
let clickhouse: ClickHouseServer;
let bucket: S3rver;
let smtp: SMTPServer;
let outside: Server;
let complete: Partial<Settings>;

/** An issuer with its keys, Keycloak's administration and a game storage. */
function startOutside(): Server {
  return createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const found: Record<string, unknown> = {
      '/realms/ludus/.well-known/openid-configuration': {
        issuer: `${origin}/realms/ludus`,
        jwks_uri: `${origin}/keys`,
      },
      '/keys': { keys: [{ kty: 'RSA' }] },
      '/realms/ludus/protocol/openid-connect/token': { access_token: 'token' },
      '/admin/realms/ludus/users': [],
      '/admin/realms/ludus/clients': [],
      '/v1/games': { games: [{}, {}] },
    };
    const body = found[(request.url ?? '').split('?')[0] ?? ''];
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
}

beforeAll(async () => {
  stores = await openTestStores();
  clickhouse = await startClickHouseServer(join(stores.settings.dataDir, 'session-store'));
  const directory = join(stores.settings.dataDir, 'bucket');
  await mkdir(directory);
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'hub', configs: [] }],
  });
  const s3 = await bucket.run();
  smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _, done) =>
      done(password === 'hunter2' ? null : new Error('wrong'), { user: 'hub' }),
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  outside = startOutside();
  await once(outside, 'listening');
  const origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  complete = {
    dataDir: stores.settings.dataDir,
    databaseUrl: stores.postgres.connectionString,
    databaseOwnerUrl: stores.postgres.ownerConnectionString,
    clickhouseUrl: clickhouse.url,
    encryptionKey: 'ab'.repeat(32),
    s3: {
      bucket: 'hub',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      endpoint: `http://127.0.0.1:${s3.port}`,
      forcePathStyle: true,
    },
    smtpUrl: `smtp://hub:hunter2@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    allowInsecureSmtp: true,
    allowInsecureServices: true,
    allowPrivateHosts: ['127.0.0.1'],
    oidcIssuer: `${origin}/realms/ludus`,
    keycloakAdmin: { baseUrl: origin, realm: 'ludus', clientId: 'admin', clientSecret: 'client-secret' },
    gameStorageUrl: origin,
    backup: {
      ...testSettings({}).backup,
      target: join(stores.settings.dataDir, 'backups'),
      cron: '30 2 * * *',
    },
    publicUrl: 'https://hub.example.com',
  };
}, 60_000);

afterAll(async () => {
  smtp?.close();
  outside?.close();
  await bucket?.close();
  await clickhouse?.close();
  await closeTestStores(stores);
});

/** The outcome and the words by part, as the command prints them. */
async function check(
  changes: Partial<Settings> = {},
  env = {},
): Promise<{ works: boolean; parts: Record<string, string[]> }> {
  const lines: string[] = [];
  const settings = testSettings({ ...complete, ...changes });
  const works = await checkConfig({
    settings,
    env,
    log: silentLog,
    say: (line) => lines.push(line),
    timeoutMs: 20_000,
  });
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
  const cells = lines.slice(1, -2).map((line) => line.split(/ {2,}/));
  return { works, parts: Object.fromEntries(cells.map(([part = '', , ...rest]) => [part, rest])) };
}

describe('check-config', () => {
  it('says of every part that it works, and leaves nothing behind', async () => {
    const { works, parts } = await check();
    expect(Object.entries(parts).filter(([, [outcome]]) => outcome !== 'ok')).toEqual([]);
    expect(works).toBe(true);
    expect(Object.keys(parts)).toEqual([
      'Data folder',
      'PostgreSQL',
      'PostgreSQL, owner',
      'ClickHouse',
      'Files',
      'Backups',
      'Mail',
      'Sign-in',
      'Users administration',
      'Game storage',
      'Integrations',
      'Address',
      'Settings',
    ]);
    expect(parts.Backups?.[1]).toMatch(
      /backups can be read and written; taken by the schedule 30 2 \* \* \*$/,
    );
    expect(parts.Mail?.[1]).toMatch(/accepts the sign-in; no mail was sent$/);
    const left = await readdir(join(stores.settings.dataDir, 'bucket', 'hub'), { recursive: true });
    expect(left.filter((name) => name.includes('object'))).toEqual([]);
    expect((await readdir(stores.settings.dataDir)).filter((name) => name.startsWith('.probe'))).toEqual([]);
  }, 60_000);

  it('names each part that is broken, and what to do', async () => {
    const port = await freePort();
    const gone = `http://127.0.0.1:${port}`;
    const file = join(stores.settings.dataDir, 'file');
    await writeFile(file, '');
    const s3 = complete.s3 as NonNullable<Settings['s3']>;
    const keycloakAdmin = complete.keycloakAdmin as NonNullable<Settings['keycloakAdmin']>;
    const wrongPassword = new URL(stores.postgres.connectionString);
    wrongPassword.password = 'hunter2';
    const { works, parts } = await check({
      dataDir: file,
      databaseUrl: wrongPassword.href,
      clickhouseUrl: gone,
      s3: { ...s3, bucket: 'other' },
      smtpUrl: complete.smtpUrl?.replace('hunter2', 'wrong'),
      oidcIssuer: `${complete.gameStorageUrl}/realms/other`,
      keycloakAdmin: { ...keycloakAdmin, realm: 'other' },
      gameStorageUrl: gone,
      backup: { ...testSettings({}).backup, target: join(file, 'backups') },
    });
    expect(works).toBe(false);
    const expected: Record<string, RegExp> = {
      'Data folder': /is no folder: remove the file of that name/,
      Backups: /file\/backups/,
      PostgreSQL: /refuses the password of the role .*: correct it in DATABASE_URL\.$/,
      'PostgreSQL, owner': /refuses the password/,
      ClickHouse: /cannot be reached \(ECONNREFUSED\): start it, or correct CLICKHOUSE_URL\.$/,
      Files:
        /could not write a file \(NoSuchBucket\): there is no bucket other: create it, or correct S3_BUCKET$/,
      Mail: /Correct SMTP_URL\.$/,
      'Sign-in': /has no discovery document \(answered 404\): spell OIDC_ISSUER as the provider does/,
      'Users administration': /Keycloak refuses the client admin \(404\): correct its id and secret/,
      'Game storage': /correct GAME_STORAGE_URL$/,
      Integrations: /refuses the password/,
    };
    for (const [part, words] of Object.entries(expected)) {
      expect([part, parts[part]?.[0]]).toEqual([part, 'FAILS']);
      expect(parts[part]?.[1]).toMatch(words);
    }
    await rm(file);
  }, 60_000);

  it('says of each part whose certificate this machine does not trust how to have it trusted', async () => {
    const https = createTlsServer(selfSigned, (_, response) => response.end()).listen(0, '127.0.0.1');
    await once(https, 'listening');
    const starttls = new SMTPServer({ ...selfSigned, authOptional: true });
    starttls.listen(0, '127.0.0.1');
    await once(starttls.server, 'listening');
    const origin = `https://127.0.0.1:${(https.address() as AddressInfo).port}`;
    const s3 = complete.s3 as NonNullable<Settings['s3']>;
    const keycloakAdmin = complete.keycloakAdmin as NonNullable<Settings['keycloakAdmin']>;
    const { works, parts } = await check({
      s3: { ...s3, endpoint: origin },
      smtpUrl: `smtp://127.0.0.1:${(starttls.server.address() as AddressInfo).port}`,
      allowInsecureSmtp: false,
      oidcIssuer: `${origin}/realms/ludus`,
      keycloakAdmin: { ...keycloakAdmin, baseUrl: origin },
      gameStorageUrl: origin,
    });
    https.close();
    starttls.close();
    expect(works).toBe(false);
    for (const part of ['Files', 'Mail', 'Sign-in', 'Users administration', 'Game storage']) {
      expect([part, ...(parts[part] ?? [])]).toEqual([
        part,
        'FAILS',
        'the certificate is of an authority that this machine does not trust: name the file of the authority in NODE_EXTRA_CA_CERTS',
      ]);
    }
  }, 60_000);

  it.each([
    [403, 'InvalidAccessKeyId', 'the server does not know the key: correct S3_ACCESS_KEY_ID'],
    [
      403,
      'SignatureDoesNotMatch',
      'the secret does not fit the key: correct S3_SECRET_ACCESS_KEY; a proxy before the server must leave Host as it is',
    ],
    [403, 'AccessDenied', 'the key may not write in the bucket: give it the right to do so'],
    [400, 'AuthorizationHeaderMalformed', 'the bucket is in another region: correct S3_REGION'],
    [403, 'RequestTimeTooSkewed', 'the clocks of this machine and of the server differ: set them right'],
    [500, 'InternalError', 'the server responds with 500: start it, or correct S3_ENDPOINT'],
  ])('says what to do when the bucket is refused with %s %s', async (status, code, cure) => {
    const refusing = createServer((request, response) =>
      request
        .resume()
        .on('end', () =>
          response
            .writeHead(status, { 'content-type': 'application/xml' })
            .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`),
        ),
    ).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const s3 = complete.s3 as NonNullable<Settings['s3']>;
    const endpoint = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
    const { parts } = await check({ s3: { ...s3, endpoint } });
    refusing.close();
    expect(parts.Files).toEqual(['FAILS', `could not write a file (${code}): ${cure}`]);
  });

  it('says of a bucket whose server is away to start it', async () => {
    const s3 = complete.s3 as NonNullable<Settings['s3']>;
    const { parts } = await check({ s3: { ...s3, endpoint: `http://127.0.0.1:${await freePort()}` } });
    expect(parts.Files).toEqual([
      'FAILS',
      'could not write a file (ECONNREFUSED): the server cannot be reached: start it, or correct S3_ENDPOINT',
    ]);
  });

  it('says of a provider that responds with an error that it has to be started, not that its address is wrong', async () => {
    const down = createServer((_, response) => response.writeHead(502).end()).listen(0, '127.0.0.1');
    await once(down, 'listening');
    const origin = `http://127.0.0.1:${(down.address() as AddressInfo).port}`;
    const keycloakAdmin = complete.keycloakAdmin as NonNullable<Settings['keycloakAdmin']>;
    const { parts } = await check({
      oidcIssuer: `${origin}/realms/ludus`,
      keycloakAdmin: { ...keycloakAdmin, baseUrl: origin },
    });
    down.close();
    expect(parts['Sign-in']).toEqual([
      'FAILS',
      'cannot be reached (answered 502): start it, or correct OIDC_ISSUER',
    ]);
    expect(parts['Users administration']).toEqual([
      'FAILS',
      'Keycloak responds with 502: start it, or correct KEYCLOAK_ADMIN_URL',
    ]);
  }, 60_000);

  it('fails in no part before the first migration', async () => {
    const empty = await openTestPostgres({ isEmpty: true });
    try {
      const { works, parts } = await check({
        databaseUrl: empty.connectionString,
        databaseOwnerUrl: empty.ownerConnectionString,
      });
      expect(parts.Integrations).toEqual([
        'not yet',
        'the database has no tables: npm run hub -- migrate makes them',
      ]);
      expect(works).toBe(true);
    } finally {
      await empty.close();
    }
  }, 60_000);

  it('says of embedded stores that a running hub uses them, and of those of a killed one that they are there', async () => {
    const dataDir = join(stores.settings.dataDir, 'embedded');
    const cluster = join(dataDir, 'postgres', 'cluster');
    await mkdir(cluster, { recursive: true });
    const embedded = {
      dataDir,
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      clickhouseUrl: undefined,
    };
    for (const [pid, outcome] of [
      [process.pid, 'in use'],
      // Larger than any that Linux gives.
      [4_194_305, 'built in'],
    ] as const) {
      await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n`);
      const { works, parts } = await check(embedded);
      expect([works, parts.PostgreSQL?.[0], parts.ClickHouse?.[0]]).toEqual([true, outcome, outcome]);
    }
  });

  it('says which parts are built in, and warns of what production lacks', async () => {
    const absent = Object.fromEntries(
      [
        'databaseUrl',
        'databaseOwnerUrl',
        'clickhouseUrl',
        's3',
        'smtpUrl',
        'oidcIssuer',
        'keycloakAdmin',
        'gameStorageUrl',
      ].map((name) => [name, undefined]),
    );
    const { works, parts } = await check(
      { ...absent, backup: testSettings({}).backup, publicUrl: 'http://localhost:3000' },
      { HUB_DATA_DRI: 'x' },
    );
    expect(works).toBe(true);
    expect(Object.fromEntries(Object.entries(parts).map(([part, [outcome]]) => [part, outcome]))).toEqual({
      'Data folder': 'ok',
      PostgreSQL: 'built in',
      'PostgreSQL, owner': 'built in',
      ClickHouse: 'built in',
      Files: 'built in',
      Backups: 'not set',
      Mail: 'warning',
      'Sign-in': 'built in',
      'Users administration': 'built in',
      'Game storage': 'warning',
      Integrations: 'not set',
      Address: 'warning',
      Settings: 'warning',
    });
    expect(parts.Settings?.[1]).toBe('HUB_DATA_DRI is no setting of the hub: did you mean HUB_DATA_DIR?');
  });
});
