import { expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { addDays, today, writtenDay } from './support/days.ts';
import { cents, centsOfText, written } from './support/money.ts';
import { columnWithFoot, plain } from './support/screen.ts';
import { signInByForm } from './support/sign-in.ts';

/** The working day of a CFO: what integrations bring and why it changed, what they owe, and whether the month can be closed. */

const first = `${today().slice(0, 7)}-01`;
/** The last day of the month before this one. */
const last = addDays(first, -1);
const month = last.slice(0, 7);
const writtenMonth = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
}).format(new Date(`${last}T12:00:00Z`));
let admin: Api;

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
});

async function open(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name, exact: true })
    .click();
  // The screen before, which has a period too, stays until the next one is loaded.
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
const change = (page: Page, level: string) =>
  page.getByRole('table', { name: `Change of Gross win by ${level}` });

/** The address has this path, and these among its parameters. */
const expectAddress = (page: Page, path: string, parameters: Record<string, string>) =>
  expect(page).toHaveURL(
    ({ pathname, searchParams }) =>
      pathname === path &&
      Object.entries(parameters).every(([name, value]) => searchParams.get(name) === value),
  );

/** The answer in a sentence, and the steps from one total to the other. */
async function expectExplained(page: Page): Promise<void> {
  await expect(page.getByText(/^Gross win went from .* The largest (?:part|step) is/)).toBeVisible();
  const lines = change(page, 'integration').locator('tbody tr');
  await expect(lines.first()).toContainText('Total before');
  await expect(lines.last()).toContainText('Total now');
  expect(await lines.count()).toBeGreaterThan(2);
}

/** The overview that the dashboard leads to says of each integration what the API says. */
async function readMonth(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^This month/ }).click();
  await page.getByRole('link', { name: 'By integration', exact: true }).click();
  await expectAddress(page, '/sessions', { from: first });
  const { integrations } = await admin.statistics({
    from: first,
    to: today(),
    sessionTypeId: 1,
    datasetIntegrations: true,
  });
  const played = integrations.filter(({ grandTotals }) => grandTotals.sessionsTotal > 0);
  expect(played.length).toBeGreaterThan(2);
  const table = page.getByRole('table', { name: 'Integrations' });
  for (const { integrationName, grandTotals } of played) {
    const row = table.getByRole('row', { name: new RegExp(`\\b${integrationName}\\b`) });
    expect(plain(await row.innerText())).toContain(written(cents(grandTotals.grosswin)));
  }
}

/** From the dashboard to the steps of the change, and a name one level down. */
async function explainMonth(page: Page): Promise<void> {
  await open(page, 'Dashboard');
  await page.getByRole('tab', { name: /^This month/ }).click();
  await page.getByRole('link', { name: 'Why it changed' }).click();
  await expectAddress(page, '/charts', { type: 'Change', from: first });
  await expectExplained(page);
  const step = change(page, 'integration').locator('tbody tr').nth(1).getByRole('link').first();
  const name = await step.innerText();
  await step.click();
  await expect(page.getByRole('navigation', { name: 'Chosen so far' })).toContainText(name);
  await expect(change(page, 'operator').locator('tbody tr').first()).toContainText('Total before');
}

/** The same question about the month before, from its report. */
async function explainMonthBefore(page: Page): Promise<void> {
  await open(page, 'Reports');
  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  const period = { from: `${month}-01`, to: last };
  await expectAddress(page, '/reports', period);
  await page.getByRole('button', { name: 'Why it changed' }).click();
  await expectAddress(page, '/charts', { type: 'Change', ...period });
  await expectExplained(page);
}

/** Without the line beneath it, which says since when. */
const amountIn = (cell: string) => cell.split('\n')[0] ?? '';

/** Each integration with what is due and on no statement yet, which adds up, down to the months of Alpina. */
async function readOwed(page: Page): Promise<void> {
  await open(page, 'Statements');
  await page.getByRole('tab', { name: 'Owed' }).click();
  await expectAddress(page, '/statements', { tab: 'owed' });
  const owed = page.getByRole('table', { name: 'Owed' });
  const rowOf = (name: string) => owed.getByRole('row', { name: `Months of ${name} without a statement` });
  const { rows } = await admin.get<{ rows: { integration: { name: string } }[] }>('/statements/unstated');
  for (const name of new Set(rows.map(({ integration }) => integration.name)))
    await expect(rowOf(name)).toBeVisible();
  const { cells, foot } = await columnWithFoot(owed, 'Not on a statement yet');
  expect(cells.reduce((sum, text) => sum + centsOfText(amountIn(text)), 0)).toBe(centsOfText(foot));

  const ofAlpina = centsOfText(amountIn(await rowOf('Alpina').getByRole('cell').last().innerText()));
  await rowOf('Alpina').click();
  const months = page.getByRole('table', { name: 'Months without a statement' });
  await expect(months.getByRole('row', { name: new RegExp(`^${writtenMonth}`) })).toContainText(
    'Ended, not closed',
  );
  const due = await columnWithFoot(months, "Platform's due");
  expect(centsOfText(due.foot)).toBe(ofAlpina);
}

/** The checklist of the month that ended says whether all of it is there; its last day is compared with the platform. */
async function checkMonth(page: Page): Promise<void> {
  await page.getByRole('link', { name: `Close ${writtenMonth} of Alpina` }).click();
  await expectAddress(page, '/period-close', { month });
  const panel = page.getByRole('dialog', { name: `Alpina ${writtenMonth}` });
  const check = (name: string) =>
    panel
      .getByRole('list', { name: 'Checklist' })
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) });
  await expect(check('Complete').getByRole('img', { name: 'Passed' })).toBeVisible();
  await expect(check('Complete')).toContainText('past the end of the month');
  await expect(panel.getByRole('button', { name: 'Put in review' })).toBeVisible();
  await check('Reconciled').getByRole('link', { name: 'Show days' }).click();

  await expectAddress(page, '/reconciliation', { to: last });
  await page.getByRole('button', { name: new RegExp(`^Alpina, ${writtenDay(last)}: `) }).click();
  const day = page.getByRole('dialog', { name: `Alpina, ${writtenDay(last)}` });
  await day.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(day.getByText('Equal', { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Alpina, ${writtenDay(last)}: Equal` })).toBeVisible();
}

test('a CFO reads what each integration brought, why it changed and what is owed, and whether the month is complete', async ({
  page,
}) => {
  page.setDefaultTimeout(15_000);
  await signInByForm(page, 'admin');
  await test.step('what each integration brought this month', () => readMonth(page));
  await test.step('why it changed', () => explainMonth(page));
  await test.step('why the month before changed', () => explainMonthBefore(page));
  await test.step('what is owed', () => readOwed(page));
  await test.step('whether the month is complete', () => checkMonth(page));
});
