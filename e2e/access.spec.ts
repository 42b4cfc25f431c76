import { createSign, generateKeyPairSync } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { Api, encoded } from './support/api.ts';
import { origin } from './support/origin.ts';
import {
  accounts,
  fallbackOf,
  mayOpen,
  type RoleAccount,
  routeTable,
  sidebarEntries,
} from './support/routes.ts';
import { travel } from './support/screen.ts';
import { password, signInByForm, tokensFor } from './support/sign-in.ts';
import { openSocket } from './support/socket.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function entriesOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  return (await links.allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');
}

test.describe('who may open what', () => {
  test.describe.configure({ mode: 'serial' });

  for (const account of accounts) {
    test(`[AUTH-04][SHELL-04][ROLE-01][ROLE-02][ROLE-03][ROLE-04][ROLE-05][ROLE-06][ROLE-07] ${account} lands where the rules say and sees exactly its own entries`, async ({
      page,
    }) => {
      await signInByForm(page, account);
      const landing = routeTable[0]?.open.includes(account) ? '/' : fallbackOf(account);
      await expect.poll(() => pathOf(page)).toBe(landing);
      const entries = await entriesOf(page);
      const allowed = routeTable.filter(({ open, entry }) => entry && open.includes(account));
      expect(entries).toEqual(
        sidebarEntries.filter((entry) => allowed.some((route) => route.entry === entry)),
      );

      for (const { row, path, open, leadsTo = path } of routeTable) {
        if (open.includes(account)) {
          const isOpenTo = leadsTo === path || mayOpen(account, leadsTo);
          const expected = isOpenTo ? leadsTo : fallbackOf(account);
          await visit(page, path, routeOf(expected));
        } else {
          await travel(page, path);
          await expect.poll(() => pathOf(page), { message: `${row} ${path}` }).toBe(fallbackOf(account));
        }
      }
      await travel(page, '/no-such-page');
      await expect.poll(() => pathOf(page)).toBe(fallbackOf(account));
      await expect(page.getByText('There is no page /no-such-page.')).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByText('There is no page /no-such-page.')).toBeHidden();
      expect(pathOf(page)).toBe(fallbackOf(account));
      const closed = routeTable.find(({ open }) => !open.includes(account));
      const shut = closed?.path ?? '/nowhere';
      await page.goto(shut);
      await expect.poll(() => pathOf(page)).toBe(fallbackOf(account));
      // The start is opened by everyone who signs in, also by those who have no dashboard.
      const notice = closed ? `You don't have access to ${closed.entry}.` : 'There is no page /nowhere.';
      if (shut !== '/') await expect(page.getByText(notice)).toBeVisible();
    });
  }

  const routeOf = (address: string) => address.split('/')[1];

  /** Goes to a path until the page of another route stands; a wizard may add its step to the address. */
  async function visit(page: Page, path: string, route: string | undefined): Promise<void> {
    const heading = page.getByRole('heading', { level: 1 });
    const before = routeOf(pathOf(page)) === route ? null : await heading.innerText();
    await travel(page, path);
    await expect.poll(() => routeOf(pathOf(page)), { message: path }).toBe(route);
    if (before === null) await expect(heading).toBeVisible();
    else await expect(heading, path).not.toHaveText(before);
  }

  for (const account of ['admin', 'alpina.manager', 'alpina.guest'] as const) {
    test(`[SHELL-07][SHELL-08][SHELL-09][OPEN-12] ${account} reaches the same pages from the bar at the foot of a phone`, async ({
      browser,
    }) => {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await signInByForm(page, account);
      const inBar = ['Dashboard', 'Catalog', 'Sessions', 'Charts', 'Documentation'];
      const allowed = (entry: string) =>
        routeTable.some((route) => route.entry === entry && may(account, route));
      const ownMenu = ['Notifications', 'Settings'];
      expect(await entriesOf(page)).toEqual([
        ...inBar.filter(allowed),
        // Roles with hardly a page of the bar have the pages of their menu in it, too.
        ...(inBar.filter(allowed).length > 2 ? [] : ownMenu),
      ]);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'More' });
      for (const entry of ownMenu) await expect(sheet.getByRole('link', { name: entry })).toBeVisible();
      await expect(sheet.getByRole('button', { name: 'Logout' })).toBeVisible();
      const others = sidebarEntries.filter(
        (entry) => allowed(entry) && ![...inBar, ...ownMenu].includes(entry),
      );
      const more = sheet.getByRole('navigation', { name: 'More pages' }).getByRole('link');
      // Behind a name there may be how much waits there.
      expect((await more.allInnerTexts()).map((text) => text.split('\n')[0]?.trim())).toEqual(others);
      await page.close();
    });
  }

  const may = (account: RoleAccount, { open }: { open: readonly RoleAccount[] }) => open.includes(account);
});

