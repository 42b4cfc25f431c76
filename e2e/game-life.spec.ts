import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { gameForm } from './support/game-form.ts';
import { expectNoGraveBarrier } from './support/gates.ts';
import { pictureNamed } from './support/pictures.ts';
import { type Account, signIn } from './support/sign-in.ts';
import { pour } from './support/stream-upload.ts';
import { toastSays } from './support/toasts.ts';

interface Medium {
  id: number;
  url: string;
  order: number;
  mediaType: string;
  width: number | null;
  isMainImage: boolean;
  isBanner: boolean;
  isMiniBanner: boolean;
}

interface FullGame {
  id: number;
  name: string;
  slug: string;
  isCatalog: boolean;
  isDev: boolean;
  updatedAt: string;
  rtp: number | null;
  propertiesData: Record<string, string>;
  game_media: Medium[];
  integrations: { id: number; name: string; integration_games: { is_active: string | null } }[];
}

/** What a save of a game through the interface carries beside what it changes. */
const form = gameForm('Second Wish', 'second_wish');

const fileField = (page: Page, what: string) =>
  page.locator(`input[type="file"][aria-label="Choose a file: ${what}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const main = pictureNamed('main.png', 1242, 1464, [190, 120, 40]);
const banner = pictureNamed('banner.png', 1833, 686, [40, 90, 170]);
const mini = pictureNamed('mini.png', 1000, 80, [30, 30, 30]);
const gallery = [
  pictureNamed('first.png', 640, 400, [200, 30, 30]),
  pictureNamed('second.png', 641, 400, [30, 160, 60]),
  pictureNamed('third.png', 642, 400, [60, 60, 200]),
];

test.describe('the life of a game', () => {
  // Each step goes on from what the one before it has left.
  test.describe.configure({ mode: 'serial' });
  const pages = new Map<Account, Page>();
  const name = 'Lantern Harbour';
  let api: Api;
  let slug: string;
  let id: number;
  let wishId: number;

  const pageOf = (account: Account): Page => {
    const page = pages.get(account);
    if (page === undefined) throw new Error(`${account} is not signed in`);
    return page;
  };
  const gameNow = () => api.get<FullGame>(`/games/${id}`, { with: 'game_media,integrations' });
  const widths = (game: FullGame) =>
    game.game_media
      .filter((one) => one.mediaType === 'gallery' && !one.isMainImage && !one.isBanner && !one.isMiniBanner)
      .sort((a, b) => a.order - b.order)
      .map(({ width }) => width);

  test.beforeAll(async ({ browser }) => {
    api = await Api.signIn('admin');
    const { rows } = await api.get<{ rows: FullGame[] }>('/games');
    const stored = rows.find((game) => !game.isCatalog);
    if (stored === undefined) throw new Error('There is no game in the storage');
    slug = stored.slug;
    for (const account of ['admin', 'alpina.admin', 'alpina.guest'] as const) {
      const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'dark' });
      pages.set(account, await context.newPage());
      await signIn(pageOf(account), account, '/catalog');
    }
  });

  test.afterAll(async () => {
    for (const page of pages.values()) await page.context().close();
  });

  test('[WIZ-06][WIZ-07][WIZ-11][WIZ-12][WIZ-23][WIZ-24][WIZ-26][ERR-007] a slug of the storage becomes a game with its pictures, and its draft outlives a reload', async () => {
    const page = pageOf('admin');
    await page.getByRole('link', { name: 'New game' }).click();
    await expect(page).toHaveURL(/\/games\/1$/);
    await page.locator('main').getByText('Start from storage', { exact: true }).click();
    await page.getByPlaceholder('Search storage').fill(slug);
    await page.getByRole('option', { name: slug, exact: true }).click();
    // WIZ-07: the name comes of the slug, and can be another.
    await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Subtitle').fill('First light');
    await button(page, 'Next').click();

    await expect(page).toHaveURL(/\/games\/2$/);
    await fileField(page, 'Main image').setInputFiles({ ...main, name: 'main.txt', mimeType: 'text/plain' });
    await toastSays(page, 'Wrong file extension');
    await fileField(page, 'Main image').setInputFiles({
      name: 'words.png',
      mimeType: 'image/png',
      buffer: Buffer.from('just words'),
    });
    await expect(page.getByText('words.png is not a valid image.')).toBeVisible();
    await fileField(page, 'Main image').setInputFiles(main);
    await fileField(page, 'Banner').setInputFiles(banner);
    await fileField(page, 'Mini banner').setInputFiles(mini);
    await fileField(page, 'Gallery images').setInputFiles(gallery);
    await expect(page.getByRole('list', { name: 'Gallery images' }).getByRole('listitem')).toHaveCount(3);
    await expect(page.getByTitle('1242 × 1464, as recommended')).toBeVisible();
    await expect(page.getByText('is not a valid image')).toHaveCount(0);
    await expect(page.getByTitle('1000 × 80, not the recommended size')).toBeVisible();

    await expect(page.getByText('Saved on this device')).toBeVisible();
    await page.reload();
    await expect(page.getByText(`Based on ${slug} from storage`)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Preview: Main image' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Gallery images' }).getByRole('listitem')).toHaveCount(3);
    await button(page, 'Next').click();

    await page.getByLabel('RTP', { exact: true }).fill('101');
    await button(page, 'Next').click();
    await expect(page.getByText('Enter a value between 0 and 100.')).toBeVisible();
    await page.getByLabel('RTP', { exact: true }).fill('96,5');
    await page.getByLabel('Format', { exact: true }).fill('HTML5');
    await page.getByLabel('Description in English').fill('A harbour full of lanterns.');
    await button(page, 'Next').click();

    await expect(page.getByText('This is how the game page will look.')).toBeVisible();
    await expect(page.getByText('A harbour full of lanterns.')).toBeVisible();
    await button(page, 'Submit data').click();
    await expect(page).toHaveURL(/\/game\/\d+$/, { timeout: 30_000 });
    id = Number(/\d+$/.exec(page.url())?.[0]);
    // The address changes a moment before the page, and the preview has the game's heading too.
    await expect(page.getByRole('heading', { level: 1, name: 'New game' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const shown = page.getByRole('img', { name, exact: true }).first();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByRole('button', { name: /^Image \d of Lantern Harbour$/ })).toHaveCount(3);

    const game = await gameNow();
    expect([game.slug, game.isCatalog, game.rtp]).toEqual([slug, true, 96.5]);
    expect(game.game_media.every(({ url }) => url.endsWith('.webp'))).toBe(true);
    expect(widths(game)).toEqual([640, 641, 642]);
  });

  test('[EDIT-03][EDIT-07][EDIT-08][EDIT-09][EDIT-13][EDIT-17][GAME-35][CERT-05] it is edited, gets addresses, a document and an integration', async () => {
    const page = pageOf('admin');
    await page.getByRole('link', { name: 'Edit game' }).click();
    await expect(page).toHaveURL(new RegExp(`/editGame/${id}$`));
    await page.getByLabel('Max bet', { exact: true }).fill('100');
    await button(page, 'Add field').click();
    await page.getByLabel('Field name', { exact: true }).fill('Bonus trigger');
    await page.getByLabel('Value of Bonus trigger').fill('4 lanterns');
    await page.getByLabel('Docs URL').fill('https://files.example.com/docs');
    await page.getByLabel('Promo assets URL').fill('https://files.example.com/promo');
    await button(page, 'Assign Alpina').click();
    await expect(page.getByRole('region', { name: 'Assigned' })).toContainText('Alpina');

    await button(page, 'Add document').click();
    await page.locator('input[type="file"][aria-label="Choose a file"]').setInputFiles({
      name: 'rules.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%%EOF'),
    });
    await page.getByRole('group', { name: 'Add document' }).getByLabel('Name').fill('Rules of play');
    await button(page, 'Save').click();
    await toastSays(page, 'Document added successfully');
    await expect(page.getByRole('list', { name: 'Documents' })).toContainText('Rules of play');

    await button(page, 'Save changes').click();
    await expect(page).toHaveURL(new RegExp(`/game/${id}$`));
    await expect(page.locator('main')).toContainText('4 lanterns');
    await expect(page.getByRole('link', { name: 'Promo assets' })).toHaveAttribute(
      'href',
      'https://files.example.com/promo',
    );
    await button(page, 'Game docs').click();
    const documents = page.getByRole('dialog', { name: `Documentation of ${name}` });
    await expect(documents.getByRole('listitem')).toHaveCount(1);
    await expect(documents).toContainText('Rules of play');
    await page.keyboard.press('Escape');
    await expect(documents).toHaveCount(0);
    expect((await gameNow()).integrations.map((one) => one.name)).toEqual(['Alpina']);
  });

  test('[GAME-34][API-018] its gallery is put in order by keyboard', async () => {
    const page = pageOf('admin');
    await button(page, 'Update gallery order').click();
    const dialog = page.getByRole('dialog', { name: 'Drag and drop to set order' });
    const down = dialog.getByRole('button', { name: 'Move image 1 down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('image 1 is now at position 2 of 3.')).toBeAttached();
    await dialog.getByRole('button', { name: 'Save order' }).focus();
    await page.keyboard.press('Enter');
    await toastSays(page, 'Gallery order updated');
    expect(widths(await gameNow())).toEqual([641, 640, 642]);
  });

  test('[GAME-34] its gallery is put in order by dragging', async () => {
    const page = pageOf('admin');
    await button(page, 'Update gallery order').click();
    const dialog = page.getByRole('dialog', { name: 'Drag and drop to set order' });
    const handle = dialog.getByRole('button', { name: 'Drag image 1' });
    const saveOrder = dialog.getByRole('button', { name: 'Save order' });
    await expect(saveOrder).toBeDisabled();
    // Waits until the dialog stands still.
    await handle.hover();
    const [start, last] = [
      await handle.boundingBox(),
      await dialog.getByRole('listitem').last().boundingBox(),
    ];
    if (!start || !last) throw new Error('Nothing to drag');
    const x = start.x + start.width / 2;
    await page.mouse.down();
    await page.mouse.move(x, start.y + start.height, { steps: 4 });
    await page.mouse.move(x, last.y + last.height / 2, { steps: 12 });
    // While it is dragged, a status beside the dialog says where it is.
    await expect(page.getByText('image 1 is now at position 3 of 3.')).toBeAttached();
    await page.mouse.up();
    await expect(dialog.getByText('image 1 is now at position 3 of 3.')).toBeAttached();
    await expect(dialog.getByRole('listitem')).toContainText(['image 2', 'image 3', 'image 1']);
    await saveOrder.click();
    await toastSays(page, 'Gallery order updated');
    await expect(dialog).toHaveCount(0);
    expect(widths(await gameNow())).toEqual([640, 642, 641]);
  });

  test('[EDIT-17] a save on top of someone else’s shows both versions, and nothing that was typed is lost', async () => {
    const page = pageOf('admin');
    await page.getByRole('link', { name: 'Edit game' }).click();
    await page.getByLabel('RTP', { exact: true }).fill('94');
    await page.getByLabel('Subtitle').fill('Typed here');
    const game = await gameNow();
    const meanwhile = await api.send('PUT', `/games/update/${id}`, {
      ...form,
      name,
      slug,
      sub_name: 'Saved elsewhere',
      rtp: 96.5,
      propertiesData: game.propertiesData,
    });
    expect(meanwhile.status).toBe(200);
    await button(page, 'Save changes').click();
    const dialog = page.getByRole('dialog', { name: 'Someone else saved this game in the meantime' });
    await expect(dialog).toContainText('Typed here');
    await expect(dialog).toContainText('Saved elsewhere');
    await dialog
      .getByRole('group', { name: 'Subtitle' })
      .getByRole('radio', { name: /^Use theirs/ })
      .check();
    await button(page, 'Continue').click();
    await expect(page.getByLabel('RTP', { exact: true })).toHaveValue('94');
    await expect(page.getByLabel('Subtitle')).toHaveValue('Saved elsewhere');
    await button(page, 'Save changes').click();
    await expect(page).toHaveURL(new RegExp(`/game/${id}$`));
    await expect(page.locator('main')).toContainText('Saved elsewhere');
    expect((await gameNow()).rtp).toBe(94);
  });

  test('[CAT-19][CAT-20][CAT-25][REV-01][OPEN-42] an administrator of the integration asks for it, and the provider is told', async () => {
    const page = pageOf('alpina.admin');
    await page.reload();
    await button(page, 'Request games').click();
    await page.getByRole('checkbox', { name: `Request ${name}` }).check();
    await expect(page.getByText('1 game selected')).toBeVisible();
    await button(page, 'Review').click();
    await expect(page).toHaveURL(/\/review/);
    await expect(page.getByRole('list', { name: 'Requested games' }).getByRole('listitem')).toContainText(
      name,
    );
    await expectNoGraveBarrier(page, 'review');
    await button(page, 'Finish request').click();
    await toastSays(page, 'Game added to wishlist');
    await expect(page).toHaveURL(/\/catalog/);
    await page.goto(`/game/${id}`);
    await expect(page.getByText('On wishlist')).toBeVisible();
    await expect(page.getByText('Available', { exact: true })).toBeVisible();

    const admin = pageOf('admin');
    await admin.goto('/notifications');
    await expect(admin.locator('main').getByText(new RegExp(name)).first()).toBeVisible();
    const notices = await api.get<{ description: string }[]>('/notifications');
    expect(notices.at(-1)?.description).toContain(`alpina.admin of Alpina requested: ${name}`);
  });

  test('[GAME-31][OPEN-10] a guest of the integration puts another game on the wishlist', async () => {
    const alpina = await api.integration('Alpina');
    const made = await api.send<FullGame>('POST', '/games/create/local', form);
    expect(made.status).toBe(200);
    wishId = made.body.id;
    const page = pageOf('alpina.guest');
    // It is another integration's, or no one's, until Alpina is linked to it.
    expect((await (await Api.signIn('alpina.guest')).ask(`/games/${wishId}`)).status).toBe(404);
    const linked = await api.send('PUT', `/games/update/${wishId}`, {
      ...form,
      integrationsToAdd: [alpina.id],
    });
    expect(linked.status).toBe(200);
    await page.goto(`/game/${wishId}`);
    await button(page, 'Add to wishlist').click();
    await button(page, 'Send request').click();
    await toastSays(page, 'Game added to wishlist');
    await expect(page.getByText('On wishlist')).toBeVisible();
    await expect(button(page, 'Add to wishlist')).toHaveCount(0);
  });

  test('[API-016] two gigabytes are refused long before they are there, and stay nowhere', async () => {
    const path = `/games/media/upload/${id}`;
    const before = (await gameNow()).game_media.length;
    const announced = await pour(path, await api.token(), 2 * 1024 ** 3);
    expect(announced.status).toBe(413);
    expect(announced.megabytes).toBeLessThan(50);
    const unannounced = await pour(path, await api.token(), null);
    expect(unannounced.status).toBe(413);
    expect(unannounced.megabytes).toBeLessThan(200);
    const uploads = join(process.env.E2E_DATA_DIR ?? '', 'uploads');
    await expect.poll(() => readdir(uploads).catch(() => [])).toEqual([]);
    expect((await gameNow()).game_media).toHaveLength(before);
  });

  test('[API-013][OPEN-33][FORM-07] one of two games made at once with one slug exists; broken numbers are refused by name', async () => {
    const twice = await Promise.all(
      ['One', 'Other'].map((one) =>
        api.send<FullGame>('POST', '/games/create/local', { ...form, slug: 'made_at_once', name: one }),
      ),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const made = twice.find(({ status }) => status === 200)?.body.id;
    for (const [field, value] of [
      ['rtp', 101],
      ['rtp', 'NaN'],
      ['volatility', 11],
      ['lines', -1],
      ['reels', -3],
      ['min_bet', -0.1],
    ] as const) {
      const { status, body } = await api.send('POST', '/games/create/local', {
        ...form,
        slug: 'broken',
        [field]: value,
      });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    }
    expect((await api.send('DELETE', `/games/delete/${made}`)).status).toBe(200);
  });

  test('[EDIT-18][EDIT-19][OPEN-24] a game in use cannot be deleted; the new one goes with everything of it', async () => {
    const page = pageOf('admin');
    const { rows } = await api.get<{ rows: FullGame[] }>('/catalog', { with: 'integrations' });
    const used = rows.find((game) =>
      game.integrations.some((one) => one.integration_games.is_active !== null),
    );
    if (used === undefined) throw new Error('No game is in use');
    await page.goto(`/editGame/${used.id}`);
    await expect(page.getByRole('region', { name: 'Assigned' })).toContainText('Active');
    await expect(button(page, 'Delete Game')).toHaveCount(0);
    const refused = await api.send('DELETE', `/games/delete/${used.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).not.toBe('');

    const { game_media } = await gameNow();
    await page.goto(`/editGame/${id}`);
    await button(page, 'Delete Game').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await toastSays(page, 'Game deleted');
    await expect(page).toHaveURL(/\/catalog/);
    await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(0);
    expect((await api.ask(`/games/${id}`)).status).toBe(404);
    expect((await api.ask('/certificates', { gameId: id })).status).toBe(404);
    const file = game_media.find(({ isMainImage }) => isMainImage)?.url ?? '';
    await expect.poll(async () => (await fetch(new URL(file, page.url()))).status).toBe(404);
    expect((await api.send('DELETE', `/games/delete/${wishId}`)).status).toBe(200);
  });
});
