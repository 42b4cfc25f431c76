import { expect, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { closeMonth } from './support/close-month.ts';
import { inspect } from './support/inspect.ts';
import { test } from './support/living-page.ts';
import { type Platform, type PlatformSession, Sandbox, someSession } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';

// A month that no other spec looks at, before any history of the sandbox.
const day = '2026-01-14';
let admin: Api;
let meridiana: Platform;
let integrationId: number;
let planted: PlatformSession[];

const fetchDay = async () => {
  const job = await admin.fetchAndWait(day, day, [integrationId]);
  if (job.state !== 'completed') throw new Error(`The sessions were not fetched: ${job.error}`);
};

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  meridiana = await (await Sandbox.of()).platform('Meridiana');
  planted = [1, 2, 3].map((hour) =>
    someSession(meridiana, {
      userId: `period-close-${hour}`,
      isOpen: hour === 3,
      bet: hour * 1_000,
      win: 500,
      createdAt: `${day}T0${hour}:00:00.000Z`,
    }),
  );
  await meridiana.put(planted);
  integrationId = (await admin.integration('Meridiana')).id;
  await fetchDay();
});

test.afterAll(() => meridiana.forget());

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Meridiana January 2026' });
const figureOf = (page: Page, metric: string) =>
  panelOf(page)
    .getByRole('table', { name: 'Month' })
    .getByRole('row', { name: new RegExp(`^${metric}`) });

test('a month is reviewed and closed with its checklist, and its figures are frozen', async ({ page }) => {
  await signIn(page, 'admin', '/period-close');
  await page.getByRole('button', { name: /^January 2026, Meridiana: Open/ }).click();
  await expect(page).toHaveURL(/[?&]month=2026-01/);
  await closeMonth(page, panelOf(page), {
    month: 'January 2026',
    integration: 'Meridiana',
    between: async () => {
      await expect(panelOf(page).getByRole('button', { name: 'Close month' })).toBeDisabled();
      await panelOf(page).getByRole('checkbox', { name: 'Open sessions: I have seen this' }).check();
    },
  });
  await expect(figureOf(page, 'Bet')).toContainText('60,00');
  await expect(panelOf(page).getByText('Nothing has changed since the month was closed.')).toBeVisible();
  await inspect(page, 'period close');
});

test('what changes afterwards is restated session by session beside the closed figures', async ({ page }) => {
  const [first, , last] = planted as [PlatformSession, PlatformSession, PlatformSession];
  const updatedAt = new Date().toISOString();
  await meridiana.put([
    { ...first, bet: first.bet + 250, updatedAt },
    { ...last, isOpen: false, win: 3_100, updatedAt },
  ]);
  await fetchDay();
  await signIn(page, 'manager', `/period-close?integration=${integrationId}&month=2026-01`);
  const bet = figureOf(page, 'Bet').getByRole('cell');
  await expect(bet.nth(1)).toContainText('60,00');
  await expect(bet.nth(2)).toContainText('62,50');
  await expect(bet.nth(3)).toContainText('+2,50');
  const lines = panelOf(page).getByRole('table', { name: 'Restatements' }).locator('tbody tr');
  await expect(lines).toHaveCount(2);
  await expect(lines.filter({ hasText: last.sessionId })).toContainText('Ended since');
  await expect(lines.filter({ hasText: first.sessionId })).toContainText('Corrected');
  await expect(panelOf(page).getByRole('list', { name: 'History' })).toContainText('2 sessions restated');
  await expect(panelOf(page).getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^January 2026, Meridiana: Restated/ })).toBeVisible();
});

test('a closed month is opened again with a reason, which stays in its history', async ({ page }) => {
  await signIn(page, 'admin', `/period-close?integration=${integrationId}&month=2026-01`);
  await panelOf(page).getByRole('button', { name: 'Reopen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reopen January 2026 of Meridiana?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Closed too early.');
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(panelOf(page).getByRole('button', { name: 'Put in review' })).toBeVisible();
  await expect(panelOf(page).getByRole('list', { name: 'History' })).toContainText('Closed too early.');
});
