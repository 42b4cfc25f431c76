import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { Api, type Game, type Integration } from './support/api.ts';
import { addDays, today } from './support/days.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { test } from './support/living-page.ts';
import { centsOfText, written } from './support/money.ts';
import { type Platform, Sandbox, someSession } from './support/sandbox.ts';
import { choose, column, columnWithFoot, pick, plain, tile } from './support/screen.ts';
import { type Account, signIn } from './support/sign-in.ts';
import { sumOfRows } from './support/sums.ts';
import { toastSays } from './support/toasts.ts';

/** A day whose sessions do not change any more: the sandbox's last corrections come after 19 days. */
const day = addDays(today(), -25);
const table = (page: Page) => page.getByRole('table');
const numberOf = (text: string) => Number(text.replaceAll('.', ''));
const nameOf = (game: Game) => (game.sub_name ? `${game.name} - ${game.sub_name}` : game.name);
const address = (query: Record<string, string | number | readonly number[]>) =>
  `/charts?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;

async function openAs(page: Page, account: Account, query: Parameters<typeof address>[0]): Promise<void> {
  await signIn(page, account, address(query));
}

/** A column of the table of the chart without its last row, and that row's cell. */
async function figures(page: Page, heading: string): Promise<{ steps: string[]; total: string }> {
  const { cells, foot } = await columnWithFoot(table(page), heading);
  return { steps: cells, total: foot };
}

/** Opens the filters that stand behind the row. */
const openMore = (page: Page) => page.getByRole('button', { name: 'More filters' }).click();

const legend = (page: Page): Locator => page.getByRole('list', { name: 'Totals', exact: true });

let admin: Api;
let games: Game[];
let integrations: Integration[];

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  games = (await admin.get<{ rows: Game[] }>('/games')).rows.filter((game) => !game.isDev);
  integrations = (await admin.get<{ rows: Integration[] }>('/integrations', { with: 'games,operators' }))
    .rows;
});

test.describe('Totals', () => {
  test('[CHART-05][CHART-06][ENT-21] tiles, table and pie are the sums of the sessions list, to the cent', async ({
    page,
  }) => {
    const sum = sumOfRows(await admin.list({ from: day, to: day, sessionTypeId: 1 }));
    expect(sum.sessions).toBeGreaterThan(0);
    await openAs(page, 'admin', { from: day, to: day, by: 'hour', view: 'table', hidden: 'none' });
    await expect(table(page)).toBeVisible();
    const panel = page.getByRole('region', { name: 'Totals' });
    const amounts = {
      Bet: sum.bet,
      Win: sum.win,
      'Gross win': sum.grossWin,
      'Net win': sum.netWin,
      Due: sum.due,
    };
    const pie = page.getByRole('region', { name: 'Bet, win and results' });
    for (const [name, cents] of Object.entries(amounts)) {
      const { steps, total } = await figures(page, name);
      expect(plain(total), `${name} in the last row`).toBe(written(cents));
      expect(
        steps.reduce((all, text) => all + centsOfText(text), 0),
        `${name} of all hours`,
      ).toBe(cents);
      expect(plain(await tile(panel, name).innerText()), `${name} in its tile`).toBe(written(cents));
      expect(plain(await tile(pie, name).innerText()), `${name} beside the pie`).toBe(written(cents));
    }
    for (const [name, count] of [
      ['Sessions', sum.sessions],
      ['Rounds', sum.rounds],
    ] as const) {
      const { steps, total } = await figures(page, name);
      expect(numberOf(total)).toBe(count);
      expect(steps.reduce((all, text) => all + numberOf(text), 0)).toBe(count);
    }
    const { grandTotals } = await admin.statistics({ from: day, to: day, sessionTypeId: 1 });
    // A player of two hours counts once in the day.
    expect(numberOf((await figures(page, 'Players')).total)).toBe(grandTotals.usersCount);
  });

  test('[CHART-04][CHART-17][OPEN-78] answers every filter at once; fun money leaves bet and win', async ({
    page,
  }) => {
    await openAs(page, 'admin', { from: day, to: day, by: 'hour', view: 'table' });
    const panel = page.getByRole('region', { name: 'Totals' });
    const [game] = games;
    if (!game) throw new Error('No game');
    await pick(page, 'Games', [nameOf(game)]);
    const own = await admin.statistics({ from: day, to: day, sessionTypeId: 1, games: [game.id] });
    await expect(tile(panel, 'Bet')).toHaveText(
      written(Math.round(own.grandTotals.bet * 100)).replace(' ', '\u00a0'),
    );
    await page.getByRole('combobox', { name: 'Games' }).press('Backspace');
    await openMore(page);
    await choose(page, 'Session type', 'Fun');
    await expect(table(page).locator('thead th')).toHaveText(['When', 'Bet', 'Win']);
    const fun = await admin.statistics({ from: day, to: day, sessionTypeId: 4 });
    await expect
      .poll(async () => plain((await figures(page, 'Bet')).total))
      .toBe(written(Math.round(fun.grandTotals.bet * 100)));
    await choose(page, 'Session state', 'Closed');
    await expect(page).toHaveURL(/state=closed/);
    await page.getByRole('button', { name: 'Specific' }).click();
    await expect(page.getByRole('radiogroup', { name: 'Value' }).getByRole('radio')).toHaveCount(2);
  });

  test('[CHART-07][OPEN-84] hands over a workbook and a CSV of what it shows', async ({ page }) => {
    await openAs(page, 'admin', { from: day, to: day, by: 'hour' });
    await expect(page.getByRole('img', { name: /^Chart: Totals/ })).toBeVisible();
    const take = async (format: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const csv = await take('CSV');
    expect(csv.name).toMatch(/\.csv$/);
    const { bet } = (await admin.statistics({ from: day, to: day, sessionTypeId: 1 })).grandTotals;
    expect(csv.bytes.toString('utf8')).toContain(String(bet));
    const workbook = await take('Excel (XLSX)');
    expect(workbook.name).toMatch(/\.xlsx$/);
    // A workbook is a ZIP.
    expect(workbook.bytes.subarray(0, 2).toString('latin1')).toBe('PK');
  });

  test('[CHART-18][ERR-086] forces bars for one day by day and says why there is no line', async ({
    page,
  }) => {
    await openAs(page, 'admin', { from: day, to: day, by: 'day' });
    await expect(page.getByRole('img', { name: /^Chart: Totals/ })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Bar' })).toBeChecked();
    await choose(page, 'Chart view', 'Line');
    await toastSays(page, 'Chart type not allowed, increase date range or change date time group.');
    await expect(page.getByRole('radio', { name: 'Bar' })).toBeChecked();
  });

  test('[ERR-088] says that nothing is found in days to come, and why a question asks for too much', async ({
    page,
  }) => {
    const later = addDays(today(), 400);
    await openAs(page, 'admin', { from: later, to: later, by: 'hour' });
    await expect(page.getByText('No results found with these filters')).toBeVisible();
    await page.goto(address({ from: '2020-01-01', to: '2026-01-01', by: 'hour' }));
    await expect(page.getByText('Too much data for one chart')).toBeVisible();
    await expect(page.getByText(/more than 20.?000 steps/)).toBeVisible();
    // The tab goes on working.
    await choose(page, 'Group by', 'Month');
    await expect(page.getByText('Too much data for one chart')).toBeHidden();
  });
});

test.describe('Specific', () => {
  test('[CHART-02][CHART-10][CHART-19][CHART-20][CHART-21] the rules between filters hold', async ({
    page,
  }) => {
    const offered = (game: Game) =>
      integrations.filter((one) => one.games.some(({ id }) => id === game.id)).map(({ name }) => name);
    const rare = games.find((game) => offered(game).length > 0 && offered(game).length < integrations.length);
    const common = games.find((game) => offered(game).length === integrations.length);
    if (!rare || !common) throw new Error('The demo has no such games');
    await openAs(page, 'admin', { type: 'Specific', from: day, to: day, gameId: common.id });
    await expect(legend(page)).toContainText(common.name);
    const field = page.getByRole('combobox', { name: 'Integrations' });
    const operators = page.getByRole('combobox', { name: 'Operators' });
    await openMore(page);
    await expect(operators).toBeDisabled();
    await field.click();
    await page.getByRole('option', { name: 'Select all' }).click();
    await field.press('Escape');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('radio', { name: 'Totals', exact: true })).toBeChecked();
    await expect(legend(page).getByRole('listitem')).toHaveCount(1);
    // A game that some lack takes those out.
    await pick(page, 'Games', [nameOf(rare)]);
    await field.click();
    for (const { name } of integrations) {
      const option = page.getByRole('option', { name: new RegExp(`^${name}`) });
      if (offered(rare).includes(name)) await expect(option).not.toHaveAttribute('aria-disabled', 'true');
      else await expect(option).toHaveAttribute('aria-disabled', 'true');
    }
    await page.getByRole('option', { name: /Remove all|Select all/ }).click();
    await field.press('Escape');
    await pick(page, 'Integrations', [offered(rare)[0] ?? '']);
    await expect(operators).toBeEnabled();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('radio', { name: 'Games', exact: true })).toBeChecked();
    await expect(page).toHaveURL(new RegExp(`games=${common.id},${rare.id}`));
  });

  test('[CHART-10][ERR-087] opens with the top games, and asks for a game once there is none', async ({
    page,
  }) => {
    const request = { from: day, to: day, sessionTypeId: 1, datasetGames: true, key: 'month' };
    const bet = (await admin.statistics(request)).datasets.games?.bet ?? [];
    const top = [...bet].sort((a, b) => (b.total ?? 0) - (a.total ?? 0)).slice(0, 5);
    await openAs(page, 'admin', { type: 'Specific', from: day, to: day });
    const rows = legend(page).getByRole('listitem');
    await expect(rows).toHaveCount(top.length);
    for (const [place, { total }] of top.entries())
      await expect(rows.nth(place)).toContainText(
        written(Math.round((total ?? 0) * 100)).replace(' ', '\u00a0'),
      );
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page.getByText('Select at least one game').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await pick(page, 'Games', [nameOf(games[0] as Game)]);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  test('[ENT-22] the table of a figure is what the session store answers per game', async ({ page }) => {
    const ids = games.slice(0, 4).map(({ id }) => id);
    const request = { from: day, to: day, sessionTypeId: 1, games: ids, datasetGames: true, key: 'hour' };
    const bet = (await admin.statistics(request)).datasets.games?.bet ?? [];
    await openAs(page, 'admin', {
      type: 'Specific',
      from: day,
      to: day,
      by: 'hour',
      games: ids,
      view: 'table',
    });
    await expect(table(page)).toBeVisible();
    for (const { label, data, total } of bet) {
      const shown = await figures(page, label);
      expect(shown.steps.map((text) => centsOfText(text))).toEqual(
        data.map((value) => Math.round((value ?? 0) * 100)),
      );
      expect(centsOfText(shown.total)).toBe(Math.round((total ?? 0) * 100));
    }
  });

  test('a copied address shows the same in a new tab', async ({ page }) => {
    const ids = games.slice(0, 3).map(({ id }) => id);
    await openAs(page, 'admin', {
      type: 'Specific',
      from: addDays(day, -20),
      to: day,
      by: 'day',
      games: ids,
    });
    await choose(page, 'Value', 'RTP');
    await choose(page, 'Chart view', 'Bar');
    await choose(page, 'Series', 'Integrations');
    const hidden = legend(page).getByRole('button').first();
    await expect(hidden).toHaveText(new RegExp(`^(${integrations.map(({ name }) => name).join('|')})$`));
    await hidden.focus();
    await page.keyboard.press('Enter');
    await expect(hidden).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page).toHaveURL(/zoom=\d+-\d+/);

    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.getByRole('radio', { name: 'RTP' })).toBeChecked();
    await expect(other.getByRole('radio', { name: 'Bar' })).toBeChecked();
    await expect(other.getByRole('radio', { name: 'Integrations', exact: true })).toBeChecked();
    await expect(other.getByRole('radio', { name: 'Day' })).toBeChecked();
    await expect(legend(other).getByRole('button').first()).toHaveAttribute('aria-pressed', 'false');
    await expect(other.getByRole('button', { name: 'Reset zoom' })).toBeEnabled();
    const texts = (shown: Page) => legend(shown).getByRole('listitem').allInnerTexts();
    await expect(async () => expect(await texts(other)).toEqual(await texts(page))).toPass({
      timeout: 15_000,
    });
    await expect(other).toHaveURL(page.url());

    // The wheel over a chart with a zoom scrolls the page.
    await page.setViewportSize({ width: 1366, height: 500 });
    await page.locator('canvas').first().hover();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  test('downloads a picture of what is drawn', async ({ page }) => {
    const [game] = games;
    if (!game) throw new Error('The demo has no games');
    await openAs(page, 'admin', {
      type: 'Specific',
      from: day,
      to: day,
      by: 'hour',
      games: [game.id],
    });
    await expect(
      page
        .getByRole('img', { name: /^Chart: Bet/ })
        .locator('canvas')
        .first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Light, for documents' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(
      `${`Bet ${nameOf(game)} ${day} ${day}`.replaceAll(' ', '-')}.png`,
    );
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  });
});

test.describe('days on which clocks change', () => {
  let baltica: Platform;

  test.beforeAll(async () => {
    baltica = await (await Sandbox.of()).platform('Baltica');
    await baltica.put([
      someSession(baltica, { createdAt: '2025-10-26T00:30:00.000Z', bet: 111_00, win: 0 }),
      someSession(baltica, { createdAt: '2025-10-26T01:30:00.000Z', bet: 222_00, win: 0 }),
      someSession(baltica, { createdAt: '2026-03-29T01:30:00.000Z', bet: 333_00, win: 0 }),
    ]);
    const { id } = await admin.integration('Baltica');
    for (const date of ['2025-10-26', '2026-03-29']) {
      expect((await admin.fetchAndWait(date, date, [id])).state).toBe('completed');
    }
  });

  test('have 25 and 23 hours, and the hour that comes twice is told apart', async ({ page }) => {
    await openAs(page, 'admin', { from: '2025-10-26', to: '2025-10-26', by: 'hour', view: 'table' });
    await expect(table(page).locator('tbody tr')).toHaveCount(25);
    const when = (await column(table(page), 'When')).map(plain);
    expect(new Set(when).size).toBe(25);
    const bets = (await figures(page, 'Bet')).steps.map(plain);
    expect(bets[when.findIndex((text) => text.endsWith('CEST'))]).toBe('111,00 €');
    expect(bets[when.findIndex((text) => text.endsWith('CET'))]).toBe('222,00 €');
    await page.goto(address({ from: '2026-03-29', to: '2026-03-29', by: 'hour', view: 'table' }));
    await expect(table(page).locator('tbody tr')).toHaveCount(23);
  });
});

test.describe('roles', () => {
  test('[ROLE-15][CHART-15] an admin of an integration sees its net win and due, and no integrations', async ({
    page,
  }) => {
    await openAs(page, 'alpina.admin', { from: day, to: day, by: 'hour', view: 'table' });
    const alpina = await admin.integration('Alpina');
    const own = await admin.statistics({ from: day, to: day, sessionTypeId: 1, integrations: [alpina.id] });
    expect(centsOfText((await figures(page, 'Net win')).total)).toBe(
      Math.round((own.grandTotals.netwin ?? Number.NaN) * 100),
    );
    await expect(table(page).getByRole('columnheader', { name: 'Due' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Integrations' })).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Operators' })).toBeEnabled();
    await page.getByRole('button', { name: 'Specific' }).click();
    await expect(page.getByRole('radiogroup', { name: 'Series' })).toHaveCount(0);
  });

  test('[ROLE-15] a manager of the provider sees neither net win nor due', async ({ page }) => {
    await openAs(page, 'manager', { from: day, to: day, by: 'hour', view: 'table', hidden: 'none' });
    await expect(table(page)).toBeVisible();
    await expect(page.getByText(/^(Net win|Due)$/)).toHaveCount(0);
  });

  test('[NAV-16][NAV-27] a manager of an integration is sent to the sessions', async ({ page }) => {
    await signIn(page, 'alpina.manager', '/charts');
    await expect(page).toHaveURL(/\/sessions/);
  });
});

test('charts of ten games fit a phone and a desktop, also as a table, and have no grave barrier', async ({
  page,
}) => {
  const ids = games.slice(0, 10).map(({ id }) => id);
  const query = { type: 'Specific', from: day, to: day, by: 'hour', games: ids } as const;
  await openAs(page, 'admin', query);
  for (const shown of [query, { ...query, view: 'table' }] as const) {
    await page.setViewportSize({ width: 1366, height: 860 });
    if (shown !== query) await page.goto(address(shown));
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 860 });
      // Phones do not show it.
      await expect(page.locator('span:not([data-pending])', { hasText: /^Updated / })).toBeAttached();
      if (width === 390) {
        // The choices of the figure and of the series stand in one row.
        const top = async (choice: string) =>
          Math.round((await page.getByRole('combobox', { name: choice, exact: true }).boundingBox())?.y ?? 0);
        await expect.poll(() => top('Series')).toBe(await top('Value'));
      }
      await expectFits(page, `${address(shown)} at ${width}`);
      await expectNoGraveBarrier(page, `${address(shown)} at ${width}`);
    }
  }
});
