import { expect } from '@playwright/test';
import { test } from './support/living-page.ts';
import { signIn } from './support/sign-in.ts';

/** The game that the demo's Baltica pays wrongly; see the sandbox's platforms. Whether the hourly run or the person opens its case, it stays until the case is closed. */
const wrong = 'Seven Royale';

test('the monitor shows the game that one integration pays wrongly, with its integrations and its funnel', async ({
  page,
}) => {
  await signIn(page, 'manager', '/rtp-monitor?verdicts=pinned');
  await page.getByRole('button', { name: 'Check now' }).click();
  const table = page.getByRole('table', { name: 'RTP by game' });
  const row = table.getByRole('row', { name: `Show ${wrong} by integration and day` });
  await expect(row).toContainText('Case open');
  await expect(row).toContainText('Baltica');
  await row.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: wrong });
  await expect(page).toHaveURL(/[?&]game=\d+/);
  const integrations = panel.getByRole('table', { name: 'RTP by integration' }).locator('tbody tr');
  await expect(integrations.first()).toContainText('Baltica');
  await expect(integrations.first()).toContainText('Case open');
  await integrations.first().click();
  await expect(panel.getByRole('img', { name: /Baltica: RTP over plays/ })).toBeVisible();
  await expect(page).toHaveURL(/[?&]at=\d+/);
  // The link shows the same to someone else who opens it.
  await page.reload();
  await expect(page.getByRole('dialog', { name: wrong })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/rtp-monitor?verdicts=pinned');
});

test('its alert is a case, which keeps who looked and what they wrote, is printed, and is closed with a conclusion', async ({
  page,
}) => {
  await signIn(page, 'admin', '/rtp-monitor?view=cases');
  await page.getByRole('button', { name: 'Check now' }).click();
  const row = page.getByRole('table', { name: 'RTP cases' }).getByRole('row', { name: new RegExp(wrong) });
  await expect(row).toContainText('Pays too little');
  await row.click();
  const panel = page.getByRole('dialog', { name: new RegExp(`^Case \\d+, ${wrong}$`) });
  await panel.getByRole('textbox', { name: 'Note' }).fill('Asked Baltica which build it runs.');
  await panel.getByRole('button', { name: 'Add note' }).click();
  const history = panel.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Asked Baltica which build it runs.');
  await expect(history).toContainText('looked at it');
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'PDF, Italian' }).click();
  expect((await download).suggestedFilename()).toMatch(/^rtp-case-\d+-it\.pdf$/);
  await panel.getByRole('button', { name: 'Close case' }).click();
  await panel.getByRole('combobox', { name: 'Conclusion' }).click();
  await page.getByRole('option', { name: 'The integration runs another variant' }).click();
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Baltica ran the variant of another market.');
  await panel.getByRole('button', { name: 'Close case' }).click();
  await expect(history).toContainText('closed it');
  await expect(panel).toContainText('The integration runs another variant');
  await page.keyboard.press('Escape');
  await expect(row).toHaveCount(0);
  // What was concluded about these days stands.
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Checked. No new alert.')).toBeVisible();
});
