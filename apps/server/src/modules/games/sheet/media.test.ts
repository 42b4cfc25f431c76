import { createHash, randomBytes } from 'node:crypto';
import { type ImportedFile, importedFile, messageOf, sheetImport, sheetResult } from '@ludus/contract';
import { streamXlsxRows } from 'hucre/xlsx';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame } from '../../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../../test/hub.ts';
import { createCatalogue, logOf } from '../../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../../test/tokens.ts';
import { createMediaModule } from '../../media/index.ts';
import { placeOfName } from './media.names.ts';

let hub: TestHub;
let admin: string;
let removeUnused: () => Promise<void>;
let reef: number;
let digits: number;

beforeAll(async () => {
  hub = await startTestHub({
    modules(infra, parts) {
      const { service } = createMediaModule(infra);
      removeUnused = () => service.removeUnused({ storedBefore: new Date(Date.now() + 86_400_000) });
      return createCatalogue(infra, parts);
    },
  });
  admin = await tokenFor('ludus_admin');
}, 120_000);
afterAll(() => hub?.close());

beforeEach(async () => {
  const { db } = hub.stores.postgres;
  await db.deleteFrom('game_imports').execute();
  await db.deleteFrom('games').execute();
  reef = await addGame(db, 'golden-reef');
  digits = await addGame(db, '777');
});

const paint = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .webp()
    .toBuffer();
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const post = (path: string, token: string | null = admin, body?: unknown) =>
  hub.call('POST', path, { ...(token === null ? {} : { token }), ...(body === undefined ? {} : { body }) });

async function sendFile(path: string, content: Buffer, name = 'a.webp', token: string | null = admin) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return hub.fetch(path, { method: 'POST', headers, body });
}

async function start(files: readonly { name: string; bytes?: number }[]) {
  const sent = files.map(({ name, bytes = 10 }) => ({ name, bytes }));
  const { status, body } = await post('/games/import/media', admin, { files: sent });
  expect(status, JSON.stringify(body)).toBe(200);
  return { import: sheetImport.parse(body.import), files: importedFile.array().parse(body.files) };
}

/** The dry run of files by name. */
async function check(contents: Record<string, Buffer>) {
  const started = await start(Object.keys(contents).map((name) => ({ name })));
  const files: ImportedFile[] = [];
  for (const file of started.files) {
    if (file.id === null) files.push(file);
    else {
      const content = contents[file.name] ?? Buffer.alloc(0);
      const { status, body } = await sendFile(`/api/games/import/media/${file.id}`, content, file.name);
      expect(status, JSON.stringify(body)).toBe(200);
      files.push(importedFile.parse(body));
    }
  }
  return { id: started.import.id, files };
}

const verdicts = (files: readonly ImportedFile[]) => files.map(({ name, verdict }) => [name, verdict]);
/** What a game shows: role and hash, in the order of its gallery. */
async function shown(game = reef) {
  const { body } = await hub.get(`/games/${game}?with=game_media`, admin);
  const media = body.game_media as {
    url: string;
    order: number;
    isMainImage: boolean;
    isMiniBanner: boolean;
  }[];
  return media
    .map(({ url, isMainImage, isMiniBanner, order }) => [
      isMainImage ? 'main' : isMiniBanner ? 'mini' : `gallery ${order}`,
      url.split('/')[2],
    ])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));
}
const stored = async (content: Buffer) =>
  (
    await hub.stores.postgres.db
      .selectFrom('media_files')
      .select('hash')
      .where('hash', '=', hashOf(content))
      .execute()
  ).length;

