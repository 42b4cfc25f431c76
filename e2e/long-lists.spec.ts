import { expect, test } from '@playwright/test';
import { still } from './support/gates.ts';
import { signIn } from './support/sign-in.ts';

test('[USER-04] a row that is opened below a taller open one stays where it was pressed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 480 });
  await signIn(page, 'admin', '/users');
  const rows = page.getByRole('list', { name: 'Users' });
  await rows.getByRole('button', { name: /^admin/ }).click();
  // The row grows once its sign-ins have come: what is below it is measured afterwards.
  const signIns = page.getByRole('table', { name: 'Sign-ins' });
  await expect(signIns.getByRole('cell', { name: '127.0.0.1' }).first()).toBeVisible();
  const other = rows.getByRole('button', { name: /^alpina\.manager/ });
  await other.evaluate((head) => head.scrollIntoView({ block: 'center' }));
  await still(page);
  const top = () => other.evaluate((head) => Math.round(head.getBoundingClientRect().top));
  const before = await top();
  await other.click();
  await expect(other).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('button', { name: 'Reset password' })).toBeVisible();
  await still(page);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
});

test('the rows of the list of sessions are asked for beside the code of their screen, and once', async ({
  page,
}) => {
  const asked: string[] = [];
  const calls = (url: URL) => url.pathname === '/api/bookkeeping/sessions/range';
  page.on('request', (request) => {
    if (calls(new URL(request.url()))) asked.push(request.url());
  });
  // The screen's own code is held back until the rows were asked for.
  const rows = page.waitForRequest((request) => calls(new URL(request.url())));
  await page.route(/\/assets\/session-list-[^/]+\.js$/, async (route) => {
    await rows;
    await route.continue();
  });
  await signIn(page, 'admin', '/session-list?from=2026-02-16&to=2026-02-18&sort=bet');
  await still(page);
  expect(asked).toHaveLength(1);
});
