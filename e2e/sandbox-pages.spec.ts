import { expect, type Frame, type Page, test } from '@playwright/test';
import { Api, type Game } from './support/api.ts';
import { expectFits } from './support/gates.ts';
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
