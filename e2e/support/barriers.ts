import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits for fonts and for movements that end. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** No serious or critical finding of axe in the dark theme. */
export async function expectNoGraveBarrier(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await still(page);
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  expect(grave, what).toEqual([]);
}

/** The page is no wider than its window. */
export async function expectFits(page: Page, what: string): Promise<void> {
  await still(page);
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(content, what).toBeLessThanOrEqual(view);
}
