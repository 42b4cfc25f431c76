import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { openXlsx, writeXlsx } from 'hucre/xlsx';
import { Api, type Game } from './support/api.ts';
import { inspect } from './support/inspect.ts';
import { test } from './support/living-page.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/** Games change by the workbook that the hub has exported, row by row, and get their old values back. */

type Cell = string | number | boolean | Date | null;
interface Facts {
  rtp: number;
  min_bet: number;
  max_bet: number;
  updatedAt: string;
  integrations: { name: string }[];
}

let admin: Api;
let alpina: number;
let games: Game[];

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  const { id, games: linked } = await admin.get<{ id: number; games: Game[] }>(
    `/integrations/${(await admin.integration('Alpina')).id}`,
  );
  alpina = id;
  const seen = new Set(linked.map((game) => game.id));
  const { rows } = await admin.get<{ rows: Game[] }>('/catalog');
  const plain = rows.filter((game) => !game.isDev && game.sub_name === null);
  const unseen = plain.filter((game) => !seen.has(game.id));
  games = [...unseen.slice(0, 1), ...plain.filter((game) => seen.has(game.id)).slice(0, 2)];
  expect(games).toHaveLength(3);
});

const factsOf = async (id: number) => {
  const { updatedAt: _saved, ...facts } = await admin.get<Facts>(`/games/${id}`, { with: 'integrations' });
  return facts;
};

async function edit(path: string, changes: Record<number, Record<string, Cell>>): Promise<Buffer> {
  const { sheets } = await openXlsx(await readFile(path));
  const [head = [], ...rows] = (sheets[0]?.rows ?? []) as Cell[][];
  for (const [id, cells] of Object.entries(changes)) {
    const row = rows.find(([sent]) => sent === Number(id));
    if (row === undefined) throw new Error(`Game ${id} is not in the workbook`);
    for (const [heading, value] of Object.entries(cells)) {
      const at = head.findIndex((one) => String(one).startsWith(heading));
      if (at < 0) throw new Error(`No column ${heading}`);
      row[at] = value;
    }
  }
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Games', rows: [head, ...rows] }] }));
}

/** A PNG of one grey pixel, another for each shade. */
function picture(shade: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = deflateSync(Buffer.from([0, shade]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Rows of the file' });

test('an exported workbook is edited, tried out row by row, applied but for its bad row, and undone', async ({
  page,
}) => {
  const [first, second, bad] = games as [Game, Game, Game];
  const before = await Promise.all(games.map(({ id }) => factsOf(id)));
  await signIn(page, 'admin', '/games?panel=file');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export for editing' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^games-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const buffer = await edit(await download.path(), {
    [first.id]: { rtp: 93.21, [`visible:${alpina} `]: 'yes' },
    [second.id]: { min_bet: 0.3, max_bet: 60 },
    [bad.id]: { rtp: 'high', demo: 'perhaps' },
  });

  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const file = page.getByLabel('Edited file');
  await file.setInputFiles({ name: 'autumn.xlsx', mimeType, buffer });
  await expect(page.getByRole('status').filter({ hasText: 'autumn.xlsx' })).toContainText(
    'of which 2 will change a game',
  );
  const changed = rowsOf(page).getByRole('row').filter({ hasText: first.name });
  await expect(changed).toContainText(`rtp ${before[0]?.rtp} → 93.21`);
  await expect(changed).toContainText(`visible:${alpina} Alpina no → yes`);
  await inspect(page, 'bulk import');
  await page.getByText('Errors 1', { exact: true }).click();
  const wrong = rowsOf(page).getByRole('row').filter({ hasText: bad.name });
  await expect(wrong).toContainText('rtp high – Write a number.');
  await expect(wrong).toContainText('demo perhaps – Write yes or no.');
  expect(await Promise.all(games.map(({ id }) => factsOf(id)))).toEqual(before);

  await page.getByRole('button', { name: 'Apply 2 rows' }).click();
  const question = page.getByRole('dialog', { name: 'Change 2 games?' });
  await question.getByRole('button', { name: 'Apply 2 rows' }).click();
  await toastSays(page, '2 games changed');
  const { rtp, integrations } = await factsOf(first.id);
  expect(rtp).toBe(93.21);
  expect(integrations.map(({ name }) => name)).toContain('Alpina');
  expect(await factsOf(second.id)).toMatchObject({ min_bet: 0.3, max_bet: 60 });
  expect(await factsOf(bad.id)).toEqual(before[2]);
  const theirs = await Api.signIn('alpina.admin');
  expect((await theirs.ask(`/games/${first.id}`)).status).toBe(200);

  // The same file again: it is older than what it has changed itself.
  await file.setInputFiles({ name: 'autumn.xlsx', mimeType, buffer });
  await expect(page.getByRole('status').filter({ hasText: 'autumn.xlsx' })).toContainText(
    'of which 0 will change a game',
  );

  await page.getByRole('button', { name: 'Undo import: autumn.xlsx' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo autumn.xlsx?' });
  await undo.getByRole('button', { name: 'Undo import' }).click();
  await toastSays(page, '2 games have their old values again');
  await expect(page.getByRole('list', { name: 'Imports of the last 7 days' })).toContainText('Undone');
  expect(await Promise.all(games.map(({ id }) => factsOf(id)))).toEqual(before);
});

test('pictures go to their games by the names of their files, and the earlier ones come back', async ({
  page,
}) => {
  const [first, second] = games as [Game, Game, Game];
  const mediaOf = async (id: number) =>
    (
      await admin.get<{ game_media: { url: string }[] }>(`/games/${id}`, { with: 'game_media' })
    ).game_media.map(({ url }) => url);
  const before = [await mediaOf(first.id), await mediaOf(second.id)];
  await signIn(page, 'admin', '/games?panel=file');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  await page
    .getByLabel('Images and videos', { exact: true })
    .setInputFiles([
      file(`${first.slug}-mini.png`, picture(1)),
      file(`${second.id}-gallery-999.png`, picture(2)),
      file('no-such-game-main.png', picture(3)),
      file(`${second.slug}-banner.png`, Buffer.from('no picture')),
    ]);
  await expect(page.getByText('4 files, of which 2 will change a game.')).toBeVisible();
  await inspect(page, 'bulk import of pictures');
  await page.getByText('Refused 2', { exact: true }).click();
  const table = page.getByRole('table', { name: 'Files by name' });
  await expect(table).toContainText('No game of the catalog has the slug or ID no-such-game.');
  await expect(table).toContainText('The file is not a picture that can be read.');

  await page.getByRole('button', { name: 'Apply 2 files' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 files' }).click();
  await toastSays(page, 'Images and videos of 2 games changed');
  expect(await mediaOf(first.id)).not.toEqual(before[0]);
  expect(await mediaOf(second.id)).toEqual([...(before[1] ?? []), expect.stringContaining('/media/')]);

  await page.getByRole('button', { name: /^Undo import: .*(-mini|-gallery-999)\.png and 1 more$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await toastSays(page, 'Import of images and videos undone');
  expect([await mediaOf(first.id), await mediaOf(second.id)]).toEqual(before);
});
