import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { Api, type Statistics, type Totals } from './support/api.ts';
import { addDays, today } from './support/days.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { mailFor, parseCsv } from './support/inbox.ts';
import { test } from './support/living-page.ts';
import { cents, centsOfText, written } from './support/money.ts';
import { Sandbox } from './support/sandbox.ts';
import { choose, plain } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { sumOfRows } from './support/sums.ts';
import { toastSays } from './support/toasts.ts';
import { type Cells, sheetOf } from './support/workbook.ts';

/** Nothing of it is fetched again while these tests run. */
const day = addDays(today(), -1);
const path = `/reports?from=${day}&to=${day}`;

/** What the screen and the workbook say of a row, in cents. */
interface Figures {
  bet: number;
  win: number;
  grossWin: number;
  netWin: number;
  due: number;
  players: number;
}

let admin: Api;
let sandbox: Sandbox;
let statistics: Statistics;

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  sandbox = await Sandbox.of();
  statistics = await admin.statistics({ from: day, to: day, sessionTypeId: 1, datasetIntegrations: true });
});

const ofTotals = (totals: Totals): Figures => ({
  bet: cents(totals.bet),
  win: cents(totals.win),
  grossWin: cents(totals.grosswin),
  netWin: cents(totals.netwin ?? Number.NaN),
  due: cents(totals.due ?? Number.NaN),
  players: totals.usersCount,
});

const ofCells = (cells: Cells | undefined): Figures => ({
  bet: cents(Number(cells?.Bet)),
  win: cents(Number(cells?.Win)),
  grossWin: cents(Number(cells?.['Gross win'])),
  netWin: cents(Number(cells?.['Net win'])),
  due: cents(Number(cells?.Due)),
  players: Number(cells?.Players),
});

async function ofRow(row: Locator): Promise<Figures> {
  const [bet = '', win = '', grossWin = '', netWin = '', due = '', players = ''] = await row
    .getByRole('gridcell')
    .allInnerTexts();
  return {
    bet: centsOfText(bet),
    win: centsOfText(win),
    grossWin: centsOfText(grossWin),
    netWin: centsOfText(netWin),
    due: centsOfText(due),
    players: Number(players.replaceAll('.', '')),
  };
}

const tree = (page: Page) => page.getByRole('treegrid', { name: /^Report by integration/ });
const rowOf = (page: Page, name: string) => tree(page).getByRole('row', { name: new RegExp(`^${name}\\b`) });
const active = (page: Page) => tree(page).locator('[aria-selected="true"]');

async function take(page: Page, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return readFile(await download.path());
}

test('[REP-01][REP-02][REP-03][REP-08] says to the cent what the overview, the sessions and the workbook say', async ({
  page,
}) => {
  await signIn(page, 'admin', path);
  await expect(page.getByRole('heading', { level: 1, name: 'REPORTS' })).toBeVisible();
  const wanted = ofTotals(statistics.grandTotals);
  await expect(rowOf(page, 'Total')).toBeVisible();
  expect(await ofRow(rowOf(page, 'Total')), 'overview').toEqual(wanted);

  const sum = sumOfRows(await admin.list({ from: day, to: day, sessionTypeId: 1 }));
  expect(sum, 'sessions').toMatchObject({ bet: wanted.bet, win: wanted.win, due: wanted.due });
  const yesterday = await admin.get<{ tiles: { period: string; grandTotals: Totals }[] }>(
    '/bookkeeping/yesterday-stats',
  );
  const tile = yesterday.tiles.find(({ period }) => period === 'yesterday')?.grandTotals;
  expect(cents(tile?.bet ?? Number.NaN), 'dashboard').toBe(wanted.bet);

  await page.getByRole('button', { name: 'Collapse all' }).click();
  const parts = statistics.integrations.filter(({ grandTotals }) => grandTotals.sessionsTotal > 0);
  expect(parts.length).toBeGreaterThan(2);
  await expect(tree(page).locator('[role="row"][id]')).toHaveCount(parts.length);
  for (const { integrationName, grandTotals } of parts) {
    expect(await ofRow(rowOf(page, integrationName)), integrationName).toEqual(ofTotals(grandTotals));
  }

  const cells = await sheetOf(await take(page, 'Excel (XLSX)'), 'Detailed Report');
  const level = (name: string) => cells.filter((row) => row.Level === name).map(ofCells);
  expect(level('Total'), 'workbook').toEqual([wanted]);
  expect(level('Integration')).toEqual(
    parts
      .toSorted((a, b) => a.integrationName.localeCompare(b.integrationName))
      .map(({ grandTotals }) => ofTotals(grandTotals)),
  );
  for (const name of ['Integration', 'Operator', 'Game']) {
    const bets = level(name).reduce((before, { bet }) => before + bet, 0);
    expect(bets, name).toBe(wanted.bet);
  }
  const csv = parseCsv((await take(page, 'CSV')).toString('utf8').replace(/^\uFEFF/, ''));
  expect(csv).toHaveLength(cells.length + 1);
});

