import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/** Real art in the recommended sizes: the demo games' own. */
const art = (name: string) =>
  fileURLToPath(new URL(`../apps/sandbox/demo-games/brass_fathoms/${name}.webp`, import.meta.url));
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const files = (page: Page, place: string) => page.locator(`input[aria-label="Choose a file: ${place}"]`);
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

test('[WIZ-24][WIZ-26][EDIT-13][EDIT-17][EDIT-19] a storage slug becomes a game, is edited by two people, and is deleted', async ({
  page,
  context,
}) => {
  // Two people, eight pictures and four screens on a machine that may be busy.
  test.setTimeout(240_000);
  await signIn(page, 'admin', '/new-game/1');
  await expect(page).toHaveURL(/\/games\/1$/);

  // Step 1: a slug of the storage names the game.
  await page.getByText('Start from storage').click();
  await page.getByRole('combobox', { name: 'Slug from storage' }).click();
  const slug = (await page.getByRole('option').last().innerText()).trim();
  await page.getByRole('option', { name: slug, exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Next' }).click();

  // Step 2: pictures, measured; the whole draft survives a reload.
  await files(page, 'Main image').setInputFiles(art('cover'));
  await files(page, 'Banner').setInputFiles(art('banner'));
  await files(page, 'Mini banner').setInputFiles(art('gallery-1'));
  await files(page, 'Gallery images').setInputFiles([art('gallery-2'), art('gallery-3')]);
  await expect(page.getByText('1242 × 1464', { exact: true })).toHaveAttribute('data-fit', 'true');
  await expect(page.getByText('1280 × 720', { exact: true })).toHaveAttribute('data-fit', 'false');
  await expect(page.getByText('gallery-3.webp')).toBeVisible();
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByText('gallery-3.webp')).toBeVisible();
  await expect(page.getByText(slug, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();

  // Step 3 refuses what cannot be; step 4 is the game's page.
  await field(page, 'RTP').fill('101');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Enter a value between 0 and 100.')).toBeVisible();
  await field(page, 'RTP').fill('96,5');
  await field(page, 'Description in English').fill('Down where the brass lamps burn.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Down where the brass lamps burn.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit data' }).click();
  // Five pictures are worked on.
  await page.waitForURL(/\/game\/\d+$/);
  const id = page.url().split('/').at(-1);
  await expect(page.getByText('Down where the brass lamps burn.')).toBeVisible();

  // Two people open it; the first changes pictures, an address, an integration and a document.
  const other = await context.newPage();
  await other.goto(`/editGame/${id}`);
  await expect(field(other, 'Slug')).toHaveValue(slug);
  await page.goto(`/editGame/${id}&from=mail`);
  await expect(field(page, 'Slug')).toHaveValue(slug);
  await files(page, 'Mini banner').setInputFiles(art('mini'));
  await expect(page.getByText('1152 × 80', { exact: true })).toHaveAttribute('data-fit', 'true');
  await field(page, 'Docs URL').fill('https://docs.example/rules');
  await field(page, 'Max win').fill('12.500');
  await page.getByRole('button', { name: 'Assign Alpina' }).click();
  await page.getByRole('button', { name: 'Add document' }).click();
  await page.locator('input[aria-label="Choose a file"]').setInputFiles({
    name: 'rules.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toastSays(page, 'Document added successfully');
  await save(page).click();
  await expect(page).toHaveURL(new RegExp(`/game/${id}$`));

  // The second is shown both versions and keeps theirs where nothing else was typed.
  await field(other, 'RTP').fill('95');
  await save(other).click();
  const conflict = other.getByRole('dialog', { name: 'Someone else saved this game in the meantime' });
  await expect(conflict.getByRole('group', { name: 'RTP' }).getByLabel(/Keep mine/)).toBeChecked();
  await expect(conflict.getByRole('group', { name: 'Max win' }).getByLabel(/Use theirs/)).toBeChecked();
  await conflict.getByRole('button', { name: 'Continue' }).click();
  await save(other).click();
  await expect(other).toHaveURL(new RegExp(`/game/${id}$`));

  // Everything is there again, and can be taken back.
  await page.goto(`/editGame/${id}`);
  await expect(field(page, 'RTP')).toHaveValue('95');
  await expect(field(page, 'Max win')).toHaveValue('12.500');
  await expect(field(page, 'Docs URL')).toHaveValue('https://docs.example/rules');
  await expect(page.getByText('1152 × 80', { exact: true })).toHaveAttribute('data-fit', 'true');
  await page.getByRole('button', { name: 'Delete rules.pdf' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await toastSays(page, 'Document deleted with success!');
  await page.getByRole('button', { name: 'Remove Alpina' }).click();
  await save(page).click();
  await expect(page).toHaveURL(new RegExp(`/game/${id}$`));
  await page.goto(`/editGame/${id}`);
  await page.getByRole('button', { name: 'Delete Game' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/catalog/);
  await toastSays(page, 'Game deleted');
});
