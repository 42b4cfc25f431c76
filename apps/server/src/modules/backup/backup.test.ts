import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { testSettings } from '../../../test/harness.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createFileRemoval, type FileRemoval, holdRemovals } from '../../infra/files/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { NotificationContent } from '../notifications/index.ts';
import { type BackupJob, backupKey, createBackupModule, createSet } from './index.ts';

let hub: TestHub;
let folder: string;
let job: BackupJob;
let removal: FileRemoval;
const notified: NotificationContent['texts'][] = [];

beforeAll(async () => {
  folder = await temporaryFolder('backup-job');
  hub = await startTestHub({
    settings: { backup: { ...testSettings().backup, target: join(folder, 'sets') } },
    modules(infra) {
      const backup = createBackupModule(infra, {
        async notify(_tx, to, { texts }) {
          expect(to).toEqual({ admins: true });
          notified.push(texts);
          return { notices: 0, mails: 0, people: [] };
        },
      });
      removal = createFileRemoval(infra, 'remove-test-files', async () => new Set());
      job = backup.jobs?.[0] as BackupJob;
      return [backup, { name: 'files', jobs: [removal.job] }];
    },
  });
});

afterAll(async () => {
  await hub?.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  notified.length = 0;
});

async function runBackup(target: string) {
  const { jobs } = hub.infra;
  return jobs.waitForCompletion(await jobs.enqueue(job, { target }, { singletonKey: backupKey }));
}

async function metric(name: string): Promise<number> {
  const { body } = await hub.fetch('/metrics');
  return Number(new RegExp(`^${name}\\{.*scope="hub".*\\} (.*)$`, 'm').exec(body)?.[1]);
}

it('a backup that fails is a failed job with its reason, of which administrators of the provider hear', async () => {
  const blocked = join(folder, 'file');
  await writeFile(blocked, '');
  const reason = `The folder ${blocked}/sets cannot be used for backups (ENOTDIR). Check BACKUP_TARGET and who may read and write there.`;
  expect(await runBackup(join(blocked, 'sets'))).toMatchObject({ state: 'failed', error: reason });
  expect(notified).toMatchObject([
    {
      title: { code: 'notifications.backupFailed' },
      description: { code: 'notifications.backupFailedText' },
    },
  ]);
  expect(await metric('hub_backup_failures_total')).toBe(1);
  expect(await metric('hub_backup_last_success_timestamp_seconds')).toBe(0);
});

it('one that succeeds is in the metrics', async () => {
  const ended = await runBackup(join(folder, 'sets'));
  expect(ended).toMatchObject({
    state: 'completed',
    message: expect.stringMatching(/^Backup \d{8}T\d{6}Z taken$/),
  });
  expect(await metric('hub_backup_last_success_timestamp_seconds')).toBeCloseTo(
    Number(ended.finishedAt) / 1000,
    2,
  );
  expect(await metric('hub_backup_last_duration_seconds')).toBeGreaterThan(0);
  expect(notified).toEqual([]);
});

it('files of deleted rows are removed once no backup copies files', async () => {
  const { jobs, files, postgres } = hub.infra;
  await files.put('documents/1.pdf', Buffer.from('document'));
  const client = await postgres.pool.connect();
  await holdRemovals(client);
  await jobs.waitForCompletion(await jobs.enqueue(removal.job, { keys: ['documents/1.pdf'] }));
  expect(await files.exists('documents/1.pdf')).toBe(true);
  client.release(true);
  const { rows } = await postgres.pool.query<{ data: { keys: string[] } }>(
    "SELECT data FROM jobs WHERE name = 'remove-test-files' AND state = 'delayed'",
  );
  expect(rows).toEqual([{ data: { keys: ['documents/1.pdf'] } }]);
  await expect
    .poll(async () => {
      await jobs.waitForCompletion(await jobs.enqueue(removal.job, { keys: ['documents/1.pdf'] }));
      return files.exists('documents/1.pdf');
    })
    .toBe(false);
});

it('removes what an interrupted backup has left, and nothing else, from a target', async () => {
  const target = join(folder, 'remains');
  for (const name of ['20260101T000000Z', 'photos']) {
    await mkdir(join(target, name), { recursive: true });
    await writeFile(join(target, name, 'a'), '');
  }
  const ended = await runBackup(target);
  const [taken] = /\d{8}T\d{6}Z/.exec(ended.message) ?? [];
  expect((await readdir(target)).toSorted()).toEqual([taken, 'photos']);
});

const bucketSettings = (port: number) => ({
  bucket: 'sets',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  forcePathStyle: true,
});
const takeSetAt = (port: number) =>
  createSet(
    {
      ...hub.infra,
      settings: testSettings({
        ...hub.infra.settings,
        backup: { ...hub.infra.settings.backup, s3: bucketSettings(port) },
      }),
    },
    { target: 's3://sets/hub', signal: new AbortController().signal, progress() {} },
  );

it('one into a bucket whose server is away may be tried again', async () => {
  await expect(takeSetAt(await freePort())).rejects.toThrow(
    expect.objectContaining({
      status: 503,
      message: expect.stringMatching(/^The bucket sets cannot be used for backups \(ECONNREFUSED\)\. Check/),
    }),
  );
});

it('one whose bucket the session store cannot use says so in the words of the engine', async () => {
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'sets', configs: [] }],
  });
  const { port } = await bucket.run();
  const front = createServer((request, response) => {
    if (request.headers['user-agent']?.includes('ClickHouse')) {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return;
    }
    const { method, url, headers } = request;
    const passed = send({ port, host: '127.0.0.1', method, path: url, headers }, (back) => {
      response.writeHead(back.statusCode ?? 500, back.headers);
      back.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  await expect(takeSetAt((front.address() as AddressInfo).port)).rejects.toThrow(
    expect.objectContaining({
      status: 503,
      message: expect.stringMatching(/^The session store could not be copied: .*ACCESS_DENIED/i),
    }),
  );
  front.close();
  await bucket.close();
});
