import { expect, type Locator, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { still } from './support/gates.ts';
import { centsOfText, written } from './support/money.ts';
import { type Platform, type PlatformSession, Sandbox } from './support/sandbox.ts';
import { choose, column, pick, plain, tile } from './support/screen.ts';
import { type Planted, plant } from './support/seeded-sessions.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

const days = { from: '2026-02-22', to: '2026-02-24' } as const;
const period = new URLSearchParams(days).toString();

test.describe.configure({ mode: 'serial' });

test.describe('sessions one by one as admin', () => {
  let page: Page;
  let api: Api;
  let sandbox: Sandbox;
  let meridiana: Platform;
  let planted: Planted;

  test.beforeAll(async ({ browser }) => {
    api = await Api.signIn('admin');
    sandbox = await Sandbox.of();
    meridiana = await sandbox.platform('Meridiana');
    planted = await plant(api, meridiana, await sandbox.platform('Baltica'), days);
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    await signIn(page, 'admin', `/session-list?${period}`);
  });

  test.afterAll(() => page.context().close());

  test('[BOX-01][BOX-02][BOX-03][BOX-04][BOX-05][BOX-06][ERR-072] opens a session, reads it, copies its ids and follows its feed', async () => {
    const [session] = planted.played as [PlatformSession];
    await page.goto(`/session-list?${period}&user=${session.userId}&bet=100,130`);
    await page.getByRole('table', { name: 'Sessions' }).locator('tbody tr[tabindex]').first().click();
    const box = page.getByRole('article', { name: 'Session' });
    await expect(box).toContainText('Meridiana');
    await expect(box).toContainText('Closed');
    for (const [label, amount] of [
      ['Bet', session.bet],
      ['Win', session.win],
      ['Gross win', session.bet - session.win],
      ['Net win', session.netWin],
      ['Due', session.due],
    ] as const) {
      expect(plain(await tile(box, label).innerText())).toBe(written(amount));
    }
    for (const [label, id] of [
      ['Session ID', session.sessionId],
      ['External session ID', session.externalSessionId],
      ['External ticket ID', session.externalTicketId],
      ['User ID', session.userId],
    ] as const) {
      await box.getByRole('button', { name: `Copy ${label}`, exact: true }).click();
      await toastSays(page, `${label} copied to clipboard`);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    }
    const frame = page.frameLocator('iframe[title="Transactions"]');
    // Its ID stands above it already.
    await expect(page.locator('iframe[title="Transactions"]')).toHaveAttribute(
      'src',
      new RegExp(`/feed/${session.sessionId}\\b`),
    );
    await expect(frame.getByRole('table')).toContainText('€');
    await box.getByRole('button', { name: 'Copy feed URL' }).click();
    await toastSays(page, 'Feed URL copied to clipboard');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/feed/${session.sessionId}`);
  });

  test('[BOX-07][BOX-10][ERR-076] refreshes it with what the platform says now', async () => {
    const [session] = planted.played as [PlatformSession];
    session.win += 4_321;
    session.netWin = -777_77;
    session.updatedAt = new Date().toISOString();
    await meridiana.put([session]);
    const box = page.getByRole('article', { name: 'Session' });
    await box.getByRole('button', { name: 'Refresh' }).click();
    await toastSays(page, 'Session updated');
    await expect.poll(async () => plain(await tile(box, 'Win').innerText())).toBe(written(session.win));
    expect(plain(await tile(box, 'Gross win').innerText())).toBe(written(session.bet - session.win));
    await expect(tile(box, 'Net win').locator('[data-color="negative"]')).toHaveCount(1);
    await box.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page).not.toHaveURL(/session=/);
  });

  test('[BOX-08][BOX-09][ERR-075][OPEN-95] closes an open session that has been quiet, and not one in play', async () => {
    await page.goto(`/session-list?${period}&state=open&sort=externalUpdatedAt&direction=desc`);
    const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr[tabindex]');
    await expect(rows).toHaveCount(2);
    const box = page.getByRole('article', { name: 'Session' });
    await rows.first().click();
    await expect(box).toContainText(planted.busy.sessionId);
    await expect(box).toContainText('A session can be closed 10 minutes after its last update.');
    await expect(box.getByRole('button', { name: 'Close session' })).toHaveCount(0);
    await box.getByRole('button', { name: 'Close', exact: true }).click();
    await rows.nth(1).click();
    await expect(box).toContainText(planted.quiet.sessionId);
    await box.getByRole('button', { name: 'Close session' }).click();
    const question = page.getByRole('dialog', { name: 'Close this session?' });
    await question.getByRole('button', { name: 'Close session' }).click();
    await toastSays(page, 'Session closed');
    await expect(box.getByText('Closed')).toBeVisible();
    await expect(box.getByRole('button', { name: 'Close session' })).toHaveCount(0);
    expect((await meridiana.session(planted.quiet.sessionId)).isOpen).toBe(false);
    planted.quiet.isOpen = false;
    await box.getByRole('button', { name: 'Close', exact: true }).click();
  });

  test('[BOX-06] lays it out so that its transactions reach the foot of the window', async () => {
    const usual = page.viewportSize() ?? { width: 1280, height: 720 };
    const box = page.getByRole('article', { name: 'Session' });
    const feed = page.locator('iframe');
    const edges = async (part: Locator) => {
      const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { top: y, bottom: y + height, left: x, right: x + width };
    };
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto(`/session-list?${period}&state=closed`);
    await page.getByRole('table', { name: 'Sessions' }).locator('tbody tr[tabindex]').first().click();
    await expect(feed).toBeVisible();
    await still(page);
    // The panel has a border.
    expect((await edges(feed)).bottom).toBe(1023);

    await page.setViewportSize({ width: 390, height: 844 });
    await still(page);
    const name = await edges(box.getByRole('heading', { level: 2 }));
    const badge = await edges(box.getByText('Closed', { exact: true }));
    expect(badge.top, 'the badge, below the name').toBeGreaterThanOrEqual(name.bottom);
    expect(badge.top).toBeLessThan((await edges(box.getByText('Real', { exact: true }))).bottom);
    const [refresh, report] = [box.getByRole('button', { name: 'Refresh' }), box.getByRole('link')];
    const first = await edges(refresh);
    const last = await edges(report.filter({ hasText: 'Report bug' }));
    expect(last.top, 'the actions, in one row').toBe(first.top);
    expect(last.right).toBeCloseTo(390 - first.left);
    expect((await edges(box.getByRole('heading', { name: 'Transactions' }))).left).toBe(first.left);

    const address = `/session/${new URL(page.url()).searchParams.get('session')}`;
    for (const size of [
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(address);
      await expect(feed).toBeVisible();
      await still(page);
      // The 24 px below every page, and the panel's border.
      expect((await edges(feed)).bottom, `${size.width} px`).toBe(size.height - 25);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollHeight > document.documentElement.clientHeight,
      );
      expect(scrolls, `${size.width} px`).toBe(false);
      const bet = await edges(box.getByText('Bet', { exact: true }));
      expect((await edges(box.getByText('Due', { exact: true }))).top).toBe(bet.top);
    }
    await page.setViewportSize(usual);
  });

  test('[SRCH-02][SRCH-03][SRCH-04] finds a session by each of its ids, the box opening at once', async () => {
    const [, session] = planted.played as [PlatformSession, PlatformSession];
    const [row] = await api.get<{ id: string }[]>('/bookkeeping/session/search', {
      relatedId: session.sessionId,
      searchType: 'sessionId',
    });
    await page.goto('/sessions');
    await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
    await page.getByRole('button', { name: /^Search for a session/ }).click();
    const search = page.getByRole('dialog', { name: 'Search sessions' });
    const field = search.getByPlaceholder('External ticket ID, external session ID or session ID');
    await expect(search.getByRole('button', { name: 'Search', exact: true })).toBeDisabled();
    for (const id of [session.externalTicketId, session.externalSessionId, session.sessionId, row?.id]) {
      await field.fill(id ?? '');
      await field.press('Enter');
      await expect(search.getByRole('article', { name: 'Session' })).toContainText(session.sessionId);
    }
    await field.fill('no-such-session');
    await field.press('Enter');
    await expect(search.getByText('Session not found')).toBeVisible();
  });

  test('[SRCH-01][SRCH-05][SRCH-06][SRCH-07][SRCH-08][SRCH-09] finds a player’s sessions at two integrations, sums, filters, sorts and opens them', async () => {
    const search = page.getByRole('dialog', { name: 'Search sessions' });
    await choose(search, 'Search by', 'User');
    await search.getByPlaceholder('User ID').fill('planted-0');
    await search.getByRole('button', { name: 'Search', exact: true }).click();
    const { body } = await api.ask<{ bet: number; grossWin: number; integration: { name: string } }[]>(
      '/bookkeeping/session/search',
      { relatedId: 'planted-0', searchType: 'userId' },
    );
    const sum = (values: number[]) =>
      written(values.reduce((total, one) => total + Math.round(one * 100), 0));
    const dialogText = async (label: string) => plain(await tile(search, label).innerText());
    await expect.poll(() => dialogText('Sessions')).toBe(String(body.length));
    expect(await dialogText('Integrations')).toBe('2');
    expect(await dialogText('Bet')).toBe(sum(body.map(({ bet }) => bet)));
    expect(await dialogText('Gross win')).toBe(sum(body.map(({ grossWin }) => grossWin)));
    const table = search.getByRole('table', { name: 'Sessions found' });
    await expect(table.getByRole('columnheader', { name: 'Last update' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await table.getByRole('button', { name: 'Bet' }).click();
    await expect(table.getByRole('columnheader', { name: 'Bet' })).toHaveAttribute('aria-sort', 'descending');
    await table.getByRole('button', { name: 'Bet' }).click();
    await expect(table.getByRole('columnheader', { name: 'Bet' })).toHaveAttribute('aria-sort', 'ascending');
    const bets = (await column(table, 'Bet')).map(centsOfText);
    expect(bets).toEqual(bets.toSorted((a, b) => a - b));
    await pick(page, 'Integration', ['Baltica']);
    const own = body.filter(({ integration }) => integration.name === 'Baltica');
    await expect(table.locator('tbody tr[tabindex]')).toHaveCount(own.length);
    expect(await dialogText('Bet')).toBe(sum(own.map(({ bet }) => bet)));
    await table.locator('tbody tr[tabindex]').first().click();
    await expect(search.getByRole('article', { name: 'Session' })).toContainText('Baltica');
    await search.getByRole('button', { name: 'Back to the results' }).click();
    await expect(table.locator('tbody tr[tabindex]')).toHaveCount(own.length);
    await search.getByRole('button', { name: 'Close', exact: true }).click();
  });

  test('[AUTH-01][SHELL-08] signs out, and nothing is reachable any more', async () => {
    await page.getByRole('button', { name: 'User menu of admin' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await page.goto(`/session-list?${period}`);
    await expect(page.getByLabel('Username')).toBeVisible();
  });
});
