import { expect, type Page } from '@playwright/test';
import { Api, type Integration, type Job } from './support/api.ts';
import { still } from './support/gates.ts';
import { inspect } from './support/inspect.ts';
import { test } from './support/living-page.ts';
import { type Platform, Sandbox, someSession } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';

let nordwind: Platform;
let integration: Integration;
let job: Job;
const day = '2026-02-09';
const sent = () => someSession(nordwind, { createdAt: `${day}T10:00:00.000Z` });

// Nothing of it is stored as a session: other specs compare the figures of these days.
test.beforeAll(async () => {
  const admin = await Api.signIn('admin');
  nordwind = await (await Sandbox.of()).platform('Nordwind');
  await nordwind.behave();
  integration = await admin.integration('Nordwind');
  await nordwind.put([
    { ...sent(), gameSlug: 'quarantined_game' },
    '{"sessionId":"E2E-quarantined',
    '<html>',
  ]);
  job = await admin.fetchAndWait(day, day, [integration.id]);
  await nordwind.forget();
});

const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Quarantined rows' }).locator('tbody tr[tabindex]');

test('a fetch with quarantined rows is no plain success, and board and dashboard lead to the rows', async ({
  page,
}) => {
  expect(job).toMatchObject({ state: 'completed', summary: { quarantined: 3 } });
  await signIn(page, 'admin', '/settings?view=board');
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="/quarantine?job=${job.id}"]`) });
  await expect(card.getByRole('img', { name: 'Completed with quarantined rows' })).toBeVisible();
  await card.getByRole('link', { name: 'Show quarantined rows' }).click();
  await expect(page).toHaveURL(`/quarantine?job=${job.id}`);
  await expect(rowsOf(page)).toHaveCount(3);

  await page.goto('/');
  await page.getByRole('link', { name: /^Nordwind: [\d.]+ rows in quarantine$/ }).click();
  await expect(page).toHaveURL(`/quarantine?integration=${integration.id}`);
  await expect(rowsOf(page).first()).toBeVisible();
});

test('a quarantined row is opened by keyboard, names its cure and gives the focus back', async ({ page }) => {
  await signIn(page, 'admin', `/quarantine?job=${job.id}`);
  const row = rowsOf(page).filter({ hasText: 'Unknown game quarantined_game.' });
  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quarantined row' });
  await expect(dialog.getByText(/^Add the game to the catalog/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'New game' })).toHaveAttribute('href', '/games/1');
  await expect(page).toHaveURL(/[?&]row=\d+/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row).toBeFocused();
});

test('[SHELL-12] the quarantine and an open row have no grave barrier in either theme, and fit every width', async ({
  page,
}) => {
  await signIn(page, 'admin', `/quarantine?job=${job.id}`);
  await expect(rowsOf(page)).toHaveCount(3);
  await inspect(page, 'quarantine');
  await page.setViewportSize({ width: 1366, height: 860 });
  await rowsOf(page).filter({ hasText: 'Unknown game quarantined_game.' }).click();
  await expect(page.getByRole('dialog', { name: 'Quarantined row' })).toBeVisible();
  await inspect(page, 'quarantined row');
});

test('the head of screens with figures says which rows are missing in them, and nothing moves when it does', async ({
  page,
}) => {
  const period = `from=${day}&to=${day}`;
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route(/\/api\/bookkeeping\/coverage/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await signIn(page, 'admin', '/catalog');
  const head = page.locator('header:has(h1)');
  const strip = head.getByRole('button', { name: /row in quarantine/ });
  const boxes = async () => [
    await head.boundingBox(),
    await page.locator('header:has(h1) + *').first().boundingBox(),
  ];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const screen of ['sessions', 'session-list', 'charts', 'reports']) {
      isHeld = true;
      const asked = page.waitForRequest(/\/api\/bookkeeping\/coverage/);
      await page.goto(`/${screen}?${period}`);
      await asked;
      // The call may leave before anything is drawn, and a blank page is still too.
      await head.waitFor();
      await still(page);
      const before = await boxes();
      isHeld = false;
      for (const answer of held.splice(0)) answer();
      await expect(strip, screen).toBeVisible();
      await still(page);
      expect(await boxes(), `${screen} at ${width} px`).toEqual(before);
    }
  }
  await strip.click();
  const details = page.getByRole('dialog', { name: 'About these figures' });
  await details.getByRole('link', { name: '1 row in quarantine' }).click();
  await expect(page).toHaveURL(`/quarantine?integration=${integration.id}`);
});
