import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame } from '../../../test/catalogue.ts';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import { recordedRealtime } from '../../../test/realtime.ts';
import { systemClock } from '../../infra/clock/index.ts';
import { replyOf } from '../../infra/errors/index.ts';
import { openFiles } from '../../infra/files/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createMediaModule, type MediaModule, mediaAddress } from './index.ts';

let postgres: Postgres;
let dataDir: string;
let media: MediaModule;
let server: FastifyInstance;
let picture: Buffer;

beforeAll(async () => {
  postgres = await openTestPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'ludus-media-'));
  media = createMediaModule({
    files: openFiles({ dataDir }),
    postgres,
    log: silentLog,
    clock: systemClock,
    realtime: recordedRealtime(),
    jobs: undefined as never,
  });
  server = fastify();
  server.setErrorHandler((error, request, reply) => {
    const { status, reply: body } = replyOf(error, request.id);
    return reply.status(status).send(body);
  });
  if (media.plugin !== undefined) await server.register(media.plugin);
  picture = await paint(1242, 1464, '#304050');
});
afterAll(async () => {
  await server.close();
  await postgres.close();
  await rm(dataDir, { recursive: true, force: true });
});

const paint = (width: number, height: number, background: string, format: 'webp' | 'png' | 'jpeg' = 'webp') =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

describe('storing media', () => {
  it('keeps a picture with its size, once for the same content', async () => {
    const first = await media.service.store(picture, 'Cover Bild ü.webp');
    expect(first).toMatchObject({
      name: 'Cover-Bild-u.webp',
      content_type: 'image/webp',
      width: 1242,
      height: 1464,
    });
    expect(await media.service.store(picture, 'other.png')).toEqual(first);
  });

  it('goes by the content and not by the name', async () => {
    const png = await media.service.store(await paint(3, 2, '#ffffff', 'png'), 'a.jpg');
    expect(png).toMatchObject({ name: 'a.png', content_type: 'image/png' });
    const video = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom0000'), Buffer.alloc(64)]);
    expect(await media.service.store(video, 'v')).toMatchObject({ content_type: 'video/mp4', width: null });
  });

  it('refuses everything that could run or is no picture', async () => {
    const refused = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<html></html>',
      'RIFFxxxxWEBPbut nothing more',
      '',
    ];
    for (const content of refused) {
      await expect(media.service.store(Buffer.from(content), 'x.webp')).rejects.toMatchObject({
        status: 415,
      });
    }
  });

  it('makes the renderings a picture needs for what it is used for, and no larger ones', async () => {
    const game = await addGame(postgres.db, 'rendered');
    const small = await media.service.store(await paint(200, 200, '#00ff00'), 'small.webp');
    const main = await media.service.store(picture, 'cover.webp');
    await postgres.db
      .insertInto('game_media')
      .values([
        { game_id: game, media_type: 'gallery', role: 'main', file_hash: main.hash, url: null },
        { game_id: game, media_type: 'gallery', role: 'gallery', file_hash: small.hash, url: null },
      ])
      .execute();
    expect(await media.service.renderMissing()).toBe(3);
    expect(await media.service.renderMissing()).toBe(0);
    const answer = await server.inject(mediaAddress(main.hash, '96w.avif'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/avif');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: 'heif',
      compression: 'av1',
      width: 96,
      height: 113,
    });
  });
});

describe('[API-001] serving media', () => {
  let address: string;
  beforeAll(async () => {
    const { hash, name } = await media.service.store(picture, 'cover.webp');
    address = mediaAddress(hash, name);
  });

  it('answers anybody with the right type, for ever', async () => {
    const { statusCode, headers, rawPayload } = await server.inject(address);
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(picture)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    });
    const again = await server.inject({ url: address, headers: { 'if-none-match': `${headers.etag}` } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const head = await server.inject({ method: 'HEAD', url: address });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(picture.length)]);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=5-99999999', 5, undefined],
    ['bytes=-99999999', 0, undefined],
  ])('answers the range %s', async (range, from, to) => {
    const answer = await server.inject({ url: address, headers: { range } });
    const expected = picture.subarray(from, to);
    expect(answer.statusCode).toBe(206);
    expect(answer.rawPayload.equals(expected)).toBe(true);
    const start = from < 0 ? picture.length + from : from;
    expect(answer.headers['content-range']).toBe(
      `bytes ${start}-${start + expected.length - 1}/${picture.length}`,
    );
  });

  it('refuses a range outside of the file, and ignores forms it does not know', async () => {
    const outside = await server.inject({ url: address, headers: { range: 'bytes=99999999-' } });
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([
      416,
      `bytes */${picture.length}`,
    ]);
    for (const range of ['bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) {
      expect((await server.inject({ url: address, headers: { range } })).statusCode).toBe(200);
    }
    const stale = await server.inject({
      url: address,
      headers: { range: 'bytes=0-1', 'if-range': '"other"' },
    });
    expect(stale.statusCode).toBe(200);
  });

  it('finds nothing under other names, other hashes and ways out of the folder', async () => {
    const hash = address.split('/')[2];
    const urls = [
      `/media/${'0'.repeat(64)}/cover.webp`,
      `/media/${hash}/other.webp`,
      `/media/${hash}/cover.html`,
      `/media/${hash}/..%2f..%2fencryption.key`,
      '/media/..%2f..%2f/encryption.key',
    ];
    for (const url of urls) expect((await server.inject(url)).statusCode, url).toBe(404);
  });
});
