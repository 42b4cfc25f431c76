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

/** `npm run test:accessibility`: both themes on a laptop and on a phone, and the width of every screen. It takes minutes more. */
const allLooks: readonly Look[] = [[1366, 'dark', 'light'], [390, 'light', 'dark'], [768], [1920]];

/**
 * One of the two arrangements of a screen by all rules, its width at both. A new width draws the whole page anew, so a look begins
 * as a screen is opened, at 1366 px. Screens are made of the same parts: where they take turns, each part is looked at in both
 * arrangements and themes.
 */
const oneLook = (turn: number): readonly Look[] =>
  turn % 2 === 0 ? [[1366, 'dark'], [390]] : [[1366], [390, 'light']];

interface Inspection {
  /** Screens that are looked at one after the other take turns by it. */
  turn?: number;
  themes?: typeof wear;
}

/** Looks at a screen on a laptop or on a phone, and at its width on both. */
export async function inspect(
  page: Page,
  name: string,
  { turn = 0, themes = wear }: Inspection = {},
): Promise<void> {
  for (const [width, ...worn] of process.env.E2E_LOOKS === 'all' ? allLooks : oneLook(turn)) {
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
  // What follows in a test finds the window it began with.
  await page.setViewportSize({ width: 1366, height: 860 });
}
