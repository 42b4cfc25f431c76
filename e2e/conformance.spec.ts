import { expect, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { type Platform, Sandbox } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';

let castello: Platform;
let address: string;

test.beforeAll(async () => {
  castello = await (await Sandbox.of()).platform('Castello');
  const { id } = await (await Api.signIn('admin')).integration('Castello');
  address = `/integration/${id}?view=conformance`;
});
test.afterAll(() => castello.behave());

test('the checks of an integration name what its platform does wrong, and lead to the guide', async ({
  page,
}) => {
  // It lets in whoever asks; what the hub reads of it stays right.
  await castello.misbehave({ openDoors: true });
  await signIn(page, 'admin', address);
  await page.getByRole('button', { name: 'Run the checks' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run the checks of Castello?' });
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Run the checks' }).click();
  await expect(page.getByText('The checks are running')).toBeVisible();
  const failed = page.getByRole('list', { name: 'Failed', exact: true });
  await expect(failed).toBeVisible({ timeout: 120_000 });
  const refused = failed.getByRole('group').filter({ hasText: 'Calls without a token are refused' });
  await expect(refused).toContainText('Status 200, expected 401.');
  await expect(refused).toContainText('curl -sS');
  await expect(refused).not.toContainText(castello.facts.bookkeepingToken);
  await expect(page.getByRole('list', { name: 'Skipped' })).toContainText(
    'Changes something at the platform',
  );

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'HTML' }).click();
  expect((await download).suggestedFilename()).toMatch(/^conformance-castello-.*\.html$/);

  await refused.getByRole('link', { name: 'In the operator guide' }).click();
  await expect(page).toHaveURL('/operator-guide#check-token-missing');
  await expect(page.locator('#check-token-missing')).toBeInViewport();
});
