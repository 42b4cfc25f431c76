import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { canMountMemory, openSmallDisk } from '../../../test/support/power/small-disk.ts';
import { replyOf } from '../errors/index.ts';
import { StartupError } from '../errors/startup-errors.ts';
import { openFiles } from '../files/index.ts';
import { assertUsable } from './usable.ts';

const mounts = await canMountMemory();
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder('usable');
});
afterAll(() => rm(folder, { recursive: true }));

async function refusal(path: string): Promise<string> {
  const error = await assertUsable(path).then(
    () => new Error('accepted'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  return (error as Error).message;
}

describe('a data folder', () => {
  it('is created when it is missing, and holds nothing of the check', async () => {
    const path = join(folder, 'new', 'data');
    expect(await assertUsable(path)).toBe(join(folder, 'new'));
    expect(await readdir(path)).toEqual([]);
  });

  it('that is a file is refused', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    const cure = 'is no folder: remove the file of that name, or set HUB_DATA_DIR to another folder.';
    expect(await refusal(path)).toBe(`The data folder ${path} ${cure}`);
    expect(await refusal(join(path, 'below'))).toContain(cure);
  });

  it.skipIf(process.getuid?.() === 0)('of another user is refused', async () => {
    const path = join(folder, 'closed');
    await mkdir(path);
    await chmod(path, 0o500);
    expect(await refusal(path)).toMatch(
      /may not be written by the user of the hub \(uid \d+\): change its owner/,
    );
  });

  it.skipIf(!mounts)(
    'on a read-only file system is refused, and a person whose file cannot be stored is told so',
    async () => {
      const disk = await openSmallDisk(4);
      try {
        const files = openFiles({ dataDir: disk.folder, s3: undefined });
        await files.put('before', Buffer.from('stored'));
        await disk.makeReadOnly();
        const error = await files.put('after', Buffer.from('new')).catch((reason: unknown) => reason);
        expect(replyOf(error, 'r1')).toMatchObject({
          status: 503,
          reply: { code: 'unavailable', detail: { code: 'refusals.diskReadOnly', values: {} } },
        });
        expect((await files.read('before')).toString()).toBe('stored');
        expect(await refusal(disk.folder)).toBe(
          `The data folder ${disk.folder} is on a read-only file system: mount it writable, or set HUB_DATA_DIR to another folder.`,
        );
      } finally {
        await disk.close();
      }
    },
  );

  it.skipIf(!mounts)(
    'on a full disk is refused, and a person whose file finds no space is told so',
    async () => {
      const disk = await openSmallDisk(4);
      try {
        const files = openFiles({ dataDir: disk.folder, s3: undefined });
        await files.put('before', Buffer.from('stored'));
        await disk.fill();
        expect(await refusal(disk.folder)).toMatch(/is on a full disk: free some space there/);
        const error = await files.put('after', Buffer.alloc(100_000)).catch((reason: unknown) => reason);
        expect(replyOf(error, 'r1')).toMatchObject({
          status: 503,
          reply: { code: 'unavailable', detail: { code: 'refusals.diskFull', values: {} } },
        });
        expect((await files.read('before')).toString()).toBe('stored');
      } finally {
        await disk.close();
      }
    },
  );
});
