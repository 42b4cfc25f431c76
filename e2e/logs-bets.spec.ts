import { expect, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { test } from './support/living-page.ts';
import { fallbackOf } from './support/routes.ts';
import { type Platform, Sandbox } from './support/sandbox.ts';
import { choose, plain } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

interface Bets {
  bets: number[];
  minFactor: number;
  canChangeBets: boolean;
}

interface LogRow {
  id: number;
  action: string;
  user: { username: string } | null;
}

interface Place {
  integration: number;
  operator: string;
  slug: string;
  game: string;
  bets: Bets;
}

test.describe('bets and the log', () => {
  test.describe.configure({ mode: 'serial' });

  let api: Api;
  let alpina: Platform;
  let free: Place;
  let fixed: Place;

  const pathOf = ({ integration, operator, slug }: Omit<Place, 'bets' | 'game'>) =>
    `/integrations/${integration}/operators/${operator}/game/${slug}/bets`;
  const pageOf = ({ integration, operator, slug }: Place) =>
    `/bets?integration=${integration}&operator=${operator}&game=${slug}`;
  const entries = async () =>
    (await api.get<{ rows: LogRow[]; count: number }>('/logs', { typeId: 4, search: free.slug })).count;
  const chips = async (page: Page) =>
    (await page.getByRole('list', { name: 'Bets', exact: true }).getByRole('listitem').allInnerTexts()).map(
      (text) => plain(text),
    );
  const euro = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')} €`;

  /** The lowest multiple that is not a bet yet, which is below the game's max bet. */
  const unused = (bets: readonly number[], minFactor: number) => {
    let cents = minFactor;
    while (bets.includes(cents)) cents += minFactor;
    return cents;
  };

  async function addBet(page: Page, cents: number) {
    await page.getByRole('textbox', { name: 'New bet' }).fill((cents / 100).toFixed(2));
    await page.getByRole('button', { name: 'Add bet' }).click();
  }

  async function confirm(page: Page) {
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  }

  test.beforeAll(async () => {
    api = await Api.signIn('admin');
    alpina = await (await Sandbox.of()).platform('Alpina');
    const { id, operators, games } = await api.integration('Alpina');
    const operator = operators[0]?.code ?? '';
    const played = alpina.facts.games.filter(({ state }) => state === 'active');
    const places: Place[] = [];
    for (const { slug, name } of games.filter((game) => played.some((one) => one.slug === game.slug))) {
      const place = { integration: id, operator, slug };
      places.push({ ...place, game: name, bets: await api.get<Bets>(pathOf(place)) });
    }
    const found = [true, false].map((canChange) =>
      places.find(({ bets }) => bets.canChangeBets === canChange && bets.bets.length > 2),
    );
    if (found[0] === undefined || found[1] === undefined) throw new Error('Both kinds of games are needed.');
    [free, fixed] = [found[0], found[1]];
  });

  test.afterAll(() => alpina?.behave());

  test('[BET-01][BET-02][BET-03][BET-04][BET-05][BET-07][BET-08][BET-10][BET-11][ERR-093] an admin changes the bets of a game, and the log shows the old and the new', async ({
    page,
  }) => {
    const [first = 0] = free.bets.bets;
    const added = unused(free.bets.bets, free.bets.minFactor);
    await signIn(page, 'admin', '/bets');
    for (const [label, name] of [
      ['Integration', 'Alpina'],
      ['Operator', alpina.facts.operators.find(({ code }) => code === free.operator)?.name ?? ''],
      ['Game', free.game],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(name);
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click();
    }
    await expect(page).toHaveURL(new RegExp(`game=${free.slug}`));
    await expect.poll(() => chips(page)).toEqual(free.bets.bets.map(euro));

    await addBet(page, first);
    await expect(page.getByText('This bet already exists')).toBeVisible();
    await addBet(page, added);
    await choose(page, 'Action', 'Remove');
    await page.getByRole('button', { name: euro(first), exact: true }).click();
    await expectNoGraveBarrier(page, 'bets');
    await expectFits(page, 'bets');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('list', { name: 'To add' })).toContainText(euro(added).slice(0, -2));
    await expect(dialog.getByRole('list', { name: 'To remove' })).toContainText(euro(first).slice(0, -2));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toastSays(page, 'Bets updated successfully');
    const now = [...free.bets.bets.slice(1), added].toSorted((a, b) => a - b);
    await expect.poll(() => chips(page)).toEqual(now.map(euro));
    expect((await api.get<Bets>(pathOf(free))).bets).toEqual(now);

    await page.goto('/logs');
    await page.getByRole('textbox', { name: 'Search' }).fill(free.slug.toUpperCase());
    await page.getByRole('textbox', { name: 'Search' }).press('Enter');
    await expect(page).toHaveURL(/search=/);
    const line = page.getByRole('row', { name: /Open entry: Changed the bets/ }).first();
    await expect(line).toContainText('admin');
    await line.click();
    const entry = page.getByRole('dialog', { name: 'Log entry' });
    const marked = (list: string, change: string) =>
      entry.getByRole('region', { name: list }).locator(`[data-change="${change}"]`);
    await expect(marked('Old bets', 'removed')).toContainText(euro(first).slice(0, -2));
    await expect(marked('New bets', 'added')).toContainText(euro(added).slice(0, -2));
    const color = (change: string, list: string) =>
      marked(list, change).evaluate((element) => getComputedStyle(element).color);
    expect(await color('removed', 'Old bets')).not.toBe(await color('added', 'New bets'));
    await expect(page.locator('body')).toHaveAttribute('data-scroll-locked');
    await expectNoGraveBarrier(page, 'one entry');
    const link = page.url();
    expect(link).toMatch(/log=\d+/);
    await page.keyboard.press('Escape');
    await expect(page.locator('body')).not.toHaveAttribute('data-scroll-locked');
    await page.goto(link);
    await entry.getByRole('link', { name: `Open game ${free.game}` }).click();
    await expect(page).toHaveURL(/\/game\/\d+$/);
  });

  test('[BET-12][OPEN-89][ERR-094] a game that allows no change says so and offers none', async ({
    page,
  }) => {
    await signIn(page, 'admin', pageOf(fixed));
    await expect(page.getByText('Operator or Game does not allow to change bets.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    const refused = await api.send('POST', pathOf(fixed), { bets: [fixed.bets.minFactor] });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'Operator or Game does not allow to change bets.' },
    });
  });

  test('[OPEN-90][LOG-14] a refused change keeps the edits and leaves no entry; one whose answer is lost is logged once', async ({
    page,
  }) => {
    const before = await entries();
    const { bets } = await api.get<Bets>(pathOf(free));
    const added = unused(bets, free.bets.minFactor);
    await signIn(page, 'admin', pageOf(free));
    await addBet(page, added);
    await alpina.misbehave({ refuseBets: true });
    await confirm(page);
    await toastSays(page, 'Something went wrong, please try again');
    expect(await chips(page)).toContain(`+ ${euro(added)} new`);
    expect(await entries()).toBe(before);
    expect((await api.get<Bets>(pathOf(free))).bets).toEqual(bets);

    await alpina.misbehave({ refuseBets: false, loseAnswer: true });
    await expect(page.locator('.mantine-Notifications-root').getByText('Something went wrong')).toHaveCount(
      0,
    );
    await confirm(page);
    await toastSays(page, 'Bets updated successfully');
    await alpina.behave();
    expect(await entries()).toBe(before + 1);
    expect((await api.get<Bets>(pathOf(free))).bets).toEqual([...bets, added].toSorted((a, b) => a - b));
  });

  test('[ERR-092] bets that cannot be loaded are a toast and no list', async ({ page }) => {
    await alpina.misbehave({ http500: true });
    await signIn(page, 'admin', pageOf(free));
    await toastSays(page, 'Something went wrong, please try again');
    await expect(page.getByRole('list', { name: 'Bets', exact: true })).toHaveCount(0);
    await alpina.behave();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('list', { name: 'Bets', exact: true })).toBeVisible();
  });

  test('changes that are not saved are asked about', async ({ page }) => {
    const { bets } = await api.get<Bets>(pathOf(free));
    await signIn(page, 'admin', pageOf(free));
    await addBet(page, unused(bets, free.bets.minFactor));
    await page.getByRole('link', { name: 'Logs' }).click();
    await expect(page.getByText('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL(/\/bets/);
    await page.getByRole('link', { name: 'Logs' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(/\/logs/);
  });

  test('[NAV-18][NAV-19][SHELL-04][OPEN-04] a manager has the log and no bets, everyone else neither', async ({
    browser,
  }) => {
    for (const account of ['manager', 'alpina.admin', 'alpina.manager', 'alpina.guest'] as const) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signIn(page, account, '/bets');
      await expect.poll(() => new URL(page.url()).pathname).toBe(fallbackOf(account));
      const navigation = page.getByRole('navigation', { name: 'Main navigation' });
      await expect(navigation.getByRole('link').first()).toBeVisible();
      await expect(navigation.getByRole('link', { name: 'Bets' })).toHaveCount(0);
      await expect(navigation.getByRole('link', { name: 'Logs' })).toHaveCount(account === 'manager' ? 1 : 0);
      await page.goto('/logs');
      if (account === 'manager') {
        await expect(page.getByRole('table', { name: 'Log entries' })).toBeVisible();
        await page.getByRole('combobox', { name: 'User' }).click();
        await page.getByRole('option', { name: 'admin', exact: true }).click();
        await expect(page).toHaveURL(/user=/);
        await expect(page.getByRole('row', { name: /Open entry/ }).first()).toContainText('admin');
      } else await expect.poll(() => new URL(page.url()).pathname).toBe(fallbackOf(account));
      const own = await Api.signIn(account);
      expect((await own.ask('/logs')).status).toBe(account === 'manager' ? 200 : 403);
      expect((await own.ask(pathOf(free))).status).toBe(403);
      await context.close();
    }
  });
});
