import { expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/**
 * Waits for fonts, for what parts of the page still load and for movements that end. What is measured once it is drawn,
 * as rows of long lists are, has its place a frame later: some frames in a row must be calm.
 */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const busy = () => document.querySelector('[aria-busy="true"]');
    // What follows a scroll position always runs, and stands still while no one scrolls.
    const moving = () =>
      document
        .getAnimations()
        .find(
          ({ effect, playState, timeline }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            effect?.getTiming().iterations !== Infinity,
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
 * What axe finds in the page, by all its rules or by those named. Its source, half a megabyte, is put into a page once.
 * Frames are other companies' pages and left out.
 */
export async function barriersOf(page: Page, rules?: readonly string[]): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Sounds that play by themselves only: no rule in use reads style sheets, which would be fetched again each time.
    preload: { assets: ['media'] },
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  return await page.evaluate(async (asked) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    return (await here.run({ exclude: ['iframe'] }, asked)).violations;
  }, options);
}

/** No serious or critical finding of axe in the dark theme. What appears meanwhile appears at once, not half transparent. */
export async function expectNoGraveBarrier(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await still(page);
  const grave = (await barriersOf(page))
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
