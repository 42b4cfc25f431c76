import { expect, type Frame, type FrameLocator, type Page, test } from '@playwright/test';
import { Api, type Game } from './support/api.ts';
import { expectFits } from './support/gates.ts';
import { centsOfText } from './support/money.ts';
import { type PlatformSession, Sandbox, someSession } from './support/sandbox.ts';
import { plain, tile } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';

const slot = 'sands_of_anuket';
const table = 'roulette_neonova';

async function gameOf(api: Api, slug: string): Promise<Game> {
  const { rows } = await api.get<{ rows: Game[] }>('/games');
  const game = rows.find((one) => one.slug === slug);
  if (game === undefined) throw new Error(`No game ${slug}`);
  return game;
}

/** The demo of a game, from the button on its page. */
async function playDemo(page: Page, slug: string): Promise<Frame> {
  const game = await gameOf(await Api.signIn('admin'), slug);
  await page.goto(`/game/${game.id}`);
  await page.getByRole('button', { name: 'Play demo' }).first().click();
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  if (!frame) throw new Error('No demo');
  await frame.locator('.is-ready').waitFor();
  return frame;
}

/** Cents of an amount with two decimals, such as €1,234.50. */
const centsOf = (text: string) => Number(text.replaceAll(/\D/g, ''));
const cents = async (frame: Frame, id: string) => centsOf(await frame.locator(`#${id}`).innerText());
/** Nothing turns any more. */
const settled = (frame: Frame) => expect(frame.getByRole('button', { name: /^(Spin|Gira)$/ })).toBeEnabled();

test.describe('the demo of a game', () => {
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
    });
    page = await context.newPage();
    await signIn(page, 'admin', '/catalog');
  });

  test.afterAll(() => page.context().close());

  test('[GAME-02][GAME-04] a slot takes the bet, gives the win, and writes down each round', async () => {
    const frame = await playDemo(page, slot);
    expect(await cents(frame, 'balance')).toBe(100_000);
    await frame.getByRole('button', { name: 'Higher bet' }).click();
    const bet = await cents(frame, 'stake');
    expect(bet).toBe(200);
    let balance = 100_000;
    const played: { win: number; balance: number }[] = [];
    for (let round = 0; round < 5; round++) {
      // By the button first, by the keyboard from then on.
      if (round === 0) await frame.getByRole('button', { name: 'Spin' }).click();
      else await page.keyboard.press('Space');
      await settled(frame);
      const win = await cents(frame, 'win');
      balance += win - bet;
      expect(await cents(frame, 'balance')).toBe(balance);
      played.unshift({ win, balance });
    }
    await frame.getByRole('button', { name: 'Pay table and history' }).click();
    const panel = frame.getByRole('dialog', { name: 'Sands of Anuket' });
    await expect(panel.getByText('Return to player 95.12 %')).toBeVisible();
    await panel.getByRole('tab', { name: 'History' }).click();
    const rows = panel.getByRole('table').locator('tbody tr');
    await expect(rows).toHaveCount(5);
    for (const [at, round] of played.entries()) {
      const cells = await rows.nth(at).getByRole('cell').allInnerTexts();
      expect(cells[0]).toBe(`Round ${5 - at}`);
      expect(cells[3]).toBe('−€2.00');
      if (round.win > 0) expect(centsOf(cells[4] ?? '')).toBe(round.win);
      else expect(cells[4]).toBe('–');
      expect(centsOf(cells[5] ?? '')).toBe(round.balance);
    }
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });

  test('[GAME-02] a roulette pays the chips on the number that comes up', async () => {
    const frame = await playDemo(page, table);
    await frame.getByRole('button', { name: 'Spin' }).click();
    await expect(frame.getByText('Place your bets')).toBeVisible();
    expect(await cents(frame, 'balance')).toBe(100_000);
    for (const place of ['Red', 'Black', 'Number 0'])
      await frame.getByRole('button', { name: place }).click();
    await frame.getByRole('button', { name: 'Spin' }).click();
    await settled(frame);
    const drawn = Number(await frame.getByRole('listitem').first().innerText());
    const win = drawn === 0 ? 3_600 : 200;
    expect(await cents(frame, 'win')).toBe(win);
    expect(await cents(frame, 'balance')).toBe(100_000 - 300 + win);
  });

  test('fits every window, and speaks Italian and other money where its address says so', async () => {
    const address = (await playDemo(page, slot)).url();
    expect(address).toContain(`/${slot}?fullBtn=false`);
    for (const slug of [slot, table])
      for (const width of [390, 768, 1440, 1920]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`${address.replace(slot, slug)}&lang=it&currency=CHF`);
        await page.locator('.is-ready').waitFor();
        await expectFits(page, `${slug} at ${width}`);
        await expect(page.locator('#balance')).toHaveText(/^1\.000,00\sCHF$/);
        await expect(page.getByRole('button', { name: 'Gira' })).toBeInViewport({ ratio: 1 });
      }
  });
});

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sessions' }).locator('tbody tr[tabindex]');
const detailsOf = (page: Page) => page.getByRole('article', { name: 'Session' });
const feedOf = (page: Page) => page.frameLocator('iframe[title="Transactions"]');

