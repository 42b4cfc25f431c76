import { expect, type Locator, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { romeDay } from './support/days.ts';
import { centsOfText, written } from './support/money.ts';
import { type Platform, Sandbox, someSession } from './support/sandbox.ts';
import { choose, column, listCount, pick, plain, tile } from './support/screen.ts';
import { type Planted, plantedSessions } from './support/seeded-sessions.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { sumOfPlatform } from './support/sums.ts';
import { toastSays } from './support/toasts.ts';

const days = { from: '2026-02-10', to: '2026-02-12' } as const;
const period = new URLSearchParams(days).toString();

test.describe.configure({ mode: 'serial' });

/** The whole day of a finance controller of the provider, in one browser window. */
test.describe('the main job as admin', () => {
  let page: Page;
  let api: Api;
  let sandbox: Sandbox;
  let meridiana: Platform;
  let baltica: Platform;
  let planted: Planted;

  const all = () => [...planted.meridiana, ...planted.baltica];
  const real = () => all().filter(({ sessionType }) => sessionType === 1);

  test.beforeAll(async ({ browser }) => {
    api = await Api.signIn('admin');
    sandbox = await Sandbox.of();
    meridiana = await sandbox.platform('Meridiana');
    baltica = await sandbox.platform('Baltica');
    planted = plantedSessions(meridiana, baltica, days);
    page = await browser.newPage();
  });

  test.afterAll(async () => {
    await baltica.behave();
    await page.close();
  });

  test('[AUTH-01][DASH-01][DASH-02][DASH-05][DASH-07][DASH-09][DASH-10] signs in and reads the dashboard, whose figures are those of the API', async () => {
    await signInByForm(page, 'admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    const yesterday = await api.get<{
      tiles: { period: string; grandTotals: { bet: number; grosswin: number } }[];
    }>('/bookkeeping/yesterday-stats');
    const figures = yesterday.tiles.find(({ period: name }) => name === 'yesterday')?.grandTotals;
    const shown = page.getByRole('tab', { name: /Yesterday/ });
    await expect
      .poll(async () => plain(await shown.innerText()))
      .toContain(written(Math.round((figures?.grosswin ?? Number.NaN) * 100)));
    await expect(page.getByRole('tab')).toHaveCount(5);
    const counters = page.getByRole('region', { name: 'Sessions' });
    for (const label of ['All', 'Players', 'Open', 'Closed']) {
      await expect(tile(counters, label)).toHaveText(/^[\d.]+$/);
    }
    await expect(page.getByRole('region', { name: 'Top games' }).getByRole('listitem')).toHaveCount(3);
    const profit = page.getByRole('region', { name: 'Profit' }).getByRole('row');
    await expect(profit.getByText(/Yesterday|This month|Last month|Last 3 months/)).toHaveCount(4);
    const services = page.getByRole('region', { name: 'Services' });
    for (const name of ['Alpina', 'Baltica', 'Castello', 'Meridiana', 'Nordwind']) {
      await expect(services.getByRole('row', { name: new RegExp(name) })).toBeVisible();
    }
  });

  test('[DASH-03][DASH-04] looks at yesterday by hour, as lines, bars and a table that adds up', async () => {
    await page.getByRole('tab', { name: /Yesterday/ }).click();
    const panel = page.getByRole('tabpanel');
    await expect(panel.locator('canvas').first()).toBeVisible();
    await choose(panel, 'Chart view', 'Bar');
    await choose(panel, 'Chart view', 'Table');
    const table = panel.getByRole('table', { name: 'Yesterday: bet, win and gross win' });
    const bets = await column(table, 'Bet');
    expect(bets.length).toBeGreaterThanOrEqual(23);
    const total = plain(await table.locator('tfoot td').nth(1).innerText());
    expect(written(bets.reduce((sum, text) => sum + centsOfText(text), 0))).toBe(total);
    await expect(tile(panel, 'Bet')).toHaveText(total.replace(' ', '\u00a0'));
  });

  test('[DASH-03] touches the chart on a phone, which then has what a pointer needs', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const phone = await context.newPage();
    await signIn(phone, 'admin', '/?period=yesterday');
    const drawn = phone.getByRole('img', { name: 'Chart: Yesterday' });
    await expect(drawn.locator('path').first()).toBeVisible();
    await expect(phone.locator('canvas')).toHaveCount(0);
    await drawn.tap({ position: { x: 200, y: 150 } });
    const tip = phone.locator('.hub-chart-tip');
    await expect(tip).toContainText(/\d\d:00–\d\d:00/);
    await expect(tip).toContainText('Gross win');
    await context.close();
  });

  test('[RT-05] sees the dashboard change by itself when another window’s fetch ends', async () => {
    const connecting = page.waitForEvent('websocket');
    await page.goto('/');
    // The page gets no event for a job that ends before it is connected.
    await (await connecting).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'));
    const today = page.getByRole('tab', { name: /Today/ });
    await expect(today).toContainText('€');
    const bet = 876_543_21;
    const now = new Date().toISOString();
    await meridiana.put([someSession(meridiana, { bet, win: 0, createdAt: now, updatedAt: now })]);
    const before = await today.innerText();
    const { id } = await api.integration('Meridiana');
    const day = romeDay(Date.parse(now));
    expect((await api.fetchAndWait(day, day, [id])).state).toBe('completed');
    await expect.poll(() => today.innerText()).not.toBe(before);
    const daily = await api.get<{ grandTotals: { bet: number } }>('/bookkeeping/daily-stats');
    await expect
      .poll(async () => plain(await today.innerText()))
      .toContain(written(Math.round(daily.grandTotals.bet * 100)));
  });

  test('[SESS-03][SESS-11][JOBS-01][JOBS-03][JOBS-04][JOBS-05][JOBS-10][SHELL-10][SHELL-11][RT-05][ERR-079] fetches chosen integrations, watches the job, and the figures arrive by themselves', async () => {
    await page.goto(`/sessions?${period}`);
    await expect(page.getByText('No sessions found').first()).toBeVisible();
    const footer = page.locator('footer time').first();
    const before = await footer.getAttribute('datetime');
    await meridiana.put(planted.meridiana);
    await baltica.put(planted.baltica);
    await baltica.misbehave({ slowMs: 900 });
    // What shows for a moment only is noted by the page itself.
    await page.evaluate(() => {
      const seen = { states: [] as string[], footer: [] as string[] };
      Object.assign(window, { seen });
      const note = (list: string[], text: string | null | undefined) => {
        if (text && list.at(-1) !== text) list.push(text);
      };
      new MutationObserver(() => {
        const widget = document.querySelector('[data-status][class*="widget"]');
        note(seen.states, widget?.getAttribute('data-status'));
        note(seen.footer, document.querySelector('footer [role="status"]')?.textContent);
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await page.getByRole('button', { name: 'Fetch sessions', exact: true }).click();
    await pick(page, 'Integrations', ['Meridiana', 'Baltica']);
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await toastSays(page, 'Fetching sessions...');
    const widget = page.getByRole('complementary', { name: 'Background job' });
    await expect(widget.getByRole('progressbar')).toBeVisible();
    await expect(widget).toContainText('Last job: Fetch sessions', { timeout: 30_000 });
    // It goes by itself, but not under the pointer.
    await widget.hover();
    const seen = await page.evaluate(
      () => (window as unknown as { seen: Record<'states' | 'footer', string[]> }).seen,
    );
    expect(seen.states.at(-1)).toBe('ended');
    expect(seen.states).toContain('running');
    expect(seen.footer[0]).toContain('Fetching sessions');
    await baltica.behave();

    // Only what was planted is certain: the two platforms have gone on with today's sessions meanwhile.
    await expect(widget).toContainText('New');
    await expect(widget).toContainText('100%');
    const tiles = page.getByRole('region', { name: 'Sessions', exact: true });
    await expect(tile(tiles, 'Sessions')).toHaveText(String(real().length));
    const { dateTime } = await api.get<{ dateTime: string }>('/integrations/last-fetch');
    expect(dateTime).not.toBe(before);
    await expect(footer).toHaveAttribute('datetime', dateTime);
    await expect(footer).toHaveText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d$/);
    await widget.getByRole('button', { name: 'Close' }).click();
    await expect(widget).toHaveCount(0);
  });

  test('[SESS-04][SESS-05][SESS-06] reads the overview by integrations and by games, to the cent', async () => {
    const sums = sumOfPlatform(real());
    const tiles = page.getByRole('region', { name: 'Sessions', exact: true });
    const open = real().filter(({ isOpen }) => isOpen).length;
    await expect(tiles).toContainText(`${open} open`);
    await expect(tiles).toContainText(`${real().length - open} closed`);
    for (const [label, amount] of [
      ['Bet', sums.bet],
      ['Win', sums.win],
      ['Gross win', sums.grossWin],
      ['Net win', sums.netWin],
      ['Due', sums.due],
    ] as const) {
      await expect.poll(async () => plain(await tile(tiles, label).innerText())).toBe(written(amount));
    }
    await expect(tiles).not.toContainText('Fun');
    const fun = sumOfPlatform(planted.meridiana.filter(({ sessionType }) => sessionType === 4));
    await choose(page, 'Session type', 'All');
    await page.getByRole('button', { name: 'Submit' }).click();
    for (const part of [`Real ${written(sums.bet)}`, `Fun ${written(fun.bet)}`]) {
      await expect.poll(async () => plain(await tiles.innerText())).toContain(part);
    }
    await choose(page, 'Session type', 'Real');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(tiles).not.toContainText('Fun');
    const integrations = page.getByRole('table', { name: 'Integrations' });
    for (const [name, sessions] of [
      ['Meridiana', planted.meridiana],
      ['Baltica', planted.baltica],
    ] as const) {
      const own = sumOfPlatform(sessions.filter(({ sessionType }) => sessionType === 1));
      const row = integrations.getByRole('row', { name: `Show sessions of ${name} in the list` });
      const shown = async () => {
        const text = plain(await row.innerText());
        return [own.bet, own.win, own.grossWin, own.netWin, own.due].every((amount) =>
          text.includes(written(amount)),
        );
      };
      await expect.poll(shown, { message: name }).toBe(true);
    }
    await choose(page, 'Table', 'Games');
    const games = page.getByRole('table', { name: 'Games' });
    const rounds = await column(games, 'Rounds');
    expect(rounds.reduce((sum, text) => sum + Number(text.replaceAll('.', '')), 0)).toBe(sums.rounds);
    const counts = await column(games, 'Sessions');
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(sums.sessions);
    await choose(page, 'Table', 'Integrations');
  });

  test('[SESS-08][SESS-09] opens both charts, whose bars carry the same numbers', async () => {
    const amounts = (panel: Locator) =>
      panel
        .getByRole('listitem')
        .evaluateAll((rows) =>
          rows.map((row) => /[\u2212\d.]+,\d\d/.exec((row as HTMLElement).innerText)?.[0] ?? ''),
        );
    const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + centsOfText(text), 0);
    await page.getByRole('button', { name: 'Game chart', exact: true }).click();
    const games = page.getByRole('dialog', { name: 'Net win and sessions per game' });
    await expect(games.getByRole('listitem').first()).toBeVisible();
    expect(sum(await amounts(games))).toBe(sumOfPlatform(real()).netWin);
    const edges = await games.getByRole('listitem').evaluateAll((rows) =>
      rows.map((row) => {
        const [, , amount, bars] = [...row.children].map((cell) => cell.getBoundingClientRect());
        const figure = row.children[2]?.firstElementChild?.getBoundingClientRect();
        return [amount?.left, amount?.right, figure?.right, bars?.left, bars?.right].map(Math.round as never);
      }),
    );
    expect(new Set(edges.map(String)).size).toBe(1);
    await games.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Chart of Baltica' }).click();
    const own = page.getByRole('dialog', { name: 'Baltica: Gross win and sessions per game' });
    await expect(own.getByRole('listitem').first()).toBeVisible();
    expect(sum(await amounts(own))).toBe(sumOfPlatform(planted.baltica).grossWin);
    await own.getByRole('button', { name: 'Close' }).click();
  });

  test('[SESS-01][SESS-07][OPEN-77] goes from a row to the list with the same filters', async () => {
    await choose(page, 'Session type', 'All');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/type=all/);
    await page.getByRole('row', { name: 'Show sessions of Meridiana in the list' }).click();
    await expect(page).toHaveURL(/\/session-list\?/);
    const { id } = await api.integration('Meridiana');
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ ...days, type: 'all', integrations: String(id) });
    const played = planted.meridiana.filter(({ rounds }) => rounds > 0);
    await expect.poll(() => listCount(page)).toBe(played.length);
    await expect(page.getByRole('button', { name: /^More filters/ })).toContainText('2 active');
  });
});
