import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createCatalogue, logOf } from '../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../test/tokens.ts';

let hub: TestHub;
let admin: string;
let game: number;
let count = 0;

beforeAll(async () => {
  hub = await startTestHub({ modules: createCatalogue });
  admin = await tokenFor('ludus_admin');
});
afterAll(() => hub.close());
beforeEach(async () => {
  game = await addGame(hub.stores.postgres.db, `with_media_${++count}`);
});

const paint = (width: number, height: number, format: 'webp' | 'png' | 'jpeg' = 'webp') =>
  sharp({ create: { width, height, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .toFormat(format)
    .toBuffer();

function upload(
  content: Buffer,
  {
    to = game,
    name = 'picture.webp',
    fields = {} as Record<string, string>,
    token = admin as string | null,
  } = {},
) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new Blob([new Uint8Array(content)]), name);
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return hub.fetch(`/api/games/media/upload/${to}`, { method: 'POST', headers, body });
}
const call = (method: string, path: string, body?: unknown, token: string | null = admin) =>
  hub.call(method, path, { ...(token === null ? {} : { token }), ...(body === undefined ? {} : { body }) });
const mediaOf = async (id = game) => (await hub.get(`/games/${id}?with=game_media`, admin)).body.game_media;
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
async function rowsLeft(hash: string) {
  const rows = await hub.stores.postgres.db
    .selectFrom('media_files')
    .select('hash')
    .where('hash', '=', hash)
    .execute();
  return rows.length;
}

describe('[API-016] POST /games/media/upload/{gameId}', () => {
  it('[ENT-04] keeps a main image with its size, and makes its renderings afterwards', async () => {
    const content = await paint(1242, 1464);
    const { status, body } = await upload(content, { fields: { isMainImage: 'true', type: 'file' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ isMainImage: true, mediaType: 'gallery', width: 1242, height: 1464 });
    expect(body.url).toBe(`/media/${hashOf(content)}/picture.webp`);
    await expect
      .poll(async () => (await mediaOf())[0].variants.map(({ width }: { width: number }) => width))
      .toEqual([96, 320, 480]);
    expect((await hub.fetch(body.url)).headers.get('content-type')).toBe('image/webp');
  });

  it('[EDIT-05] puts a new picture in the place of the old one, whose files go', async () => {
    const [old, fresh] = [await paint(300, 300), await paint(300, 301)];
    const fields = { isBanner: 'true', isMainImage: 'false' };
    const first = (await upload(old, { fields })).body;
    const second = (await upload(fresh, { fields })).body;
    expect((await mediaOf()).map(({ url }: { url: string }) => url)).toEqual([second.url]);
    await expect.poll(() => rowsLeft(hashOf(old))).toBe(0);
    await expect.poll(async () => (await hub.fetch(first.url)).status).toBe(404);
    expect((await hub.fetch(second.url)).status).toBe(200);
    expect((await logOf(hub, game))[0]).toMatchObject({
      action: 'update-media',
      description: expect.stringContaining('Replaced the banner'),
      updates: { banner: { old: hashOf(old), new: second.url } },
    });
  });

  it('adds to the end of the gallery, also several at once', async () => {
    const pictures = await Promise.all([10, 11, 12].map((width) => paint(width, 10)));
    const answers = await Promise.all(pictures.map((content) => upload(content)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await mediaOf()).map(({ order }: { order: number }) => order)).toEqual([0, 1, 2]);
    expect((await upload(await paint(13, 10))).body.order).toBe(3);
  });

  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat([
      ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
      randomBytes(64),
    ]);

  it.each([
    ['video/mp4', bytes([0, 0, 0, 24], 'ftypisom'), 'webp-demo.mp4'],
    ['video/quicktime', bytes([0, 0, 0, 24], 'ftypqt  '), 'a.mov'],
    ['video/webm', bytes([0x1a, 0x45, 0xdf, 0xa3], 'xxxxwebm'), 'a.webm'],
    ['video/x-msvideo', bytes('RIFFxxxxAVI '), 'a.avi'],
    ['video/x-ms-wmv', bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9]), 'a.wmv'],
    ['video/x-flv', bytes('FLV\x01'), 'a.flv'],
  ])('[FORM-13] takes %s into the gallery, serves it as that and in ranges', async (type, content, name) => {
    const { status, body } = await upload(content, { name });
    expect([status, body.width]).toEqual([200, null]);
    // GAME-28: what is no picture does not look like one.
    expect(body.url).not.toMatch(/jpg|png|webp/);
    const part = await hub.fetch(body.url, { headers: { range: 'bytes=0-3' } });
    expect([
      part.status,
      part.headers.get('content-type'),
      part.headers.get('x-content-type-options'),
    ]).toEqual([206, type, 'nosniff']);
    expect((await upload(content, { name, fields: { isMainImage: 'true' } })).status).toBe(415);
  });

  it('[FORM-09][OPEN-32] takes png and jpeg by their content', async () => {
    expect((await upload(await paint(9, 9, 'png'), { name: 'a.txt' })).body.url).toMatch(/\.png$/);
    expect((await upload(await paint(9, 9, 'jpeg'), { name: 'a.jpeg' })).body.url).toMatch(/\.jpg$/);
  });

  it.each([
    ['a text', 'just words'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
  ])(
    '[ERR-007] refuses %s by its extension, or by its content where it is called .png, and nothing stays',
    async (_, content) => {
      const { status, body } = await upload(Buffer.from(content), { name: 'drawing.svg' });
      expect([status, body.message]).toEqual([415, 'Wrong file extension']);
      const innocent = await upload(Buffer.from(content), { name: 'innocent.png' });
      expect([innocent.status, innocent.body.message]).toEqual([
        415,
        'The file is not a picture that can be read.',
      ]);
      const film = await upload(Buffer.from(content), { name: 'film.mp4' });
      expect([film.status, film.body.message]).toEqual([415, 'The file is not a video that can be shown.']);
      expect([await mediaOf(), await rowsLeft(hashOf(Buffer.from(content)))]).toEqual([[], 0]);
    },
  );

  it('refuses a picture of 200 megapixels without opening it', async () => {
    const header = Buffer.alloc(17);
    header.write('IHDR', 0, 'latin1');
    header.writeUInt32BE(20_000, 4);
    header.writeUInt32BE(10_000, 8);
    header.set([8, 2, 0, 0, 0], 12);
    const chunk = (data: Buffer) => {
      const framed = Buffer.alloc(data.length + 8);
      framed.writeUInt32BE(data.length - 4, 0);
      data.copy(framed, 4);
      framed.writeUInt32BE(crc32(data), data.length + 4);
      return framed;
    };
    const png = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk(header),
      chunk(Buffer.concat([Buffer.from('IDAT'), Buffer.alloc(16)])),
      chunk(Buffer.from('IEND')),
    ]);
    const { status, body } = await upload(png, { name: 'huge.png' });
    expect([status, body.message]).toEqual([413, 'An image can have at most 50 megapixels.']);
    expect(await mediaOf()).toEqual([]);
  });

  it('gives files plain names, whatever they are called', async () => {
    const { body } = await upload(await paint(5, 5), { name: '../../"Ünïcode" 🎰 <b>.webp' });
    expect(body.url).toMatch(/^\/media\/[0-9a-f]{64}\/[A-Za-z0-9-]+\.webp$/);
  });

  it('refuses a file of two roles, other kinds of media, and games there are not', async () => {
    const picture = await paint(5, 5);
    expect((await upload(picture, { fields: { isMainImage: 'true', isBanner: 'true' } })).status).toBe(422);
    expect((await upload(picture, { fields: { mediaType: 'docs' } })).status).toBe(422);
    expect((await upload(picture, { to: 60_000 })).status).toBe(404);
    const storage = await addGame(hub.stores.postgres.db, `stored_${count}`, { is_catalog: false });
    expect((await upload(picture, { to: storage })).status).toBe(404);
    expect(await mediaOf()).toEqual([]);
  });
});

