import { type Browser, expect, type Page, test } from '@playwright/test';
import { inspect } from './support/inspect.ts';
import { chooseLanguage } from './support/language.ts';
import { routeTable } from './support/routes.ts';
import { travel } from './support/screen.ts';
import { period, screens } from './support/screens.ts';
import { type Account, signIn, signInByForm } from './support/sign-in.ts';

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  return context.newPage();
}

/** Screens are made of the same parts: a third of them meets all, at a third of the time. `npm run test:accessibility` looks at each. */
const lookedAt = process.env.E2E_LOOKS === 'all' ? screens : screens.filter((_, index) => index % 3 === 0);

test.describe('screens without barriers', () => {
  test.describe.configure({ mode: 'default' });
  const pages = new Map<Account, Page>();

  test.beforeAll(async ({ browser }) => {
    for (const account of ['admin', 'alpina.guest'] as const) {
      const page = await newPage(browser);
      pages.set(account, page);
      await signIn(page, account, '/settings');
    }
  });

  test.afterAll(async () => {
    for (const page of pages.values()) await page.context().close();
  });

  function pageOf(account: Account): Page {
    const page = pages.get(account);
    if (page === undefined) throw new Error(`${account} is not signed in`);
    return page;
  }

  /** Without loading the application anew, unless a screen is looked at twice in a row. */
  async function open(page: Page, path: string): Promise<void> {
    const { pathname } = new URL(page.url());
    if (pathname === path.split('?')[0]) await page.goto(path);
    else await travel(page, path);
  }

  test('[SHELL-12] every page that an administrator opens is among them', () => {
    const routeOf = (path: string) => path.split(/[/?]/)[1];
    const looked = screens.map(({ path }) => routeOf(path));
    // The pages of a session and of its player are reached from its panel.
    const opened = routeTable.filter(
      ({ open, leadsTo, row }) =>
        open.includes('admin') && leadsTo === undefined && row !== 'session' && row !== 'player',
    );
    expect(opened.map(({ path }) => routeOf(path)).filter((route) => !looked.includes(route))).toEqual([]);
  });

  for (const [index, { name, path, heading, ready, account = 'admin' }] of lookedAt.entries()) {
    test(`[SHELL-12] the ${name}: one heading, a title, no barrier in either theme, and it fits every width`, async () => {
      const page = pageOf(account);
      await page.setViewportSize({ width: 1366, height: 860 });
      await open(page, path);
      await ready(page);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('h1')).toHaveText(heading);
      await expect(page).toHaveTitle(`${await page.locator('h1').innerText()} · Ludus Hub`);
      await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
      await inspect(page, name, { turn: index });
    });
  }

  test('[I18N-01] the language of the page follows the language that was chosen', async () => {
    const page = pageOf('admin');
    await page.setViewportSize({ width: 1366, height: 860 });
    await page.goto('/settings');
    await chooseLanguage(page, /^Italian/, 'it');
    await expect(page).toHaveTitle('Impostazioni · Ludus Hub');
    await chooseLanguage(page, /^(English|Inglese)/, 'en');
  });
});

test('[AUTH-01] the sign-in page has no barrier in either theme, also after a mistake, and fits every width', async ({
  browser,
}) => {
  const page = await newPage(browser);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your username.')).toBeVisible();
  await expect(page.locator('h1')).toHaveCount(1);
  expect(await page.title()).not.toBe('');
  await inspect(page, 'sign-in', {
    themes: async (shown, theme) => {
      await shown.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    },
  });
  await page.context().close();
});

test('[AUTH-08] the page of a failed sign-in has no barrier either', async ({ browser }) => {
  const page = await newPage(browser);
  await page.route('**/openid-connect/token', async (route) => {
    const response = await route.fetch();
    const tokens = (await response.json()) as Record<'access_token' | 'id_token', string>;
    const without = (token: string) => {
      const [head, payload = '', signature] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      const text = JSON.stringify({ ...claims, resource_access: {} });
      return [head, Buffer.from(text).toString('base64url'), signature].join('.');
    };
    const json = {
      ...tokens,
      access_token: without(tokens.access_token),
      id_token: without(tokens.id_token),
    };
    await route.fulfill({ response, json });
  });
  await signInByForm(page, 'alpina.guest');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.locator('h1')).toHaveCount(1);
  await inspect(page, 'failed sign-in');
  await page.context().close();
});

test('[SESS-07][BOX-01][SRCH-02] the main job goes by keyboard alone', async ({ browser }) => {
  const page = await newPage(browser);
  await page.goto(`/sessions?${period}`);
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ludus-demo');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('table', { name: 'Integrations' }).locator('tbody tr[tabindex]').first(),
  ).toBeVisible();

  // Past the navigation at once.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main').locator(':focus')).toHaveCount(1);

  // Another session type with the arrows, then Submit.
  await reach(
    page,
    page.getByRole('radiogroup', { name: 'Session type' }).getByRole('radio', { name: 'Real' }),
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await reach(page, page.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/type=all/);

  // From a row of the overview to the list, from a row of the list to its session, and back where it was.
  const parties = page.getByRole('table', { name: 'Integrations' }).locator('tbody tr[tabindex]');
  await reach(page, parties.first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/session-list/);
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr[tabindex]');
  await expect(rows.first()).toBeVisible();
  await reach(page, rows.first());
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article', { name: 'Session' })).toHaveCount(0);
  await expect(rows.nth(1)).toBeFocused();

  // The search from anywhere.
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Search', exact: true });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await page.context().close();

  /** Tab by Tab, as far as a page's controls go. */
  async function reach(on: Page, wanted: ReturnType<Page['locator']>): Promise<void> {
    for (let steps = 0; steps < 80; steps++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await on.keyboard.press('Tab');
    }
    throw new Error('It cannot be reached with the Tab key');
  }
});
