import { expect, type Page } from '@playwright/test';
import { Api, type Row } from './support/api.ts';
import { addDays, today } from './support/days.ts';
import { test } from './support/living-page.ts';
import { signIn } from './support/sign-in.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true });
const fieldOf = (page: Page) => paletteOf(page).getByRole('combobox');

/** A session of Alpina with Italian ids. */
async function someSession(): Promise<Row> {
  const admin = await Api.signIn('admin');
  const { rows } = await admin.get<{ rows: Row[] }>('/bookkeeping/sessions/range', {
    from: addDays(today(), -7),
    to: today(),
    integrationId: 1,
    limit: 50,
  });
  // A session for fun has no ticket.
  const row = rows.find(({ aamsTicketId }) => aamsTicketId !== null);
  if (row === undefined) throw new Error('The demo has no session of Alpina.');
  return row;
}

test('by keyboard alone: a pasted id opens its session in a side panel, and Esc leads back', async ({
  page,
}) => {
  const session = await someSession();
  await signIn(page, 'admin', '/');
  for (const [id, kind] of [
    [session.aamsTicketId, 'External ticket ID'],
    [session.id, 'Hub session ID'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await expect(fieldOf(page)).toBeFocused();
    await page.keyboard.insertText(id ?? '');
    await expect(paletteOf(page).getByText(kind, { exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Session', exact: true });
    await expect(panel.getByRole('article')).toContainText(session.sessionId);
    await expect(page).toHaveURL(new RegExp(`/\\?session=${session.id}$`));
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
  }
  // It was opened before, so it stands among the recent ones.
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1);
});

test('the session of an address is there after a reload on any screen, and Back leaves it', async ({
  page,
}) => {
  const session = await someSession();
  const panel = page.getByRole('dialog', { name: 'Session', exact: true });
  await signIn(page, 'admin', '/charts');
  const home = page.url();
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill(session.id);
  await paletteOf(page).getByRole('group', { name: 'Sessions' }).getByRole('option').first().click();
  await expect(panel.getByRole('article')).toContainText(session.sessionId);
  const address = page.url();
  expect(new URL(address).searchParams.get('session')).toBe(session.id);
  await page.reload();
  await expect(panel.getByRole('article')).toContainText(session.sessionId);
  await page.goBack();
  await expect(panel).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(new URL(home).pathname);
  for (const path of ['/reports', '/catalog', '/settings']) {
    await page.goto(`${path}?session=${session.id}`);
    await expect(panel.getByRole('article')).toContainText(session.sessionId);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(page).not.toHaveURL(/session=/);
  }
});

test('letters typed right after the opening reach the field, while its code is on the way', async ({
  page,
}) => {
  // Before the page, which asks for the code by itself once it is idle.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/palette-[^/]+\.js$/);
  await signIn(page, 'admin', '/settings');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sess');
  await asked;
  release();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('ions list');
  await expect(fieldOf(page)).toHaveValue('sessions list');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/session-list/);
});

test('keys go to screens, move in lists, and are listed by the question mark', async ({ page }) => {
  await signIn(page, 'admin', '/settings');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/session-list/);
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr[tabindex]');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Session', exact: true })).toBeVisible();
  // What lies above owns the keyboard.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('heading', { level: 3 }).first()).toHaveText('Lists');
  // A command of this screen that has no key: only the palette has it.
  await expect(help.getByText('Search for a session')).toHaveCount(0);
  await expect(help.getByText('Next row')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/tickets/);
});

test('a guest finds and goes to nothing beyond the rights of a guest', async ({ page }) => {
  const session = await someSession();
  await signIn(page, 'alpina.guest', '/catalog');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
  await expect(page).toHaveURL(/\/catalog/);
  const screens = paletteOf(page).getByRole('group', { name: 'Screens' }).getByRole('option');
  await expect(screens).toHaveCount(4);
  for (const id of [session.id, session.sessionId, session.userId, 'baltica.admin', '#1']) {
    await fieldOf(page).fill(id);
    await expect(paletteOf(page).getByText(`No results for “${id}”`)).toBeVisible();
    await expect(paletteOf(page).getByRole('option')).toHaveCount(0);
  }
});

test('on a phone the palette fills the screen and is one tap away', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin', '/catalog');
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('button', { name: 'Search', exact: true })
    .click();
  await expect(fieldOf(page)).toBeFocused();
  await expect.poll(async () => (await paletteOf(page).boundingBox())?.width).toBe(390);
  expect((await paletteOf(page).boundingBox())?.height).toBe(844);
  await fieldOf(page).fill('wolves');
  await paletteOf(page)
    .getByRole('option', { name: /Wolves of Skadi/ })
    .click();
  await expect(page).toHaveURL(/\/game\/\d+/);
});
