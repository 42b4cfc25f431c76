import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { closeMonth } from './support/close-month.ts';
import { addDays, today, writtenDay } from './support/days.ts';
import { signInByForm } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/**
 * The working day of a compliance officer: the game that pays wrongly, what is not certified and what expires, the month that is
 * frozen, and what the other side sees of it.
 */

const file = (name: string) => ({
  name: `${name}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${name}\n%%EOF`),
});
const [first, second] = ['Day certificate 1.0', 'Day certificate 1.1'];
const soon = addDays(today(), 20);
const nextYear = addDays(today(), 365);
/** The month before this one. */
const month = addDays(`${today().slice(0, 7)}-01`, -1).slice(0, 7);
const writtenMonth = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
}).format(new Date(`${month}-15T12:00:00Z`));
/** The game that the demo's Baltica pays wrongly; see the sandbox's platforms. */
const wrong = 'Seven Royale';
let admin: Api;
let alpina: number;
let game: { id: number; name: string };

interface Coverage {
  rows: {
    game: { id: number; name: string; sub_name: string | null };
    cells: { jurisdiction: string; state: string; integrations: { name: string }[] }[];
  }[];
}

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  alpina = (await admin.integration('Alpina')).id;
  const { rows } = await admin.get<Coverage>('/certificates/coverage', { integrationId: alpina });
  const lacking = rows.find(
    ({ game: { sub_name }, cells }) =>
      sub_name === null &&
      cells.some(({ jurisdiction, state }) => jurisdiction === 'IT' && state === 'missing'),
  );
  if (lacking === undefined) throw new Error('Every game of Alpina is certified in Italy');
  game = lacking.game;
});

test.afterAll(async () => {
  // The first one is listed again once the one that replaced it is gone.
  for (const find of [second, first]) {
    const { rows } = await admin.get<{ rows: { id: number }[] }>('/certificates/list', { find });
    for (const { id } of rows) await admin.send('DELETE', `/certificates/delete/${id}`);
  }
  const reason = 'Closed by a test.';
  await admin.send('POST', `/periods/${alpina}/${month}/reopen`, { reason });
});

const cellOf = (page: Page, state: RegExp) =>
  page
    .getByRole('table', { name: 'Games by jurisdiction' })
    .getByRole('button', { name: new RegExp(`^${game.name}, Italy.*: ${state.source}`) });
const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true }).click();

/** The game that pays wrongly: its case is read and printed for the integration. */
async function readCase(page: Page): Promise<void> {
  await open(page, 'RTP monitor');
  await page.getByText('Cases', { exact: true }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  // The monitor's own test may have closed it by now.
  await page.getByRole('radiogroup', { name: 'State' }).getByText('All', { exact: true }).click();
  const row = page.getByRole('table', { name: 'RTP cases' }).getByRole('row', { name: new RegExp(wrong) });
  await expect(row).toContainText('Pays too little');
  await row.click();
  const panel = page.getByRole('dialog', { name: new RegExp(`^Case \\d+, ${wrong}$`) });
  await expect(panel.getByRole('region', { name: 'History' })).toContainText('looked at it');
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'PDF, Italian' }).click();
  const printed = await readFile(await (await download).path());
  expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
  await page.keyboard.press('Escape');
}

/** What is missing is added where the matrix says so. */
async function addMissing(page: Page): Promise<void> {
  await open(page, 'Certificates');
  await page.getByText('Coverage', { exact: true }).click();
  await page.getByLabel('Search games').fill(game.name);
  await cellOf(page, /Missing/).click();
  const adding = page.getByRole('dialog', { name: 'Add certificate' });
  await adding.locator('input[type="file"]').setInputFiles(file('first'));
  await adding.getByRole('textbox', { name: 'Name', exact: true }).fill(first);
  await adding.getByLabel('Valid until').fill(writtenDay(soon));
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding).toHaveCount(0);
  await expect(cellOf(page, new RegExp(`Expiring, until ${writtenDay(soon)}`))).toBeVisible();
}

