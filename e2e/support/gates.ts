import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Waits for fonts, for what parts of the page still load and for movements that end. What is measured once it is drawn,
 * as rows of long lists are, has its place a frame later: some frames in a row must be calm.
 */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const busy = () => document.querySelector('[aria-busy="true"]');
    const moving = () =>
      document
        .getAnimations()
        .find(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        );
    const deadline = performance.now() + 15_000;
    for (let calm = 0; calm < 3; calm = busy() || moving() ? 0 : calm + 1) {
      if (performance.now() > deadline)
        throw new Error(`The page is not still: ${busy()?.outerHTML.slice(0, 200) ?? 'something moves'}`);
      await new Promise(requestAnimationFrame);
    }
  });
}

/**
 * Frames are other companies' pages and left out, so that everything is found within the page itself: `legacy` means
 * without a second page that would put the findings of frames together.
 */
export function axeOf(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      .exclude('iframe')
      // Sounds that play by themselves only: no rule in use reads style sheets, which would be fetched again each time.
      .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
      .setLegacyMode()
  );
}

/** No serious or critical finding of axe in the dark theme. What appears meanwhile appears at once, not half transparent. */
export async function expectNoGraveBarrier(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await still(page);
  const { violations } = await axeOf(page).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  expect(grave, what).toEqual([]);
}

/** The page is no wider than its window, once it has been drawn for the width it has been given. */
export async function expectFits(page: Page, what: string): Promise<void> {
  await still(page);
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(tooWide, { message: what }).toBeLessThanOrEqual(0);
}