/** The figures of a page of transactions, whose lines lead from the opening balance to the last one and sum to its totals. */
async function accountOf(feed: Page | FrameLocator) {
  // The foot comes last: with it the whole page has arrived. All is read at once, so that it is of one page.
  const page = feed.locator('main:has(> .foot)');
  const {
    figures,
    lines,
    last: lastRound,
  } = await page.evaluate((main) => ({
    // In a frame the rounds are those of the newest line.
    last: main.querySelector('tbody tr td:nth-child(2)')?.textContent?.replaceAll(/\D/g, ''),
    figures: Object.fromEntries(
      [...main.querySelectorAll<HTMLElement>('[data-figure]')].map((figure) => [
        figure.dataset.figure,
        figure.innerText,
      ]),
    ),
    lines: [...main.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('.num')].map((cell) => cell.textContent ?? ''),
    ) as [string, string, string][],
  }));
  const [opening, bet, win, balance] = ['opening', 'bet', 'win', 'balance'].map((name) =>
    centsOfText(figures[name] ?? ''),
  ) as [number, number, number, number];
  const centsOfCell = (text: string) => (text === '–' ? 0 : centsOfText(text.replace('+', '')));
  let last = opening;
  const sums = { bet: 0, win: 0 };
  for (const [staked, won, after] of lines.toReversed()) {
    sums.bet -= centsOfCell(staked);
    sums.win += centsOfCell(won);
    last += centsOfCell(staked) + centsOfCell(won);
    expect(centsOfCell(after)).toBe(last);
  }
  expect(sums).toEqual({ bet, win });
  expect(balance).toBe(opening - bet + win);
  expect(last).toBe(balance);
  return { opening, bet, win, balance, rounds: Number(figures.rounds ?? lastRound) };
}

async function detailsFigures(page: Page) {
  const amount = async (label: string) => centsOfText(plain(await tile(detailsOf(page), label).innerText()));
  const row = detailsOf(page).locator('dl > div').filter({ hasText: 'Current round' });
  return {
    bet: await amount('Bet'),
    win: await amount('Win'),
    rounds: Number((await row.locator('dd').innerText()).replace('.', '')),
  };
}

