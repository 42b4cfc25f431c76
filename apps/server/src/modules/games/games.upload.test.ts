import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createCatalogue } from '../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { Files } from '../../infra/files/index.ts';

let hub: TestHub;
let admin: string;
let game: number;
let count = 0;
/** Runs while a picture is on its way to the storage, before it arrives there. */
let duringUpload: (() => Promise<void>) | undefined;
/** Runs when a picture has arrived. */
let afterUpload: (() => Promise<void>) | undefined;

const slow = (files: Files): Files => ({
  ...files,
  async put(key, content) {
    if (key.endsWith('/picture.webp')) await duringUpload?.();
    await files.put(key, content);
    if (key.endsWith('/picture.webp')) await afterUpload?.();
  },
});

beforeAll(async () => {
  hub = await startTestHub({
    modules: (infra, parts) => createCatalogue({ ...infra, files: slow(infra.files) }, parts),
  });
  admin = await tokenFor('ludus_admin');
});
afterAll(() => hub?.close());
beforeEach(async () => {
  duringUpload = undefined;
  afterUpload = undefined;
  game = await addGame(hub.stores.postgres.db, `uploading_${++count}`);
});

const paint = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .webp()
    .toBuffer();

function upload(content: Buffer, to = game) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), 'picture.webp');
  const headers = { authorization: `Bearer ${admin}` };
  return hub.fetch(`/api/games/media/upload/${to}`, { method: 'POST', headers, body });
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const rowsOf = (hash: string) =>
  hub.stores.postgres.db.selectFrom('media_files').select('name').where('hash', '=', hash).execute();
const deleteGame = (id: number) => hub.stores.postgres.db.deleteFrom('games').where('id', '=', id).execute();

describe('an upload to a slow storage', () => {
  it('holds no lock on its game', async () => {
    let lockable: boolean | undefined;
    duringUpload = async () => {
      lockable = await sql`SELECT id FROM games WHERE id = ${game} FOR UPDATE NOWAIT`
        .execute(hub.stores.postgres.db)
        .then(
          ({ rows }) => rows.length === 1,
          () => false,
        );
    };
    const { status } = await upload(await paint());
    expect(status).toBe(200);
    expect(lockable).toBe(true);
  });

  it('leaves no file behind when its game is deleted in the meantime', async () => {
    const content = await paint();
    duringUpload = () => deleteGame(game).then(() => {});
    expect((await upload(content)).status).toBe(404);
    await expect.poll(() => rowsOf(hashOf(content))).toEqual([]);
    const key = `media/${hashOf(content).slice(0, 2)}/${hashOf(content)}/picture.webp`;
    await expect.poll(() => hub.infra.files.exists(key)).toBe(false);
  });

  it('stores the file again when a removal of the same content takes it first', async () => {
    const content = await paint();
    const key = `media/${hashOf(content).slice(0, 2)}/${hashOf(content)}/picture.webp`;
    let uploads = 0;
    afterUpload = async () => {
      uploads++;
      if (uploads === 1) await hub.infra.files.delete(key);
    };
    const { status, body } = await upload(content);
    expect(status).toBe(200);
    expect(uploads).toBe(2);
    expect((await hub.fetch(body.url)).status).toBe(200);
  });

  it('stores nothing for a game that does not exist', async () => {
    let uploads = 0;
    duringUpload = async () => void uploads++;
    expect((await upload(await paint(), 60_000)).status).toBe(404);
    expect(uploads).toBe(0);
  });
});
