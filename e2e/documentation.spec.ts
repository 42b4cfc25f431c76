import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Api, type Integration } from './support/api.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { origin } from './support/origin.ts';
import { type Account, signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

interface Document {
  id: number;
  name: string;
  games: { id: number; name: string }[];
}

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Documents' }).locator('tbody tr');
const facet = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Filter documents' })
    .getByRole('button', { name: new RegExp(`^${name}`) });

/** What a click on a file's download brings: its name, its bytes, and the kind it is sent as. */
async function downloaded(page: Page, document: string) {
  const link = page.getByRole('link', { name: `Download ${document}`, exact: true });
  const address = new URL((await link.getAttribute('href')) ?? '', origin());
  const arriving = page.waitForEvent('download');
  await link.click();
  const download = await arriving;
  const type = (await fetch(address)).headers.get('content-type');
  return { name: download.suggestedFilename(), content: await readFile(await download.path()), type };
}

async function add(page: Page, file: { name: string; buffer: Buffer }, mimeType = 'application/pdf') {
  await button(page, 'Add document').click();
  const dialog = page.getByRole('dialog', { name: 'Add document' });
  await dialog.locator('input[type="file"]').setInputFiles({ ...file, mimeType });
  return dialog;
}

test.describe('documents of integrations and games', () => {
  const pages = new Map<Account, Page>();
  let api: Api;
  let alpina: Integration;
  let others: string[];
  let games: { id: number; name: string }[];
  const general = 'Platform approval „2026" 🎰';
  const shared = 'rng-certificate.pdf';
  /** General documents of the demo's Alpina, newest first; of games it sees thirteen more. */
  const seeded = ['Operator guide summary', 'Random number generator certificate'];

  const pageOf = (account: Account): Page => {
    const page = pages.get(account);
    if (page === undefined) throw new Error(`${account} has no page`);
    return page;
  };
  const documents = (query: Record<string, number>) => api.get<Document[]>('/certificates', query);
  const generalNames = async () => (await documents({ integrationId: alpina.id })).map(({ name }) => name);

  test.beforeAll(async ({ browser }) => {
    api = await Api.signIn('admin');
    alpina = await api.integration('Alpina');
    others = (await api.integrations()).map(({ name }) => name).filter((name) => name !== 'Alpina');
    const { rows } = await api.get<{ rows: { id: number; name: string; integrations: { id: number }[] }[] }>(
      '/catalog',
      { with: 'integrations' },
    );
    const counts = await api.get<{ rows: { gameId: number }[] }>('/certificates/counts');
    const documented = new Set(counts.rows.map(({ gameId }) => gameId));
    games = rows
      .filter(({ id }) => !documented.has(id))
      .filter((game) => game.integrations.some(({ id }) => id === alpina.id))
      .slice(0, 2);
    expect(games).toHaveLength(2);
    for (const account of ['admin', 'alpina.admin'] as const) {
      const page = await (await browser.newContext({ acceptDownloads: true })).newPage();
      pages.set(account, page);
      await signIn(page, account, '/documentation');
    }
  });

  test.afterAll(async () => {
    for (const page of pages.values()) await page.context().close();
  });

  test('[DOC-01][CERT-01][CERT-04][CERT-07][ERR-036] the provider chooses an integration and adds a general document', async () => {
    const page = pageOf('admin');
    await page.getByRole('link', { name: 'Documentation' }).click();
    await expect(page).toHaveURL(/\/documentation$/);
    await facet(page, 'General').click();
    await page.getByRole('combobox', { name: 'Integration' }).click();
    await page.getByRole('option', { name: /^Alpina/ }).click();
    await expect(page).toHaveURL(new RegExp(`show=general&integration=${alpina.id}`));

    const dialog = await add(page, { name: 'approval.pdf', buffer: Buffer.from('Just words.') });
    await dialog.getByLabel('Name', { exact: true }).fill(general);
    await button(dialog, 'Save').click();
    await expect(dialog.getByRole('alert')).toContainText('Wrong file extension');
    expect(await generalNames()).toEqual(seeded);
    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'approval.pdf',
      mimeType: 'application/pdf',
      buffer: pdf('approval'),
    });
    await button(dialog, 'Save').click();
    await toastSays(page, 'General document created');
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).filter({ hasText: general })).toHaveCount(1);
    expect(await downloaded(page, general)).toEqual({
      name: 'approval.pdf',
      content: pdf('approval'),
      type: 'application/pdf',
    });
  });

  test('[API-025][OPEN-40][CERT-02][CERT-05] and one document for two games, which stands with both', async () => {
    const page = pageOf('admin');
    const dialog = await add(page, { name: shared, buffer: pdf('rng') });
    await dialog.getByText('Specific games', { exact: true }).click();
    const field = dialog.getByRole('combobox', { name: /^Games/ });
    for (const { name } of games) {
      await field.fill(name);
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click();
    }
    // The list stays open for more, and Escape closes only the list.
    await field.press('Escape');
    await button(dialog, 'Save').click();
    await expect(dialog).toHaveCount(0);
    const [first, second] = games as [(typeof games)[0], (typeof games)[0]];
    for (const { id, name } of [first, second]) {
      await page.goto(`/documentation?view=games&integration=${alpina.id}&game=${id}`);
      const files = page.getByRole('list', { name: `Files of ${name}` });
      await expect(files.getByRole('listitem')).toHaveCount(1);
      await expect(files).toContainText('of 2 games');
      const [stored] = await documents({ gameId: id });
      expect(stored?.games.map((game) => game.id).toSorted()).toEqual(
        games.map((game) => game.id).toSorted(),
      );
    }
    expect((await downloaded(page, shared)).name).toBe(shared);
  });

  test('the demo has documents that are valid, that expire and that have expired, each a PDF', async () => {
    const page = pageOf('admin');
    await page.goto('/documentation?show=expiring');
    await expect(rows(page)).toHaveCount(4);
    for (const [name, note] of [
      ['Frostjarl certificate', 'in 24 days'],
      ['Random number generator certificate', 'in 12 days'],
      ['First games certificate, Italy', 'in 41 days'],
      ['Quetzal Rise certificate', 'Expired'],
    ] as const)
      await expect(rows(page).filter({ hasText: name })).toContainText(note);
    const { content, type } = await downloaded(page, 'Frostjarl certificate');
    expect(type).toBe('application/pdf');
    expect(content.toString('latin1')).toMatch(/^%PDF-1\.4\n.*\(Frostjarl - Thunder Spins\) Tj.*%%EOF\n$/s);
  });

  test('[CERT-08][DOC-02][OPEN-02] an administrator of the integration views and downloads, and reads of no one else', async () => {
    const [otherName = ''] = others;
    const other = await api.integration(otherName);
    const form = new FormData();
    form.set('isGeneral', 'true');
    form.set('integrationId', String(other.id));
    form.set('file', new Blob([pdf('foreign')]), 'foreign.pdf');
    expect((await api.send('POST', '/certificates/create', form)).status).toBe(200);

    const page = pageOf('alpina.admin');
    const read: string[] = [];
    const asked: string[] = [];
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) return;
      asked.push(pathname);
      read.push(await response.text().catch(() => ''));
    });
    // Someone else's address leads to what is one's own.
    await page.goto(`/documentation?integration=${other.id}&game=${games[0]?.id}`);
    await expect(rows(page)).toHaveCount(17);
    await expect(page.getByRole('table', { name: 'Documents' })).toContainText(general);
    await expect(page.getByRole('link', { name: `Download ${shared}` })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Integration' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Add|Actions) / })).toHaveCount(0);
    expect(await downloaded(page, general)).toMatchObject({ name: 'approval.pdf', type: 'application/pdf' });
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/api/integrations');
    expect(asked).toContain('/api/certificates');
    for (const body of read) for (const name of [...others, 'foreign.pdf']) expect(body).not.toContain(name);
    await expectNoGraveBarrier(page, 'documentation of an integration');
  });

  test('[CERT-06][API-026][ERR-037] deleting asks in the row, and other windows follow', async () => {
    const page = pageOf('admin');
    const reader = pageOf('alpina.admin');
    await page.goto(`/documentation?integration=${alpina.id}`);
    const remove = async (name: string) => {
      await button(page, `Actions for ${name}`).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    await remove(general);
    const question = page.getByRole('group', { name: `Delete ${general}?` });
    await expect(question).toContainText('Sure?');
    await button(question, 'No').click();
    await expect(button(page, `Actions for ${general}`)).toBeFocused();
    expect(await generalNames()).toEqual([general, ...seeded]);

    await remove(general);
    await button(question, 'Yes').click();
    await toastSays(page, 'General document deleted');
    await expect(rows(page).filter({ hasText: general })).toHaveCount(0);
    await expect(rows(reader).filter({ hasText: general })).toHaveCount(0);

    await remove(shared);
    await button(page, 'Yes').click();
    await expect(page.getByRole('link', { name: `Download ${shared}` })).toHaveCount(0);
    await expect(reader.getByRole('link', { name: `Download ${shared}` })).toHaveCount(0);
    for (const { id } of games) expect(await documents({ gameId: id })).toEqual([]);
    expect(await generalNames()).toEqual(seeded);
  });

  test('[SHELL-12][OPS-01][OPS-02] the contacts of operators have no grave barrier, fit a phone and go by pages', async () => {
    const page = pageOf('admin');
    const contact = page.getByText('ada.bianchi@operators.example');
    await page.setViewportSize({ width: 1366, height: 860 });
    await page.goto('/operators?tab=contacts&size=20');
    await expect(contact).toBeVisible();
    await expectNoGraveBarrier(page, 'contacts');
    await page.setViewportSize({ width: 390, height: 860 });
    await expect(contact).toBeVisible();
    await expectFits(page, 'contacts at 390');
    await page.setViewportSize({ width: 1366, height: 860 });
    await button(page, 'Page 2').click();
    await expect(page).toHaveURL(/\/operators\?tab=contacts&page=2&size=20$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/operators\?tab=contacts&size=20$/);
    await expect(page.getByText('ada.bianchi@operators.example')).toBeVisible();
  });

  test('[OPEN-46][CONST-01] main images are cut to 11 by 13, whatever their own size', async () => {
    const page = pageOf('admin');
    await page.goto('/catalog');
    const picture = page.locator('main a img').first();
    await expect(picture).toBeVisible();
    await expect(picture).toHaveCSS('object-fit', 'cover');
    const ratio = () =>
      picture.evaluate((image) => {
        const { width, height } = image.getBoundingClientRect();
        return width / height;
      });
    await expect.poll(ratio).toBeCloseTo(11 / 13, 2);
  });
});
