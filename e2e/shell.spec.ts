import { expect, type Locator, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { addDays, today } from './support/days.ts';
import { signIn } from './support/sign-in.ts';

const wide = 224;
const narrow = 64;

const sidebarOf = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.getByRole('navigation', { name: 'Main navigation' }) });
const widthOf = async (page: Page) => Math.round((await sidebarOf(page).boundingBox())?.width ?? 0);

test('[SHELL-01] the sidebar is wide when pinned, narrow otherwise, and expands on hover', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 860 });
  await signIn(page, 'admin', '/settings');
  await expect.poll(() => widthOf(page)).toBe(wide);
  await sidebarOf(page)
    .getByRole('button', { name: /sidebar/ })
    .click();
  const main = page.getByRole('heading', { level: 1 });
  await main.click();
  await expect.poll(() => widthOf(page)).toBe(narrow);
  await sidebarOf(page).hover();
  await expect.poll(() => widthOf(page)).toBe(wide);
  await main.hover();
  await expect.poll(() => widthOf(page)).toBe(narrow);
});

test('[SHELL-01] the narrow sidebar closes when a link is pressed, and opens for the keyboard’s focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signIn(page, 'admin', '/settings');
  const main = page.getByRole('heading', { level: 1 });
  const entry = sidebarOf(page).getByRole('link', { name: 'Users' });
  await sidebarOf(page).hover();
  await expect.poll(() => widthOf(page)).toBe(wide);
  await entry.click();
  await expect(main).toHaveText('Users');
  // The pointer still rests where the link was.
  await expect.poll(() => widthOf(page)).toBe(narrow);
  await main.hover();
  await sidebarOf(page).hover();
  await expect.poll(() => widthOf(page)).toBe(wide);
  await main.hover();
  await expect.poll(() => widthOf(page)).toBe(narrow);
  await page.keyboard.press('Shift+Tab');
  await expect(sidebarOf(page).locator(':focus-visible')).toHaveCount(1);
  await expect.poll(() => widthOf(page)).toBe(wide);
});

test('[OPEN-16][NOTIF-03] unseen notifications have a count when wide, a dot when narrow and on a phone, and bold titles', async ({
  page,
}) => {
  const description = 'Seen by the shell';
  const admin = await Api.signIn('admin');
  const alpina = (await admin.integrations()).find(({ name }) => name === 'Alpina');
  const created = await admin.send('POST', '/maintenances/create', {
    args: { description, date: addDays(today(), 30), severity: 1 },
    integrations: [alpina?.id],
  });
  expect(created.status).toBeLessThan(300);
  await page.setViewportSize({ width: 1440, height: 860 });
  await signIn(page, 'alpina.guest', '/settings');
  const entry = sidebarOf(page).getByRole('link', { name: /^Notifications/ });
  const dot = entry.locator('span[class*="dot"]');
  await expect(entry).toHaveAccessibleName(/^Notifications \d+ unread$/);
  await expect(dot).toBeHidden();
  await sidebarOf(page)
    .getByRole('button', { name: /sidebar/ })
    .click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(dot).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(bar.getByRole('link', { name: 'Notifications' }).locator('span[class*="dot"]')).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 860 });
  await page.goto('/notifications');
  const titles = page.getByRole('main').getByRole('list').getByRole('button');
  const unseen = titles.filter({ has: page.getByRole('img', { name: 'Unread' }) }).first();
  await expect(unseen.locator('[class*="name"]')).toHaveCSS('font-weight', '600');
  await unseen.click();
  const seen = titles.filter({ hasNot: page.getByRole('img', { name: 'Unread' }) }).first();
  await expect(seen.locator('[class*="name"]')).toHaveCSS('font-weight', '400');
});

test('[SESS-01][LIST-01] a phone has the controls of Sessions in few rows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const month = `from=${addDays(today(), -30)}&to=${today()}`;
  const middle = async (control: Locator) => {
    await expect(control).toBeVisible();
    const box = await control.boundingBox();
    return box === null ? Number.NaN : Math.round(box.y + box.height / 2);
  };
  await signIn(page, 'admin', `/sessions?${month}`);
  const submit = page.getByRole('button', { name: 'Submit' });
  expect(await middle(submit)).toBe(await middle(page.getByRole('radiogroup', { name: 'Session type' })));

  await page.goto(`/session-list?${month}`);
  const title = page.getByRole('heading', { level: 1 });
  expect(await middle(page.getByRole('button', { name: 'Page actions' }))).toBe(await middle(title));
});

test('the first frame of the shell has the title of the page, before the page is drawn', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const pane = document.querySelector('#content');
      if (!pane) return;
      const waits = pane.querySelector(':scope > [aria-busy="true"]');
      const now = pane.querySelector('h1') ? 'page' : `${pane.childElementCount} ${waits?.textContent}`;
      if (seen.at(-1) !== now) seen.push(now);
    }).observe(document, { childList: true, subtree: true });
  });
  await signIn(page, 'admin', '/settings');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
    '1 Settings',
    'page',
  ]);
});