test('[REP-04][OPEN-81] shows an integration’s admin their own figures with due, and a manager none', async ({
  browser,
}) => {
  const own = await browser.newPage();
  await signIn(own, 'alpina.admin', path);
  const alpina = statistics.integrations.find(({ integrationName }) => integrationName === 'Alpina');
  if (alpina === undefined) throw new Error('Alpina had no sessions');
  await own.getByRole('button', { name: 'Collapse all' }).click();
  await expect(tree(own).locator('[role="row"][id]')).toHaveCount(1);
  expect(await ofRow(rowOf(own, 'Alpina'))).toEqual(ofTotals(alpina.grandTotals));
  expect(await ofRow(rowOf(own, 'Total'))).toEqual(ofTotals(alpina.grandTotals));
  await own.close();

  const manager = await browser.newPage();
  await signIn(manager, 'manager', path);
  await expect(tree(manager).getByRole('columnheader')).toHaveCount(5);
  await expect(tree(manager).getByRole('columnheader', { name: 'Due' })).toHaveCount(0);
  await manager.close();
});

test('[REP-06][REP-07][ERR-090] finds names, opens the ways to them and marks them', async ({ page }) => {
  await signIn(page, 'admin', path);
  const cells = await sheetOf(await take(page, 'Excel (XLSX)'), 'Detailed Report');
  const game = String(cells.find(({ Level }) => Level === 'Game')?.Game);
  const rows = cells.filter((row) => row.Level === 'Game' && row.Game === game);
  await page.getByRole('button', { name: 'Collapse all' }).click();
  const field = page.getByRole('textbox', { name: 'Search' });
  await field.fill(game.toUpperCase());
  await field.press('Enter');
  await expect(page.getByText(new RegExp(`^${rows.length} match`))).toBeVisible();
  const marks = tree(page).locator('mark');
  await expect(marks.first()).toHaveText(game);
  await expect(rowOf(page, String(rows[0]?.Operator)).first()).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/search=/);

  await page.reload();
  await expect(marks.first()).toHaveText(game);
  await field.fill('nothing is called this');
  await expect(page.getByText('No results found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rowOf(page, 'Alpina')).toHaveAttribute('aria-expanded', 'true');
});

test('is walked, opened and closed with the keyboard', async ({ page }) => {
  await signIn(page, 'admin', path);
  await rowOf(page, 'Alpina').waitFor();
  await tree(page).focus();
  await expect(active(page)).toContainText('Alpina');
  await page.keyboard.press('End');
  await expect(active(page)).toBeInViewport();
  await expect(active(page)).toHaveAttribute(
    'aria-rowindex',
    String(Number(await tree(page).getAttribute('aria-rowcount')) - 1),
  );
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(rowOf(page, 'Alpina')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveAttribute('aria-level', '1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(active(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(active(page)).toHaveAttribute('aria-level', '3');
});

test('[REP-05][ERR-091][API-087] sends the workbook by email', async ({ page }) => {
  await signIn(page, 'admin', path);
  await rowOf(page, 'Alpina').waitFor();
  const address = `reports-${process.pid}@reader.example`;
  await page.getByRole('button', { name: 'Email report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Report' });
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(address);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await toastSays(page, 'Sending report to emails');
  const mail = await mailFor(sandbox, address);
  const file = mail.attachments.find(({ name }) => name.endsWith('.xlsx'));
  const response = await fetch(new URL(file?.url ?? '', sandbox.url));
  const cells = await sheetOf(new Uint8Array(await response.arrayBuffer()), 'Detailed Report');
  expect(ofCells(cells.at(-1))).toEqual(ofTotals(statistics.grandTotals));
});

test('[OPEN-88][REP-08] takes over what was chosen on Charts, and shows each day of a longer period', async ({
  page,
}) => {
  const from = addDays(day, -2);
  const { games } = await admin.integration('Alpina');
  const id = games.find(({ isDev }) => !isDev)?.id ?? 0;
  await signIn(page, 'admin', `/charts?from=${from}&to=${day}&games=${id}`);
  await page.getByRole('link', { name: 'Reports' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/reports\\?from=${from}&to=${day}&games=${id}$`));
  await expect(page.getByText('1 game', { exact: true })).toBeVisible();
  await choose(page, 'View', 'Per day');
  const table = page.getByRole('table', { name: 'Report by day' });
  await expect(table.locator('tbody tr')).toHaveCount(3);
  const { grandTotals } = await admin.statistics({ from, to: day, sessionTypeId: 1, games: [id] });
  await expect
    .poll(async () => plain((await table.locator('tfoot td').allInnerTexts())[1] ?? ''))
    .toBe(written(cents(grandTotals.bet)));
  const days = await sheetOf(await take(page, 'Excel (XLSX)'), 'Stats Days');
  expect(days).toHaveLength(4);
  expect(cents(Number(days.at(-1)?.Bet))).toBe(cents(grandTotals.bet));
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).not.toHaveURL(/games=/);
});

test('[OPEN-84] downloads the filtered sessions list', async ({ page }) => {
  await signIn(page, 'admin', `/session-list?from=${day}&to=${day}&state=closed`);
  await page.getByRole('table', { name: 'Sessions' }).getByRole('row').nth(1).waitFor();
  const rows = await admin.list({ from: day, to: day, sessionTypeId: 1, isOpen: false, nonZeroRounds: true });
  const [headings = [], ...lines] = parseCsv(
    (await take(page, 'CSV')).toString('utf8').replace(/^\uFEFF/, ''),
  );
  expect(lines).toHaveLength(rows.length);
  const at = headings.indexOf('Bet');
  const sum = lines.reduce((before, line) => before + centsOfText(line[at] ?? ''), 0);
  expect(sum).toBe(sumOfRows(rows).bet);
});

for (const width of [1366, 390]) {
  test(`has no grave barrier and fits at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 });
    await signIn(page, 'admin', path);
    await rowOf(page, 'Alpina').waitFor();
    await expectNoGraveBarrier(page, 'tree');
    await expectFits(page, 'tree');
    if (width > 600) return;
    // The period, the switch with the tools, the search with the order: three rows of controls.
    await signIn(page, 'admin', `/reports?from=${addDays(day, -2)}&to=${day}`);
    const middle = async (control: Locator) => {
      const box = await control.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    };
    const copy = page.getByRole('button', { name: 'Copy as table' });
    const views = page.getByRole('radiogroup', { name: 'View' });
    await rowOf(page, 'Alpina').waitFor();
    expect(await middle(copy)).toBe(await middle(views));
    expect(await middle(page.getByRole('combobox', { name: 'Sort by' }))).toBe(
      await middle(page.getByRole('textbox', { name: 'Search' })),
    );
    await choose(page, 'View', 'Per day');
    await page.getByRole('list', { name: 'Report by day' }).waitFor();
    expect(await middle(copy)).toBe(await middle(views));
    await expectFits(page, 'days');
    await signIn(page, 'admin', path);
    await rowOf(page, 'Alpina').click();
    const sheet = page.getByRole('dialog', { name: 'Alpina' });
    await expect(sheet).toBeVisible();
    const players = statistics.integrations.find(({ integrationName }) => integrationName === 'Alpina');
    await expect
      .poll(async () => plain(await sheet.innerText()))
      .toContain(`Players ${players?.grandTotals.usersCount}`);
    await expectNoGraveBarrier(page, 'details');
  });

  test(`has rows at the top and the total at the foot of its frame at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 });
    await signIn(page, 'admin', `${path}&search=Baltica`);
    const row = rowOf(page, 'Baltica');
    await row.waitFor();
    const frame = page.getByRole('treegrid');
    const edges = async (part: Locator) => {
      const box = await part.boundingBox();
      return { top: Math.round(box?.y ?? 0), bottom: Math.round((box?.y ?? 0) + (box?.height ?? 0)) };
    };
    const around = await edges(frame);
    // A phone has a head of two lines.
    const above = width > 600 ? 36 : 52;
    expect((await edges(row)).top - around.top).toBe(above + 1);
    expect(around.bottom - (await edges(rowOf(page, 'Total'))).bottom).toBe(1);
  });
}
