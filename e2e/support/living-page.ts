import { type Page, test as plain } from '@playwright/test';
import { leave } from './sign-in.ts';

/**
 * Tests whose `page` lives on from test to test in their file. To load the application takes ten times the processor time of
 * going to a screen inside of it, and a sign-in as the same person goes there. A page that was closed or that does not get
 * back to its start is replaced; what a test routes, measures or emulates ends with it.
 */
export const test = plain.extend<object, { living: { file: string; page?: Page } }>({
  living: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are needed
    async ({}, use) => {
      const living: { file: string; page?: Page } = { file: '' };
      await use(living);
      await living.page?.context().close();
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, living, viewport }, use, { file }) => {
    if (living.file !== file || living.page === undefined || living.page.isClosed()) {
      await living.page?.context().close();
      Object.assign(living, { file, page: await (await browser.newContext()).newPage() });
    }
    const page = living.page as Page;
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
    if (page.isClosed()) return;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ reducedMotion: null, media: null, colorScheme: null });
    await page.evaluate(() => localStorage.clear());
    await leave(page);
  },
});