describe('the name of a file', () => {
  const games = {
    bySlug: new Map([
      ['golden-reef', 1],
      ['a-main', 2],
      ['7', 3],
    ]),
    ids: new Set([1, 2, 3, 7]),
  };
  const read = (name: string, bytes = 1) => placeOfName({ name, bytes }, games);

  it.each([
    ['golden-reef-main.webp', { gameId: 1, role: 'main', place: 0 }],
    ['Golden-Reef-BANNER.PNG', { gameId: 1, role: 'banner', place: 0 }],
    ['a-main-mini.jpg', { gameId: 2, role: 'mini', place: 0 }],
    ['a-main-gallery-12.mp4', { gameId: 2, role: 'gallery', place: 12 }],
    ['7-main.jpeg', { gameId: 3, role: 'main', place: 0 }],
    ['1-main.jpeg', { gameId: 1, role: 'main', place: 0 }],
  ])('%s says where it belongs', (name, place) => {
    expect(read(name)).toEqual({ place });
  });

  it.each([
    ['golden-reef.webp', messageOf('fields.mediaName', { example: 'golden-reef-main.webp' })],
    ['golden-reef-cover.png', messageOf('fields.mediaName', { example: 'golden-reef-main.png' })],
    ['golden-reef-main-2.png', messageOf('fields.mediaName', { example: 'golden-reef-main.png' })],
    [
      'golden-reef-gallery.png',
      messageOf('fields.mediaPlace', { max: 999, example: 'golden-reef-gallery-1.png' }),
    ],
    [
      'golden-reef-gallery-0.png',
      messageOf('fields.mediaPlace', { max: 999, example: 'golden-reef-gallery-1.png' }),
    ],
    ['ghost-main.png', messageOf('fields.mediaGame', { game: 'ghost' })],
    ['9-main.png', messageOf('fields.mediaGame', { game: '9' })],
    ['golden-reef-main.svg', messageOf('refusals.wrongExtension')],
    ['golden-reef-main.mp4', messageOf('refusals.wrongExtension')],
  ])('%s is refused with a reason', (name, refusal) => {
    expect(read(name)).toEqual({ refusal });
  });

  it('is good for a file of a possible size only', () => {
    expect(read('1-main.png', 0)).toEqual({ refusal: messageOf('fields.fileEmpty') });
    expect(read('1-main.png', 104_857_601)).toEqual({ refusal: messageOf('refusals.mediumTooLarge') });
  });
});

