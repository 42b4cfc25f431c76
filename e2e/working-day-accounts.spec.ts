import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { openDatabase } from './support/database.ts';
import { addDays, romeMidnight, today } from './support/days.ts';
import { gameForm } from './support/game-form.ts';
import { choose, pick } from './support/screen.ts';
import { signInByForm } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/** The working day of an account manager: what Alpina asks for, what it sees, how it does, and what it is notified of. */

const name = `Day Harbour ${Date.now() % 100_000}`;
const notice = 'Maintenance of an account manager’s day.';
const day = addDays(today(), 17);
const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(`${day}T12:00:00Z`),
);
let admin: Api;
let gameId: number;
let other: BrowserContext | undefined;

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  const made = await admin.send<{ id: number }>('POST', '/games/create/local', {
    ...gameForm(name, `day_harbour_${Date.now()}`),
    integrationsToAdd: [(await admin.integration('Alpina')).id],
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  gameId = made.body.id;
});

// Other specs find neither the game nor the maintenance, which no call deletes.
test.afterAll(async () => {
  await other?.close();
  await admin.send('DELETE', `/games/delete/${gameId}`);
  const database = await openDatabase();
  await database.query('DELETE FROM notifications WHERE description LIKE $1', [`%${notice}%`]);
  await database.query('DELETE FROM maintenances WHERE description = $1', [notice]);
  await database.end();
});

const button = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });
/** The beginning of a day in Rome, as calendars write it. */
const stampOf = (text: string) => new Date(romeMidnight(text)).toISOString().replace(/[-:]|\.\d+/g, '');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

test('a request is granted, seen as the integration sees it, and the integration hears of a maintenance', async ({
  page,
  browser,
}) => {
  other = await browser.newContext();
  const theirs = await other.newPage();
  for (const side of [page, theirs]) side.setDefaultTimeout(15_000);

  await test.step('Alpina requests a game, and it is reviewed and granted', async () => {
    await signInByForm(theirs, 'alpina.admin', '/catalog');
    await button(theirs, 'Request games').click();
    await theirs.getByRole('checkbox', { name: `Request ${name}` }).check();
    await button(theirs, 'Review').click();
    await button(theirs, 'Finish request').click();
    await toastSays(theirs, 'Game added to wishlist');

    await signInByForm(page, 'admin');
    await menu(page)
      .getByRole('link', { name: /^Requests/ })
      .click();
    await page.getByRole('row', { name: `${name} for Alpina, Requested`, exact: true }).click();
    await button(page, 'Take in review').click();
    await toastSays(page, 'Request taken in review');
    await button(page, 'Grant').click();
    const dialog = page.getByRole('dialog', { name: `Grant ${name} to Alpina?` });
    await dialog.getByRole('button', { name: 'Grant' }).click();
    await toastSays(page, 'Request granted');
  });

  await test.step('who sees the game, and why another integration does not', async () => {
    await page
      .getByRole('dialog', { name: /^Request \d+$/ })
      .getByRole('link', { name: 'Open game' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await button(page, 'Show integrations').click();
    const why = page.getByRole('link', { name: /^Baltica, Not visible: not assigned/ });
    await why.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Manage games' })).toBeVisible();
    await expect(button(page, `Move ${name} to viewing`)).toBeVisible();
  });

  await test.step('the scorecard of Alpina, and its catalogue as its administrator sees it', async () => {
    await menu(page).getByRole('link', { name: 'Integrations', exact: true }).click();
    await page.getByRole('row', { name: 'Open Alpina' }).click();
    await choose(page, 'View', 'Scorecard');
    await expect(page).toHaveURL(/view=scorecard/);
    await expect(page.getByText('Top games by bet, this month')).toBeVisible();
    await expect(page.getByText('Games active')).toBeVisible();
    await button(page, 'View as…').click();
    const dialog = page.getByRole('dialog', { name: 'View as an integration' });
    await dialog.getByText('Administrator', { exact: true }).click();
    await dialog.getByRole('button', { name: 'View' }).click();
    const bar = page.getByRole('region', { name: 'View as an integration' });
    await expect(bar).toContainText('You see what an administrator of Alpina sees');
    await menu(page).getByRole('link', { name: 'Catalog' }).click();
    await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText('Granted');
    await bar.getByRole('button', { name: 'Leave' }).click();
    await expect(bar).toHaveCount(0);
  });

  await test.step('why the month differs', async () => {
    await menu(page).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('tab', { name: /^Last month/ }).click();
    await page.getByRole('link', { name: 'Why it changed' }).click();
    await expect(page.getByText(/^Gross win went from .* The largest (?:part|step) is/)).toBeVisible();
  });

  await test.step('a maintenance is announced, put into a calendar, and known to Alpina', async () => {
    await menu(page).getByRole('link', { name: 'Maintenances' }).click();
    await button(page, 'New maintenance').click();
    await page.getByRole('textbox', { name: 'Description' }).fill(notice);
    const shown = button(page, written);
    if (!(await shown.isVisible())) await button(page, 'Next month').click();
    await shown.click();
    await choose(page, 'Severity', 'High');
    await pick(page, 'Integrations to notify', ['Alpina']);
    await button(page, 'Announce maintenance').click();
    await toastSays(page, 'Maintenance create');
    const entry = page.getByRole('list', { name: 'Upcoming' }).locator('> li', { hasText: notice });
    const download = page.waitForEvent('download');
    await entry.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Add to calendar' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.ics$/);
    const calendar = await readFile(await file.path(), 'utf8');
    expect(calendar).toContain(`DTSTART:${stampOf(day)}`);
    expect(calendar).toContain(`DESCRIPTION:${notice}`);
    await theirs.goto('/notifications');
    await expect(theirs.getByRole('heading', { name: `Maintenance on ${written}` })).toBeVisible();
    await expect(theirs.getByText(notice).first()).toBeVisible();
  });

  await test.step('both sides look at the same terms of settlement', async () => {
    await menu(page).getByRole('link', { name: 'Statements' }).click();
    await page.getByRole('tab', { name: 'Terms' }).click();
    await theirs.goto('/statements?tab=terms');
    for (const side of [page, theirs]) {
      await expect(side.getByRole('table', { name: 'Terms' }).locator('tbody tr').first()).toBeVisible();
    }
    await expect(button(theirs, 'Add terms')).toHaveCount(0);
  });
});