test.describe('the transactions of a session', () => {
  let page: Page;
  let api: Api;

  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
    });
    page = await context.newPage();
    api = await Api.signIn('admin');
    await signIn(page, 'admin', '/session-list?from=2026-04-01&to=2026-04-02');
  });

  test.afterAll(() => page.context().close());

  test('[BOX-04][BOX-06] agree with the session that leads there, in the frame and on a page of their own', async () => {
    for (const at of [0, 3, 6]) {
      await rowsOf(page).nth(at).click();
      await expect(feedOf(page).locator('[data-figure="balance"]')).toBeVisible();
      const account = await accountOf(feedOf(page));
      expect(account).toMatchObject(await detailsFigures(page));
      const [feed] = await Promise.all([
        page.waitForEvent('popup'),
        detailsOf(page).getByRole('link', { name: 'Open feed in a new tab' }).click(),
      ]);
      await expect(feed.getByRole('heading', { name: 'Transactions' })).toBeVisible();
      expect(await accountOf(feed)).toEqual(account);
      for (const width of [390, 768, 1920]) {
        await feed.setViewportSize({ width, height: 844 });
        await expectFits(feed, `transactions at ${width}`);
      }
      await feed.close();
      await page.keyboard.press('Escape');
    }
  });

  test('[BOX-06][BOX-10] of a session in play run ahead of the hub until Refresh makes them equal', async () => {
    const platform = await (await Sandbox.of()).platform('Meridiana');
    const session: PlatformSession = someSession(platform, {
      isOpen: true,
      bet: 12_345,
      win: 6_789,
      rounds: 21,
      createdAt: '2026-02-11T10:00:00.000Z',
      updatedAt: new Date(Date.now() - 60_000).toISOString(),
    });
    await platform.put([session]);
    const job = await api.fetchAndWait('2026-02-11', '2026-02-11', [(await api.integration('Meridiana')).id]);
    expect(job.state).toBe('completed');
    await page.clock.install();
    await page.goto(`/session-list?from=2026-02-11&to=2026-02-11&user=${session.userId}`);
    await rowsOf(page).first().click();
    await expect(feedOf(page).locator('[data-figure="balance"]')).toBeVisible();
    const before = await accountOf(feedOf(page));
    expect(before).toMatchObject({ bet: 12_345, win: 6_789, rounds: 21 });
    await expect(detailsOf(page).getByText('Still being played at Meridiana')).toHaveCount(0);

    const played = { ...session, bet: 15_045, win: 11_111, rounds: 25, updatedAt: new Date().toISOString() };
    await platform.put([played]);
    await page.clock.fastForward(21_000);
    await expect(detailsOf(page).getByText('Still being played at Meridiana')).toContainText('25 rounds');
    await detailsOf(page).getByRole('button', { name: 'Refresh now' }).click();
    await expect(detailsOf(page).getByText('Still being played at Meridiana')).toHaveCount(0);
    await expect(feedOf(page).locator('tbody tr').first()).toContainText('Round 25');
    const after = await accountOf(feedOf(page));
    expect(after).toMatchObject({ opening: before.opening, bet: 15_045, win: 11_111, rounds: 25 });
    expect(await detailsFigures(page)).toEqual({ bet: 15_045, win: 11_111, rounds: 25 });
  });

  test('[BOX-01][BOX-02] stand on the full page of the session too, for whoever may see it', async ({
    browser,
  }) => {
    await page.goto('/session-list?from=2026-04-01&to=2026-04-02');
    await rowsOf(page).first().click();
    await expect(feedOf(page).locator('[data-figure="balance"]')).toBeVisible();
    const account = await accountOf(feedOf(page));
    await detailsOf(page).getByRole('link', { name: 'Open full page' }).click();
    await expect(page).toHaveURL(/\/session\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Session' })).toBeVisible();
    await expect(feedOf(page).locator('[data-figure="balance"]')).toBeVisible();
    expect(await accountOf(feedOf(page))).toEqual(account);
    expect(account).toMatchObject(await detailsFigures(page));
    await expect(page.getByRole('link', { name: 'Open full page' })).toHaveCount(0);
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page, `session page at ${width}`);
    }
    const { pathname } = new URL(page.url());
    const heading = page.getByRole('heading', { level: 1 });
    const integration = await page.locator('header').filter({ has: heading }).innerText();
    const outsider = await browser.newPage();
    await signIn(outsider, integration.includes('Alpina') ? 'baltica.admin' : 'alpina.admin', pathname);
    await expect(outsider.getByText('Session not found')).toBeVisible();
    await expect(outsider.getByRole('heading', { level: 1, name: 'Session' })).toBeVisible();
    await outsider.context().close();
  });
});
