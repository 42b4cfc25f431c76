import { type Browser, expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { column } from './support/screen.ts';
import { type Account, signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

const table = (page: Page) => page.getByRole('table', { name: 'Sessions' });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const tickets = (page: Page) => column(table(page), 'External ticket ID');

test.describe('saved views', () => {
  let page: Page;
  let link = '';
  let shown: string[] = [];

  const openAs = async (browser: Browser, account: Account) => {
    const other = await (await browser.newContext()).newPage();
    await signIn(other, account, link);
    return other;
  };

  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    await signIn(page, 'alpina.admin', '/session-list?state=closed&sort=bet&direction=desc');
    await expect(table(page).locator('tbody tr[tabindex]').first()).toBeVisible();
  });
  test.afterAll(() => page.context().close());

  test('a view is saved, pinned, shared with a role, and marked once it is changed', async () => {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('Highest bets');
    await dialog.getByLabel('Visible to').selectOption('Integration manager');
    await dialog.getByRole('switch', { name: 'Pin to sidebar' }).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await toastSays(page, 'View saved');
    await expect(page.getByRole('button', { name: 'View: Highest bets', exact: true })).toBeVisible();
    const pinned = sidebar(page).getByRole('link', { name: 'Highest bets' });
    await expect(pinned).toHaveAttribute('aria-current', 'page');
    shown = await tickets(page);
    link = new URL(page.url()).pathname + new URL(page.url()).search;
    expect(link).toMatch(/saved=\d+/);

    await table(page).getByRole('button', { name: 'Win', exact: true }).click();
    await page.getByRole('button', { name: 'View: Highest bets, changed' }).click();
    await page.getByRole('menuitem', { name: 'Reset changes' }).click();
    await expect(page.getByRole('button', { name: 'View: Highest bets', exact: true })).toBeVisible();
    expect(await tickets(page)).toEqual(shown);
  });

  test('someone of that role opens it by its link and sees the same rows; another integration does not', async ({
    browser,
  }) => {
    const id = new URL(link, page.url()).searchParams.get('saved');
    link = `/session-list?saved=${id}`;
    const manager = await openAs(browser, 'alpina.manager');
    await expect(manager.getByRole('button', { name: 'View: Highest bets', exact: true })).toBeVisible();
    await expect.poll(() => tickets(manager)).toEqual(shown);
    await manager.context().close();

    const foreign = await openAs(browser, 'baltica.admin');
    await toastSays(foreign, "This view was deleted or isn't shared with you.");
    await expect(foreign.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
    await foreign.context().close();
    const views = await (await Api.signIn('baltica.admin')).get<{ name: string }[]>('/views');
    expect(views.map(({ name }) => name)).not.toContain('Highest bets');
  });

  test('the table is copied as rows of numbers', async () => {
    await page.getByRole('button', { name: 'Copy as table' }).click();
    await toastSays(page, new RegExp(`^${shown.length} rows copied$`));
    const { text, html } = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const of = async (type: string) => (await item?.getType(type))?.text() ?? '';
      return { text: await of('text/plain'), html: await of('text/html') };
    });
    const rows = text.split(/\r?\n/).map((line) => line.split('\t'));
    expect(rows[0]?.slice(3, 6)).toEqual(['External ticket ID', 'Bet', 'Win']);
    expect(rows.slice(1).map((cells) => cells[3] || 'none')).toEqual(shown);
    const bets = rows.slice(1).map((cells) => cells[4] ?? '');
    for (const bet of bets) expect(bet).toMatch(/^\d+\.\d\d$/);
    expect(bets.map(Number)).toEqual(bets.map(Number).toSorted((one, other) => other - one));
    expect(html).toContain(`{&quot;1&quot;:3,&quot;3&quot;:${Number(bets[0])}}`);
  });

  test('a deleted view leaves the sidebar', async () => {
    await page.getByRole('button', { name: 'View: Highest bets', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await toastSays(page, 'View deleted');
    await expect(sidebar(page).getByRole('link', { name: 'Highest bets' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
  });
});
