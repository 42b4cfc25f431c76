import { expect, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { signIn } from './support/sign-in.ts';

test("an administrator sees what Alpina's manager sees, changes nothing, and leaves", async ({ page }) => {
  await signIn(page, 'admin', '/integrations');
  await page.getByRole('row', { name: 'Open Alpina' }).click();
  await page.getByRole('button', { name: 'View as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as an integration' });
  await expect(dialog.getByRole('radio', { name: 'Manager' })).toBeChecked();
  await dialog.getByRole('button', { name: 'View' }).click();

  const bar = page.getByRole('region', { name: 'View as an integration' });
  await expect(bar).toContainText('You see what a manager of Alpina sees');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(menu.getByRole('link', { name: 'Sessions' })).toBeVisible();
  for (const entry of ['Tickets', 'Users', 'Integrations', 'Logs'])
    await expect(menu.getByRole('link', { name: entry })).toHaveCount(0);

  // Only its rows, and the view outlives a reload.
  const list = page.waitForResponse((response) => response.url().includes('/api/bookkeeping/sessions/range'));
  await page.goto('/session-list');
  const { rows } = (await (await list).json()) as { rows: { integration: { name: string } }[] };
  expect([...new Set(rows.map(({ integration }) => integration.name))]).toEqual(['Alpina']);
  await expect(bar).toBeVisible();
  expect((await page.goto('/tickets'))?.ok()).toBe(true);
  await expect(page.getByText("You don't have access to Tickets.")).toBeVisible();

  // Whatever a screen still offers, the server refuses.
  const refused = await page.evaluate(async () => {
    const { grant } = JSON.parse(sessionStorage.getItem('ludus.view-as') ?? '{}') as { grant: string };
    const tokens = Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1];
    const { access_token } = JSON.parse(String(tokens)) as { access_token: string };
    const response = await fetch('/api/user/preferences', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'x-view-as': grant,
      },
      body: '{"language":"it"}',
    });
    return { status: response.status, message: ((await response.json()) as { message: string }).message };
  });
  expect(refused).toEqual({
    status: 403,
    message:
      'You are viewing as an integration, which only reads. Leave the view to change or send something.',
  });

  await bar.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpina' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Tickets' })).toBeVisible();

  interface Entry {
    description: string;
    user: { username: string };
  }
  const api = await Api.signIn('admin');
  const { rows: said } = await api.get<{ rows: Entry[] }>('/logs', { typeId: 27, limit: 2 });
  expect(said.map(({ user }) => user.username)).toEqual(['admin', 'admin']);
  expect(said.map(({ description }) => description.replace(/\d+ min/, 'n min'))).toEqual([
    'Stopped viewing Alpina as its manager after n min',
    'Began to view Alpina as its manager',
  ]);
});