describe('[API-015][OPEN-37] POST /games/media/url/{gameId}', () => {
  const set = (mediaType: string, url: string, to = game) =>
    call('POST', `/games/media/url/${to}`, { url, mediaType, type: 'url' });

  it('keeps one address of each kind, a new one in the place of the old', async () => {
    await set('docs', 'https://files.example.com/a');
    await set('assets', 'https://files.example.com/b');
    const { status, body } = await set('docs', 'https://files.example.com/c');
    expect([status, body.mediaType, body.url]).toEqual([200, 'docs', 'https://files.example.com/c']);
    const kept = (await mediaOf()).map(({ mediaType, url }: { mediaType: string; url: string }) => [
      mediaType,
      url,
    ]);
    expect(Object.fromEntries(kept)).toEqual({
      docs: 'https://files.example.com/c',
      assets: 'https://files.example.com/b',
    });
    expect((await logOf(hub, game)).map(({ action }) => action)).toEqual(Array(3).fill('update-media'));
  });

  it('refuses addresses that could run, and games there are not', async () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'no address', '']) {
      expect((await set('docs', url)).status).toBe(422);
    }
    expect((await set('gallery', 'https://files.example.com')).status).toBe(422);
    expect((await set('docs', 'https://files.example.com', 60_000)).status).toBe(404);
  });
});

