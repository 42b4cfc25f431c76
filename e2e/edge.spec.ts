import { expect, test } from '@playwright/test';
import { signInByForm } from './support/sign-in.ts';

test('no page breaks its content policy, from the sign-in to the lists', async ({ page }) => {
  const broken: string[] = [];
  await page.exposeFunction('noteBroken', (text: string) => broken.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { noteBroken } = window as unknown as { noteBroken: (text: string) => void };
      noteBroken(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  await signInByForm(page, 'admin');
  for (const path of ['/', '/catalog', '/session-list', '/charts', '/settings', '/new-integration']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(broken).toEqual([]);
});

test('calls that come too fast are said to be so, and made again once there is time', async ({ page }) => {
  await signInByForm(page, 'admin');
  let calls = 0;
  await page.route('**/api/integrations-with-counts', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '2' },
      json: { message: 'Too many requests. Try again in 2 s.', code: 'too_many_requests' },
    });
  });
  await page.goto('/integrations');
  await expect(page.getByText('Too many requests. Try again in 2 s.')).toBeVisible();
  await expect.poll(() => calls).toBe(2);
  await expect(page.getByText('Alpina').first()).toBeVisible();
});
