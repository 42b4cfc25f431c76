import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/** What a toast on the screen lies over, of the head, the bars and the job widget. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('.mantine-Notification-root')?.getBoundingClientRect();
    if (toast === undefined) return ['no toast'];
    const kept = [...document.querySelectorAll('header, nav, aside, [class*="bar"] > [class*="actions"]')];
    return kept.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const lies = left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom;
      return lies ? [element.outerHTML.slice(0, 120)] : [];
    });
  });
}

for (const width of [1366, 390]) {
  test(`at ${width} px a toast leaves the head, the navigation and the job widget free`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, 'admin', '/sessions');
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await toastSays(page, 'Fetching sessions...');
    await expect(page.getByRole('complementary', { name: 'Background job' })).toBeVisible();
    expect(await covered(page)).toEqual([]);
  });
}
