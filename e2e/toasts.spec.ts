import { expect, type Locator, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { still } from './support/gates.ts';
import { signIn } from './support/sign-in.ts';
import { holdToasts, toastSays } from './support/toasts.ts';

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
    await holdToasts(page);
    await page.getByRole('button', { name: 'Fetch sessions', exact: true }).click();
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await toastSays(page, 'Fetching sessions...');
    await expect(page.getByRole('complementary', { name: 'Background job' })).toBeVisible();
    await still(page);
    await expect.poll(() => covered(page)).toEqual([]);
  });
}

/** What of a dialog or a panel can be pressed and lies under a toast. */
function pressedUnder(place: Locator): Promise<string[]> {
  return place.evaluate((dialog) => {
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')];
    if (toasts.length === 0) return ['no toast'];
    const boxes = toasts.map((toast) => toast.getBoundingClientRect());
    const parts = [...dialog.querySelectorAll<HTMLElement>('button, a[href], input, [contenteditable]')];
    return parts.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const lies = boxes.some(
        (toast) => left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom,
      );
      return lies ? [element.outerHTML.slice(0, 120)] : [];
    });
  });
}

for (const width of [1366, 1279, 390]) {
  test(`at ${width} px a toast leaves free what can be pressed in an open ticket`, async ({
    page,
    context,
  }) => {
    const api = await Api.signIn('alpina.admin');
    const title = `Told under a toast at ${Date.now()}`;
    const { body } = await api.send<{ id: number }>('POST', '/tickets', { title, description: 'Nothing' });
    const { id } = body as { id: number };
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, 'admin', `/tickets?ticket=${id}`);
    await holdToasts(page);
    // Beside the list, over it, or as high as the window.
    const dialog =
      width === 1366
        ? page.getByRole('form', { name: 'Add answer' })
        : page.getByRole('dialog', { name: 'Ticket' });
    const field = dialog.getByRole('textbox', { name: 'Answer', exact: true });
    await field.click();
    await field.pressSequentially('Not sent');
    // Only the reply may fail: what the page is still reading would show failures of their own.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await toastSays(page, 'Something went wrong, please try again');
    await expect(page.locator('.mantine-Notification-root').first()).toBeInViewport({ ratio: 1 });
    await still(page);
    await expect.poll(() => pressedUnder(dialog)).toEqual([]);
    await context.setOffline(false);
    await api.send('DELETE', `/tickets/${id}`);
  });
}
