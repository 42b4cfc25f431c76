import { expect, type Locator, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { addDays, today } from './support/days.ts';
import { csvOf, mailFor } from './support/inbox.ts';
import { chooseLanguage } from './support/language.ts';
import { centsOfText, written } from './support/money.ts';
import { Sandbox } from './support/sandbox.ts';
import { choose, column, listCount, plain, tile } from './support/screen.ts';
import { signInByForm } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/** A quiet stretch of Alpina's older history, whose sessions have long been settled. */
const days = { from: '2026-04-01', to: '2026-04-02' } as const;
const period = new URLSearchParams(days).toString();
/** Days on which every integration has sessions. */
const lively = { from: addDays(today(), -10), to: addDays(today(), -1) };

test.describe.configure({ mode: 'serial' });

/** The same job for staff of one integration: their own figures, and no way to anybody else's. */
test.describe('the main job as alpina.manager', () => {
  let page: Page;
  let sandbox: Sandbox;
  let own: Api;
  let foreignId: string;

  /** What the platform itself has in its session store. */
  async function platformSum(type: 1 | 4) {
    const alpina = await sandbox.platform('Alpina');
    const totals = (await alpina.totals(days.from, days.to)).filter(
      ({ sessionType }) => sessionType === type,
    );
    const sum = (name: 'bet' | 'win' | 'sessions' | 'rounds') =>
      totals.reduce((total, day) => total + day[name], 0);
    return { bet: sum('bet'), win: sum('win'), sessions: sum('sessions'), rounds: sum('rounds') };
  }

  /** The operators of a table's rows; a chip with their first letter stands before their names. */
  async function named(table: Locator): Promise<string[]> {
    return (await column(table, 'Operator')).map((text) => plain(text).replace(/^\S /, ''));
  }

  test.beforeAll(async ({ browser }) => {
    sandbox = await Sandbox.of();
    own = await Api.signIn('alpina.manager');
    const admin = await Api.signIn('admin');
    const baltica = await admin.integration('Baltica');
    const { rows } = await admin.get<{ rows: { id: string }[] }>('/bookkeeping/sessions/range', {
      ...lively,
      'filter[integrationId]': baltica.id,
      limit: 1,
    });
    foreignId = rows[0]?.id ?? '';
    page = await browser.newPage();
  });

  test.afterAll(() => page.close());

  test('[AUTH-05][NAV-27][ROLE-15][SESS-03][SESS-04] lands on the overview of Alpina alone, without fetch, net win and due', async () => {
    await signInByForm(page, 'alpina.manager', '/');
    await expect(page).toHaveURL(/\/sessions/);
    await page.goto(`/sessions?${period}`);
    const sum = await platformSum(1);
    const tiles = page.getByRole('region', { name: 'Sessions', exact: true });
    const shown = async (label: string) => plain(await tile(tiles, label).innerText());
    await expect.poll(() => shown('Bet')).toBe(written(sum.bet));
    expect(await shown('Win')).toBe(written(sum.win));
    expect(await shown('Gross win')).toBe(written(sum.bet - sum.win));
    expect(await shown('Sessions')).toBe(String(sum.sessions));
    await expect(page.getByText(/Net win|^Due$/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Fetch/ })).toHaveCount(0);
  });

  test('[SESS-05][ROLE-17][OPEN-81] reads operators in place of integrations, and a chart of gross win', async () => {
    const table = page.getByRole('table', { name: 'Operators' });
    const alpina = (await own.integrations())[0];
    const names = await named(table);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(alpina?.operators.map((one) => one.name)).toContain(name);
    const bets = (await column(table, 'Bet')).map(centsOfText);
    expect(bets.reduce((total, bet) => total + bet, 0)).toBe((await platformSum(1)).bet);
    await page.getByRole('button', { name: 'Game chart', exact: true }).click();
    const chart = page.getByRole('dialog', { name: 'Gross win and sessions per game' });
    await expect(chart).toBeVisible();
    await chart.getByRole('button', { name: 'Close' }).click();
  });

  test('[LIST-07][LIST-15][OPEN-77] goes from an operator to its sessions, which show net win and no due', async () => {
    const row = page.getByRole('table', { name: 'Operators' }).locator('tbody tr[tabindex]').first();
    const [sessions] = await column(page.getByRole('table', { name: 'Operators' }), 'Sessions');
    const [name = ''] = await named(page.getByRole('table', { name: 'Operators' }));
    await row.click();
    await expect(page).toHaveURL(/operators=\d+/);
    await page.getByRole('button', { name: /^More filters/ }).click();
    await expect(page.getByRole('combobox', { name: 'Integrations' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    await page.getByRole('switch', { name: 'Rounds > 0' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => listCount(page)).toBe(Number(sessions));
    const table = page.getByRole('table', { name: 'Sessions' });
    const headings = (await table.locator('thead th').allInnerTexts()).map(plain);
    expect(headings).toEqual(expect.arrayContaining(['Operator', 'Net win', 'Rounds']));
    expect(headings).not.toContain('Due');
    expect(headings).not.toContain('Integration');
    expect(new Set(await named(table))).toEqual(new Set([name]));
  });

  test('[LIST-04][OPEN-81][OPEN-84] mails all of Alpina’s sessions, without due, whose sums are the platform’s', async () => {
    await page.goto(`/session-list?${period}&played=false`);
    await expect.poll(() => listCount(page)).toBe((await platformSum(1)).sessions);
    await page.getByRole('button', { name: 'Email CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email list as CSV' });
    await dialog.getByRole('textbox', { name: 'Email addresses' }).fill('alpina-list@e2e.example');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await toastSays(page, 'Sending sessions list to emails.');
    const rows = await csvOf(sandbox, await mailFor(sandbox, 'alpina-list@e2e.example'));
    expect(Object.keys(rows[0] ?? {})).not.toContain('Due');
    const sum = (heading: string) => rows.reduce((total, row) => total + centsOfText(row[heading] ?? ''), 0);
    const wanted = await platformSum(1);
    expect({ bet: sum('Bet'), win: sum('Win'), sessions: rows.length }).toEqual({
      bet: wanted.bet,
      win: wanted.win,
      sessions: wanted.sessions,
    });
  });

  test('[ROLE-14][BOX-02][BOX-05] reads a session of its own, with its operator and without due', async () => {
    await page.getByRole('table', { name: 'Sessions' }).locator('tbody tr[tabindex]').first().click();
    const box = page.getByRole('article', { name: 'Session' });
    await expect(tile(box, 'Net win')).toContainText('€');
    await expect(box.getByText('Due', { exact: true })).toHaveCount(0);
    await expect(box.getByText('Report bug')).toHaveCount(0);
    await box.getByRole('button', { name: 'Close', exact: true }).click();
  });

  test('[ROLE-09][OPEN-02] never sees a session of another integration, by address, search, filter or call', async () => {
    await page.goto(`/session-list?${period}&session=${foreignId}`);
    await expect(page.getByRole('dialog').getByText('Session not found')).toBeVisible();
    for (const path of [
      `/bookkeeping/session/${foreignId}`,
      `/bookkeeping/sessions/update/${foreignId}`,
      `/transactions/feed/${foreignId}`,
    ]) {
      expect((await own.ask(path)).status, path).toBe(404);
    }
    const closing = await own.ask(`/bookkeeping/session/${foreignId}/close`, {}, 'POST');
    expect(closing.status).toBe(404);
    const found = await own.get<unknown[]>('/bookkeeping/session/search', {
      relatedId: foreignId,
      searchType: 'sessionId',
    });
    expect(found).toEqual([]);
    const baltica = await (await Api.signIn('admin')).integration('Baltica');
    for (const name of ['filter[integrationId]', 'integrationId']) {
      const list = await own.get<{ count: number }>('/bookkeeping/sessions/range', {
        ...lively,
        [name]: baltica.id,
      });
      expect(list.count, name).toBe(0);
    }
    const sums = await own.statistics({ ...lively, integrations: [baltica.id] });
    expect(sums.grandTotals.sessionsTotal).toBe(0);
    expect(sums.grandTotals).not.toHaveProperty('netwin');
    expect(sums.grandTotals).not.toHaveProperty('due');
  });

  test('[I18N-01][I18N-02][I18N-03][I18N-05] chooses Italian, which stays after a reload, figures being written the same', async () => {
    await page.goto('/settings');
    await chooseLanguage(page, /^Italian/, 'it');
    await page.goto(`/sessions?${period}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Sessioni' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', /^it/);
    const tiles = page.getByRole('region', { name: 'Sessioni', exact: true });
    await expect
      .poll(async () => plain(await tile(tiles, 'Puntato').innerText()))
      .toBe(written((await platformSum(1)).bet));
    await choose(page, 'Tipo di sessione', 'Fun');
    await page.getByRole('button', { name: 'Applica' }).click();
    await expect
      .poll(async () => plain(await tile(tiles, 'Puntato').innerText()))
      .toBe(written((await platformSum(4)).bet));
    // The choice is the person's, on every device: the next test meets them in English again.
    await page.goto('/settings');
    await chooseLanguage(page, /^English/, 'en');
  });
});
