import { expect, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

/** The game that the demo's Baltica pays wrongly; see the sandbox's platforms. */
const wrong = 'Seven Royale';

test('the monitor shows the game that one integration pays wrongly, with its integrations and its funnel', async ({
  page,
}) => {
  await signIn(page, 'manager', '/rtp-monitor?verdicts=alert');
  const table = page.getByRole('table', { name: 'RTP by game' });
  const row = table.getByRole('row', { name: `Show ${wrong} by integration and day` });
  await expect(row).toContainText('Alert');
  await expect(row).toContainText('Baltica');
  await row.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: wrong });
  await expect(page).toHaveURL(/[?&]game=\d+/);
  const integrations = panel.getByRole('table', { name: 'RTP by integration' }).locator('tbody tr');
  await expect(integrations.first()).toContainText('Baltica');
  await expect(integrations.first()).toContainText('Alert');
  await integrations.first().click();
  await expect(panel.getByRole('img', { name: /Baltica: RTP over plays/ })).toBeVisible();
  await expect(page).toHaveURL(/[?&]at=\d+/);
  // The link shows the same to someone else who opens it.
  await page.reload();
  await expect(page.getByRole('dialog', { name: wrong })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/rtp-monitor?verdicts=alert');
});
