import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { S3Settings } from '../config/settings.ts';
import { sendBytes } from '../http/index.ts';
import { type Files, openFiles } from './index.ts';

let dataDir: string;
let server: S3rver;
let s3: S3Settings;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ludus-files-'));
  const directory = join(dataDir, 'bucket-server');
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'hub', configs: [] }],
  });
  const { port } = await server.run();
  s3 = {
    bucket: 'hub',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    // The keys that this server knows.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
  };
});

afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const drafts = { 'a folder': 'files/.incoming', 'a bucket of an S3 server': 'uploads' };

describe.each(['a folder', 'a bucket of an S3 server'] as const)('files in %s', (where) => {
  let files: Files;

  beforeAll(() => {
    files = openFiles({ dataDir, s3: where === 'a folder' ? undefined : s3 });
  });

  it('what is put under a key is read back under it, from bytes and from a stream', async () => {
    await files.put('games/1/cover.webp', Buffer.from('picture'));
    await files.put('exports/a.csv', Readable.from([Buffer.from('a;'), Buffer.from('b')]));
    expect(await files.read('games/1/cover.webp')).toEqual(Buffer.from('picture'));
    expect(await text(await files.stream('exports/a.csv'))).toBe('a;b');
    expect(await files.size('exports/a.csv')).toBe(3);
  });

  it('a second put replaces the first', async () => {
    await files.put('games/2/cover.webp', Buffer.from('a longer first picture'));
    await files.put('games/2/cover.webp', Buffer.from('second'));
    expect(String(await files.read('games/2/cover.webp'))).toBe('second');
  });

  it('an upload that breaks off changes nothing and leaves nothing', async () => {
    await files.put('games/3/cover.webp', Buffer.from('old'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(files.put('games/3/cover.webp', broken)).rejects.toThrow();
    expect(String(await files.read('games/3/cover.webp'))).toBe('old');
    expect(await readdir(join(dataDir, drafts[where]))).toEqual([]);
  });

  it('a deleted file is gone; deleting it again is fine', async () => {
    await files.put('a.txt', Buffer.from('a'));
    expect(await files.exists('a.txt')).toBe(true);
    await files.delete('a.txt');
    await files.delete('a.txt');
    expect(await files.exists('a.txt')).toBe(false);
    await expect(files.stream('a.txt')).rejects.toThrow();
  });

  it.each(['../outside.txt', 'a/../../outside.txt', '/etc/../../x'])(
    'no key leads outside: %s',
    async (key) => {
      await expect(files.put(key, Buffer.from('x'))).rejects.toThrow();
    },
  );

  it('a file of some megabytes comes back as it was', async () => {
    const bytes = randomBytes(7_000_001);
    await files.put(
      'videos/large.mp4',
      Readable.from([bytes.subarray(0, 3_000_000), bytes.subarray(3_000_000)]),
    );
    expect((await files.read('videos/large.mp4')).equals(bytes)).toBe(true);
    expect(await files.size('videos/large.mp4')).toBe(7_000_001);
  });

  it('a range is read by itself, both ends included', async () => {
    await files.put('videos/digits.mp4', Buffer.from('0123456789'));
    expect(await text(await files.stream('videos/digits.mp4', { start: 2, end: 4 }))).toBe('234');
    expect(await text(await files.stream('videos/digits.mp4', { start: 9, end: 9 }))).toBe('9');
  });

  it('what is not there says so before the first byte', async () => {
    for (const ask of [files.stream, files.read, files.size]) {
      await expect(ask('nothing/here.txt')).rejects.toThrow();
    }
    await expect(files.stream('nothing/here.txt', { start: 0, end: 1 })).rejects.toThrow();
  });
});

describe('a range of a file in a bucket', () => {
  it('is all that an HTTP range request reads from the S3 server', async () => {
    const files = openFiles({ dataDir, s3 });
    const bytes = randomBytes(5_000_000);
    await files.put('videos/long.mp4', bytes);
    const sent: { range: string | undefined; bytes: number }[] = [];
    server.httpServer.on('request', (request, response) => {
      response.once('finish', () =>
        sent.push({
          range: request.headers.range,
          bytes: Number(response.getHeader('content-length')),
        }),
      );
    });
    const web = fastify();
    web.get('/video', (_request, reply) =>
      sendBytes(reply, { bytes: bytes.length, open: (range) => files.stream('videos/long.mp4', range) }),
    );
    const reply = await web.inject({ url: '/video', headers: { range: 'bytes=4000000-4000999' } });
    await web.close();
    expect(reply.statusCode).toBe(206);
    expect(reply.headers['content-range']).toBe('bytes 4000000-4000999/5000000');
    expect(reply.rawPayload.equals(bytes.subarray(4_000_000, 4_001_000))).toBe(true);
    expect(sent).toEqual([{ range: 'bytes=4000000-4000999', bytes: 1000 }]);
  });
});