test.describe('the session of a person', () => {
  test('[AUTH-01] a deep link survives the sign-in', async ({ page }) => {
    const link = '/session-list?from=2026-04-01&to=2026-04-02&type=all&state=closed';
    await signInByForm(page, 'manager', link);
    await expect(page).toHaveURL(link);
    await expect(page.getByRole('button', { name: 'Period: 01/04/2026 – 02/04/2026' })).toBeVisible();
  });

  test('[NAV-26][OPEN-07] what follows an ampersand in the path is cut off, the query stays', async ({
    page,
  }) => {
    await signInByForm(page, 'admin', '/session-list&x=1?from=2026-04-01&to=2026-04-02');
    await expect(page).toHaveURL('/session-list?from=2026-04-01&to=2026-04-02');
    await page.goto('/settings&a=b');
    await expect(page).toHaveURL('/settings');
  });

  test('[AUTH-01][SHELL-12][SHELL-14][OPEN-15] starts dark, and keeps the theme that was chosen', async ({
    page,
  }) => {
    await signInByForm(page, 'alpina.guest', '/settings');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('radiogroup').locator('label', { hasText: 'Light' }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  test('[AUTH-03] the token is renewed in its last 70 seconds, looked at every minute, and not before', async ({
    page,
  }) => {
    const renewals: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('grant_type=refresh_token')) renewals.push(request.url());
    });
    await page.clock.install({ time: new Date() });
    await signInByForm(page, 'alpina.admin');
    await page.clock.runFor(180_000);
    expect(renewals).toHaveLength(0);
    const renewed = page.waitForResponse((response) => response.url().endsWith('/openid-connect/token'));
    await page.clock.runFor(61_000);
    expect((await renewed).status()).toBe(200);
    expect(renewals.length).toBe(1);
  });

  test('[AUTH-07][AUTH-08][AUTH-09] a person without a role sees the page of a failed sign-in and nothing else', async ({
    page,
  }) => {
    const withoutRoles = (token: string) => {
      const [head, payload = '', signature] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      delete claims.resource_access;
      return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    };
    await page.route('**/openid-connect/token', async (route) => {
      const response = await route.fetch();
      const tokens = (await response.json()) as { access_token: string; id_token: string };
      await route.fulfill({
        response,
        json: {
          ...tokens,
          access_token: withoutRoles(tokens.access_token),
          id_token: withoutRoles(tokens.id_token),
        },
      });
    });
    await signInByForm(page, 'alpina.guest', '/catalog');
    await expect(
      page.getByText(
        'Something went wrong, please try again. If the problem persists please contact our team.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(/openid-connect\/logout/);
  });

  test('[AUTH-01] a wrong password is told, without saying which part is wrong', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Username').fill('baltica.admin');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Wrong username or password.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });
});

test.describe('calls and sockets without the right token', () => {
  const me = (authorization?: string) =>
    fetch(`${origin()}/api/me`, { headers: authorization === undefined ? {} : { authorization } });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('[AUTH-02][API-001][OPEN-01] are refused: none, nonsense, unsigned, altered, foreign, and one made for another use', async () => {
    const tokens = await tokensFor(origin(), 'admin');
    const [head = '', payload = '', signature = ''] = tokens.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signed = (body: string) =>
      `${body}.${createSign('SHA256').update(body).sign({ key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    const late = { ...claims, exp: Number(claims.exp) + 3600 };
    const bad: Record<string, string | undefined> = {
      none: undefined,
      nonsense: 'Bearer nonsense',
      'another scheme': `Basic ${tokens.access_token}`,
      unsigned: `Bearer ${part({ ...header, alg: 'none' })}.${payload}.`,
      altered: `Bearer ${head}.${part(late)}.${signature}`,
      'signed by someone else': `Bearer ${signed(`${head}.${payload}`)}`,
      'the identity token': `Bearer ${tokens.id_token}`,
      'the refresh token': `Bearer ${tokens.refresh_token}`,
    };
    for (const [name, authorization] of Object.entries(bad)) {
      const response = await me(authorization);
      expect(response.status, name).toBe(401);
      expect(await response.json(), name).toMatchObject({ code: 'unauthorized' });
    }
    expect((await me(`Bearer ${tokens.access_token}`)).status).toBe(200);
  });

  test('[OPEN-69][RT-01] a socket opens with a valid token only', async () => {
    const { access_token } = await tokensFor(origin(), 'alpina.guest');
    const [head, payload] = access_token.split('.');
    expect(await openSocket(undefined)).toMatchObject({ connected: false });
    expect(await openSocket({ token: 'nonsense' })).toMatchObject({ connected: false });
    expect(await openSocket({ token: `${head}.${payload}.` })).toMatchObject({ connected: false });
    expect(await openSocket({ token: access_token })).toEqual({ connected: true });
  });

  test('[OPEN-01][OPEN-23][ROLE-16] every role is held to its own calls, whatever the screens hide', async () => {
    const a = encoded({ from: '2026-04-01', to: '2026-04-01' });
    const period = { from: '2026-04-01', to: '2026-04-01' };
    const calls: { path: string; query: Record<string, string>; open: readonly RoleAccount[] }[] = [
      { path: '/me', query: {}, open: accounts },
      { path: '/integrations', query: {}, open: accounts },
      { path: '/integrations/last-fetch', query: {}, open: accounts },
      { path: '/bookkeeping/stats', query: { a }, open: accounts.filter((one) => one !== 'alpina.guest') },
      {
        path: '/bookkeeping/coverage',
        query: period,
        open: accounts.filter((one) => one !== 'alpina.guest'),
      },
      {
        path: '/bookkeeping/sessions/range',
        query: period,
        open: accounts.filter((one) => one !== 'alpina.guest'),
      },
      { path: '/bookkeeping/daily-stats', query: {}, open: ['admin', 'manager', 'alpina.admin'] },
      { path: '/bookkeeping/yesterday-stats', query: {}, open: ['admin', 'manager', 'alpina.admin'] },
      { path: '/bookkeeping/trimester-stats', query: {}, open: ['admin', 'manager', 'alpina.admin'] },
      { path: '/integrations/services/status', query: {}, open: ['admin', 'manager', 'alpina.admin'] },
      {
        path: '/bookkeeping/sessions/open',
        query: {},
        open: accounts.filter((one) => one !== 'alpina.guest'),
      },
      {
        path: '/bookkeeping/sessions/open/counts',
        query: {},
        open: accounts.filter((one) => one !== 'alpina.guest'),
      },
      { path: '/bookkeeping/sessions/quarantine', query: {}, open: ['admin'] },
      { path: '/bookkeeping/sessions/quarantine/counts', query: {}, open: ['admin'] },
      { path: '/catalog', query: {}, open: accounts.filter((one) => one !== 'alpina.manager') },
    ];
    for (const account of accounts) {
      const api = await Api.signIn(account);
      for (const { path, query, open } of calls) {
        const { status } = await api.ask(path, query);
        expect(status, `${account} ${path}`).toBe(open.includes(account) ? 200 : 403);
      }
      const names = (await api.integrations()).map(({ name }) => name);
      if (account.startsWith('alpina')) expect(names).toEqual(['Alpina']);
      else expect(names.length).toBeGreaterThanOrEqual(5);
      if (account === 'admin') continue;
      const fetching = await api.ask('/bookkeeping/sessions/fetch', {
        dateStart: '2026-04-01',
        dateEnd: '2026-04-01',
      });
      expect(fetching.status, `${account} fetches`).toBe(403);
    }
  });
});