/** What expires is replaced by the file that holds for another year. */
async function replaceExpiring(page: Page): Promise<void> {
  await page.getByText('List', { exact: true }).click();
  await page
    .getByRole('navigation', { name: 'States of documents' })
    .getByRole('button', { name: /^Expiring/ })
    .click();
  await page.getByRole('row', { name: new RegExp(first) }).click();
  const panel = page.getByRole('dialog', { name: first });
  await expect(panel.getByText('Italy (ADM)')).toBeVisible();
  await panel.getByRole('button', { name: 'Replace with a new file' }).click();
  const replacing = page.getByRole('dialog', { name: `Replace ${first}` });
  await replacing.locator('input[type="file"]').setInputFiles(file('second'));
  await replacing.getByLabel('Name', { exact: true }).fill(second);
  // The day after the former's end is suggested; this one holds at once.
  const start = replacing.getByRole('textbox', { name: 'Valid from' });
  await expect(start).toHaveValue(writtenDay(addDays(soon, 1)));
  await start.fill(writtenDay(today()));
  const end = replacing.getByRole('textbox', { name: 'Valid until' });
  await end.fill(writtenDay(nextYear));
  // Closes the calendar, which lies over the button.
  await end.press('Tab');
  await replacing.getByRole('button', { name: 'Replace', exact: true }).click();
  await toastSays(page, `${first} replaced`);
  await expect(page.getByRole('dialog', { name: second })).toContainText(first);
  await page.keyboard.press('Escape');
}

/** The coverage that is handed on says the new day. */
async function exportCoverage(page: Page): Promise<void> {
  await page.getByText('Coverage', { exact: true }).click();
  await expect(cellOf(page, new RegExp(`Valid, until ${writtenDay(nextYear)}`))).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.split('\n').find((line) => line.includes(game.name))).toContain(nextYear);
}

/** The figures of last month are frozen. */
async function freezeMonth(page: Page): Promise<void> {
  await open(page, 'Period close');
  await page.getByRole('button', { name: new RegExp(`^${writtenMonth}, Alpina: Open`) }).click();
  const panel = page.getByRole('dialog', { name: `Alpina ${writtenMonth}` });
  await closeMonth(page, panel, { month: writtenMonth, integration: 'Alpina' });
  await expect(panel.getByText('Nothing has changed since the month was closed.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('button', { name: new RegExp(`^${writtenMonth}, Alpina: Closed`) }),
  ).toBeVisible();
}

/** The integration sees the certificate and takes it, and changes nothing. */
async function seeAsIntegration(page: Page): Promise<void> {
  await signInByForm(page, 'alpina.admin', '/certificates?view=coverage');
  await page.getByLabel('Search games').fill(game.name);
  await cellOf(page, new RegExp(`Valid, until ${writtenDay(nextYear)}`)).click();
  const shown = page.getByRole('dialog', { name: second });
  const download = page.waitForEvent('download');
  await shown.getByRole('link', { name: `Download ${second}` }).click();
  expect(await readFile(await (await download).path())).toEqual(file('second').buffer);
  await expect(shown.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(shown.getByRole('button', { name: 'Replace with a new file' })).toHaveCount(0);
}

test('a compliance officer reads the case of a game, certifies what is missing and expiring, and freezes last month', async ({
  page,
  browser,
}) => {
  await signInByForm(page, 'admin');
  await test.step('the game that pays wrongly', () => readCase(page));
  await test.step('what is not certified', () => addMissing(page));
  await test.step('what expires', () => replaceExpiring(page));
  await test.step('the coverage as a file', () => exportCoverage(page));
  await test.step('last month', () => freezeMonth(page));
  const context = await browser.newContext();
  await test.step('the other side', async () => seeAsIntegration(await context.newPage()));
  await context.close();
});
