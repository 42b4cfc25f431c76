import { expect, type Locator, type Page } from '@playwright/test';

export const rowsOf = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody tr[tabindex]');

/** Opens the first session of the list beside it. */
export async function openSession(page: Page): Promise<Locator> {
  const list = page.getByRole('list', { name: 'Sessions', exact: true }).getByRole('button');
  await rowsOf(page, 'Sessions').or(list).first().click();
  const session = page.getByRole('article', { name: 'Session' });
  await expect(session).toContainText('€');
  return session;
}

/** Searches the sessions of the player of the first one. */
export async function findSessions(page: Page): Promise<void> {
  const session = await openSession(page);
  const player = await session.locator('dd .hub-id').last().innerText();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search for a session' }).click();
  const search = page.getByRole('dialog', { name: 'Search sessions' });
  await search
    .getByRole('radiogroup', { name: 'Search by' })
    .locator('label')
    .filter({ hasText: /^User$/ })
    .click();
  await search.getByPlaceholder('User ID').fill(player);
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(search.locator('table, article').first()).toBeVisible();
}
