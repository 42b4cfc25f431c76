import { expect, type Page } from '@playwright/test';
import { barriersOf, expectFits, still } from './gates.ts';

/** No finding of axe, however small. */
async function expectNoBarrier(page: Page, what: string, looksAt: 'everything' | 'colours'): Promise<void> {
  // Rows that wait for newer ones are dimmed: a list that fits another number of rows asks for them again.
  await expect(page.locator('.hub-stale')).toHaveCount(0);
  await still(page);
  const rules = looksAt === 'colours' ? ['color-contrast', 'link-in-text-block'] : undefined;
  const found = (await barriersOf(page, rules)).map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  );
  expect(found, what).toEqual([]);
}

/** No part of the page's title is cut off; one that only assistive technology reads has no width. */
async function expectWholeTitle(page: Page, what: string): Promise<void> {
  const cut = () =>
    page
      .locator('h1:not(.hub-visually-hidden)')
      .evaluateAll((titles) => Math.max(0, ...titles.map((title) => title.scrollWidth - title.clientWidth)));
  await expect.poll(cut, { message: `title of ${what}` }).toBeLessThanOrEqual(0);
}

async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', name);
  }, theme);
}

type Look = readonly [width: number, ...themes: ('dark' | 'light')[]];

/**
 * The widths that a screen is looked at in, and the themes at each: both arrangements of a screen by all rules, and the colours
 * of both themes. A new width or theme draws the whole page anew, so it begins as a screen is opened, at 1366 px and dark.
 */
const looks: readonly Look[] = [[1366, 'dark'], [390, 'light'], [768], [1920]];

/** `npm run test:accessibility`: both themes at both widths, which takes four minutes more. */
const allLooks: readonly Look[] = [[1366, 'dark', 'light'], [390, 'light', 'dark'], [768], [1920]];

/**
 * One of the two arrangements of a screen, its width at all of them. Screens are made of the same parts: where they take turns, each
 * part is looked at in both arrangements and themes, in half of the time.
 */
export const oneLook = (index: number): readonly Look[] =>
  index % 2 === 0 ? [[1366, 'dark'], [390], [768], [1920]] : [[1366], [390, 'light'], [768], [1920]];

/** Looks at a screen on a phone and on a laptop, a theme each, and at its width on every screen. */
export async function inspect(page: Page, name: string, { themes = wear, seen = looks } = {}): Promise<void> {
  for (const [width, ...worn] of process.env.E2E_LOOKS === 'all' ? allLooks : seen) {
    await page.setViewportSize({ width, height: 860 });
    await expectFits(page, `${name} at ${width}`);
    await expectWholeTitle(page, `${name} at ${width}`);
    for (const theme of worn) {
      await themes(page, theme);
      // A second theme differs in its colours only.
      const looksAt = theme === worn[0] ? 'everything' : 'colours';
      await expectNoBarrier(page, `${name}, ${theme}, ${width} wide`, looksAt);
    }
  }
}