describe('media of games by the names of files', () => {
  it('say what each would do, change nothing, are applied but for the bad ones, and undone with one call', async () => {
    const [main, second, fresh, next] = [await paint(), await paint(), await paint(), await paint()];
    const before = await check({ 'golden-reef-main.webp': main, 'golden-reef-gallery-1.webp': second });
    expect((await post(`/games/import/${before.id}/apply`)).body.import).toMatchObject({
      games: 1,
      files: 2,
    });
    const old = await shown();
    expect(old).toEqual([
      ['gallery 0', hashOf(second)],
      ['main', hashOf(main)],
    ]);

    const found = await check({
      'golden-reef-main.webp': fresh,
      'golden-reef-gallery-1.webp': second,
      'golden-reef-gallery-2.webp': next,
      '777-mini.webp': next,
      [`${digits}-mini.webp`]: fresh,
      'ghost-main.webp': fresh,
      'golden-reef-banner.png': Buffer.from('no picture'),
    });
    expect(verdicts(found.files)).toEqual([
      ['golden-reef-main.webp', 'replace'],
      ['golden-reef-gallery-1.webp', 'unchanged'],
      ['golden-reef-gallery-2.webp', 'add'],
      ['777-mini.webp', 'add'],
      [`${digits}-mini.webp`, 'refused'],
      ['ghost-main.webp', 'refused'],
      ['golden-reef-banner.png', 'refused'],
    ]);
    expect(found.files[0]).toMatchObject({
      game: { id: reef, name: 'golden-reef' },
      old: `/media/${hashOf(main)}/golden-reef-main.webp`,
      new: `/media/${hashOf(fresh)}/golden-reef-main.webp`,
      width: 30,
      height: 20,
    });
    expect(found.files.slice(4).map(({ message }) => message)).toEqual([
      messageOf('fields.mediaTwice', { name: '777-mini.webp' }),
      messageOf('fields.mediaGame', { game: 'ghost' }),
      messageOf('refusals.pictureUnreadable'),
    ]);
    expect(await shown()).toEqual(old);
    await removeUnused();

    const both = await Promise.all([1, 2].map(() => post(`/games/import/${found.id}/apply`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { import: applied, refused } = sheetResult.parse(both.find(({ status }) => status === 200)?.body);
    expect([applied.kind, applied.games, applied.files, applied.isUndoable, refused]).toEqual([
      'media',
      2,
      3,
      true,
      [],
    ]);
    expect(await shown()).toEqual([
      ['gallery 0', hashOf(second)],
      ['gallery 1', hashOf(next)],
      ['main', hashOf(fresh)],
    ]);
    expect(await shown(digits)).toEqual([['mini', hashOf(next)]]);
    expect((await logOf(hub, digits))[0]).toMatchObject({
      action: 'update-media',
      updates: { mini: { old: null, new: hashOf(next) } },
    });
    expect((await hub.get('/games/import/applied', admin)).body[0]).toEqual(applied);

    // What an undo needs outlives the nightly removal.
    await removeUnused();
    expect(await stored(main)).toBe(1);
    const undone = await post(`/games/import/${found.id}/undo`);
    expect([undone.status, undone.body.refused, undone.body.import.isUndoable]).toEqual([200, [], false]);
    expect([await shown(), await shown(digits)]).toEqual([old, []]);
    expect((await hub.fetch(`/media/${hashOf(main)}/golden-reef-main.webp`)).status).toBe(200);
    expect((await post(`/games/import/${found.id}/undo`)).status).toBe(409);

    // Once the import is forgotten, nothing keeps what it brought.
    await hub.stores.postgres.db.deleteFrom('game_imports').execute();
    await removeUnused();
    expect([await stored(fresh), await stored(next), await stored(main)]).toEqual([0, 0, 1]);
  });

  it('leave alone what was changed meanwhile, before they are applied and before they are undone', async () => {
    const [main, mini, other, later] = [await paint(), await paint(), await paint(), await paint()];
    const found = await check({ 'golden-reef-main.webp': main, '777-mini.webp': mini });
    const upload = async (game: number, content: Buffer, field: string) => {
      const body = new FormData();
      body.append(field, 'true');
      body.append('file', new Blob([new Uint8Array(content)]), 'a.webp');
      const headers = { authorization: `Bearer ${admin}` };
      expect(
        (await hub.fetch(`/api/games/media/upload/${game}`, { method: 'POST', headers, body })).status,
      ).toBe(200);
    };
    await upload(reef, other, 'isMainImage');
    const applied = await post(`/games/import/${found.id}/apply`);
    expect(applied.body.refused).toEqual([{ id: reef, name: 'golden-reef-main.webp' }]);
    expect(applied.body.import).toMatchObject({ games: 1, files: 1 });
    await upload(digits, later, 'isMiniBanner');
    const undone = await post(`/games/import/${found.id}/undo`);
    expect(undone.body.refused).toEqual([{ id: digits, name: '777-mini.webp' }]);
    expect([await shown(), await shown(digits)]).toEqual([
      [['main', hashOf(other)]],
      [['mini', hashOf(later)]],
    ]);
  });

  it('go by the names that the workbook of games lists', async () => {
    const [main, one, two] = [await paint(), await paint(), await paint()];
    const contents = {
      'golden-reef-main.webp': main,
      'golden-reef-gallery-1.webp': one,
      'golden-reef-gallery-2.webp': two,
    };
    await post(`/games/import/${(await check(contents)).id}/apply`);
    const { body } = await hub.get('/games/export-for-editing', admin);
    const rows: unknown[][] = [];
    for await (const { values } of streamXlsxRows(Buffer.from(body.content, 'base64'), { sheet: 0 }))
      rows.push([...values]);
    const at = rows[0]?.indexOf('media') ?? -1;
    const names = rows.find(([id]) => id === reef)?.[at];
    expect(names).toBe(Object.keys(contents).join(', '));
    expect(verdicts((await check(contents)).files).map(([, verdict]) => verdict)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
  });

  it('are refused without a token, for other roles, for unknown files, and once they were applied', async () => {
    const files = [{ name: 'golden-reef-main.webp', bytes: 10 }];
    const manager = await tokenFor('ludus_manager');
    const content = await paint();
    expect((await post('/games/import/media', null, { files })).status).toBe(401);
    expect((await post('/games/import/media', manager, { files })).status).toBe(403);
    expect((await post('/games/import/media', admin, { files: [] })).status).toBe(422);
    const many = Array.from({ length: 201 }, () => files[0]);
    expect((await post('/games/import/media', admin, { files: many })).status).toBe(422);
    const started = await start(files);
    const path = `/api/games/import/media/${started.files[0]?.id}`;
    expect((await sendFile(path, content, 'a.webp', null)).status).toBe(401);
    expect((await sendFile(path, content, 'a.webp', manager)).status).toBe(403);
    expect((await sendFile('/api/games/import/media/999999', content)).status).toBe(404);
    expect((await post(`/games/import/${started.import.id}/apply`)).status).toBe(200);
    expect((await sendFile(path, content)).status).toBe(409);
    expect(await shown()).toEqual([]);
  });
});
