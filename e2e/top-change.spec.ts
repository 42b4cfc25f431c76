import { expect, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectNoGraveBarrier } from './support/gates.ts';
import { test } from './support/living-page.ts';
import { centsOfText } from './support/money.ts';
import { column } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';

const change = (page: Page, level: string) =>
  page.getByRole('table', { name: `Change of Gross win by ${level}` });

/** A change has its sign. */
const centsOf = (text: string) => centsOfText(text.replace('+', ''));

/** From the total before, over every step, to the total now: to the cent. */
async function expectAddsUp(page: Page, level: string): Promise<void> {
  const table = change(page, level);
  const [before, now, steps] = [
    await column(table, 'Before'),
    await column(table, 'Now'),
    await column(table, 'Change'),
  ];
  const sum = steps.slice(1, -1).reduce((all, text) => all + centsOf(text), 0);
  expect(sum).toBe(centsOf(steps.at(-1) ?? ''));
  expect(centsOfText(before[0] ?? '') + sum).toBe(centsOfText(now.at(-1) ?? ''));
}

test('why a month differs from the one before is clicked from the dashboard down to a session', async ({
  page,
}) => {
  await signIn(page, 'admin', '/');
  await page.getByRole('tab', { name: /^Last month/ }).click();
  await page.getByRole('slider', { name: /^Values of/ }).press('Enter');
  const explanation = page.getByRole('dialog', { name: 'How Bet is calculated' });
  await expect(explanation.getByRole('link', { name: /^Show the [\d.]+ sessions?$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(explanation).toBeHidden();
  await page.getByRole('link', { name: 'Why it changed' }).click();
  await expect(page.getByText(/^Gross win went from .* The largest (?:part|step) is/)).toBeVisible();
  await expectAddsUp(page, 'integration');
  await expectNoGraveBarrier(page, 'Change');

  const first = (level: string) => change(page, level).locator('tbody tr').nth(1).getByRole('link').first();
  const integration = await first('integration').innerText();
  await first('integration').click();
  await expect(page.getByRole('navigation', { name: 'Chosen so far' })).toContainText(integration);
  await expectAddsUp(page, 'operator');
  const operator = await first('operator').innerText();
  await first('operator').click();
  await expect(page.getByRole('navigation', { name: 'Chosen so far' })).toContainText(operator);
  await expectAddsUp(page, 'game');

  const row = change(page, 'game')
    .locator('tbody tr')
    .filter({ has: page.getByRole('link', { name: /^Now: sessions of/ }) })
    .first();
  await row.getByRole('link', { name: /^Now: sessions of/ }).click();
  await expect(page).toHaveURL(/\/session-list\?.*games=\d+/);
  await page
    .getByRole('table', { name: 'Sessions', exact: true })
    .locator('tbody tr[tabindex]')
    .first()
    .click();
  await expect(page.getByRole('article', { name: 'Session' })).toContainText('€');
});

test('the top games are what the API ranks, and another figure is in the address', async ({ page }) => {
  const api = await Api.signIn('admin');
  await signIn(page, 'admin', '/charts?type=Top&rank=game&from=2026-04-01&to=2026-04-02');
  const table = page.getByRole('table', { name: 'Gross win by game' });
  await expect(table.locator('tbody tr').first()).toBeVisible();
  const ranked = await api.get<{ rows: { name: string }[] }>('/bookkeeping/ranking', {
    by: 'game',
    metric: 'grosswin',
    sessionTypeId: '1',
    from: '2026-04-01',
    to: '2026-04-02',
  });
  expect((await column(table, 'Game')).slice(0, ranked.rows.length).map((text) => text.trim())).toEqual(
    ranked.rows.map(({ name }) => name),
  );
  await page.getByRole('radiogroup', { name: 'Value' }).locator('label').filter({ hasText: /^RTP$/ }).click();
  await expect(page.getByRole('table', { name: 'RTP by game' })).toBeVisible();
  await expect(page).toHaveURL(/value=rtp/);
});
