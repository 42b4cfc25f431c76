import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Files, openFiles } from './index.ts';

describe('files', () => {
  let dataDir: string;
  let files: Files;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ludus-files-'));
    files = openFiles({ dataDir });
  });

  afterAll(() => rm(dataDir, { recursive: true, force: true }));

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
    expect(await readdir(join(dataDir, 'files/.incoming'))).toEqual([]);
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
});