describe('[API-017] DELETE /games/media/delete/{mediaId}', () => {
  it('removes the medium, and its file once no other game shows it', async () => {
    const other = await addGame(hub.stores.postgres.db, `shares_${count}`);
    const content = await paint(40, 40);
    const [first, second] = [(await upload(content)).body, (await upload(content, { to: other })).body];
    expect((await call('DELETE', `/games/media/delete/${first.id}`)).body).toBeNull();
    expect(await mediaOf()).toEqual([]);
    await call('POST', `/games/media/url/${game}`, {
      url: 'https://a.example',
      mediaType: 'docs',
      type: 'url',
    });
    expect((await hub.fetch(second.url)).status).toBe(200);
    await call('DELETE', `/games/media/delete/${second.id}`);
    await expect.poll(async () => (await hub.fetch(second.url)).status).toBe(404);
    expect((await call('DELETE', `/games/media/delete/${second.id}`)).status).toBe(404);
  });

  it('goes with its game', async () => {
    const { url } = (await upload(await paint(41, 40))).body;
    await call('DELETE', `/games/delete/${game}`);
    await expect.poll(async () => (await hub.fetch(url)).status).toBe(404);
  });
});

describe('[API-018] PUT /games/media/order', () => {
  it('[ERR-015] puts the gallery into the order that is sent, all or nothing', async () => {
    const ids: number[] = [];
    for (const width of [20, 21, 22]) ids.push((await upload(await paint(width, 20))).body.id);
    const entries = ids.map((id, index) => ({ id, order: 2 - index, mediaType: 'gallery' }));
    const { status, body } = await call('PUT', '/games/media/order', entries);
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, ids.toReversed()]);
    expect((await mediaOf()).map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    const other = await addGame(hub.stores.postgres.db, `other_${count}`);
    const foreign = (await upload(await paint(23, 20), { to: other })).body.id;
    const main = (await upload(await paint(24, 20), { fields: { isMainImage: 'true' } })).body.id;
    const mixed = (id: number) => [
      { id: ids[0], order: 0 },
      { id, order: 1 },
    ];
    expect((await call('PUT', '/games/media/order', mixed(foreign))).status).toBe(422);
    expect((await call('PUT', '/games/media/order', mixed(main))).status).toBe(422);
    expect((await call('PUT', '/games/media/order', mixed(ids[0] as number))).status).toBe(422);
    expect((await call('PUT', '/games/media/order', mixed(2_000_000_000))).status).toBe(404);
    expect((await call('PUT', '/games/media/order', [])).status).toBe(422);
    expect(
      (await mediaOf())
        .filter((m: { isMainImage: boolean }) => !m.isMainImage)
        .map(({ id }: { id: number }) => id),
    ).toEqual(ids.toReversed());
  });
});

describe('[OPEN-22] media of games', () => {
  it('are changed by ludus_admin alone', async () => {
    const { id } = (await upload(await paint(30, 30))).body;
    const calls = (token: string | null) => [
      upload(Buffer.from('x'), { token }),
      call('POST', `/games/media/url/${game}`, {}, token),
      call('DELETE', `/games/media/delete/${id}`, undefined, token),
      call('PUT', '/games/media/order', [], token),
    ];
    const statuses = async (token: string | null) =>
      (await Promise.all(calls(token))).map(({ status }) => status);
    expect(await statuses(null)).toEqual([401, 401, 401, 401]);
    for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
      expect(await statuses(await tokenFor(role))).toEqual([403, 403, 403, 403]);
    }
  });
});
