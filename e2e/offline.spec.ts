import { expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { mailFor, mailsFor } from './support/inbox.ts';
import { Sandbox } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

const notReached = 'Error trying to connect to the server.';

const bar = (page: Page) => page.getByText("You're offline. Data may be out of date.");
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });

/** The changes that leave the page from now on, as method and path. */
function changesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

test('without a connection a change fails in words and is not made later, and reads come back by themselves', async ({
  page,
}) => {
  const api = await Api.signIn('admin');
  const made = await api.send('POST', '/user/kc/new', {
    username: 'wanda-field',
    email: 'wanda-field@alpina.example',
    role: 'integration_guest',
    integration: 'Alpina',
  });
  expect(made.status).toBe(200);
  await signIn(page, 'admin', '/users?search=wanda-field');
  await row(page, 'wanda-field').click();
  await page.getByRole('button', { name: 'Delete' }).click();

  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  const sent = changesOf(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await toastSays(page, notReached);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent).toHaveLength(1);

  // A question that no one has asked before has no stored response, and shows that.
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Integration guest', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This comes back by itself once you are online again.',
  );
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
  await expectNoGraveBarrier(page, 'a screen without a connection');

  await page.context().setOffline(false);
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, 'wanda-field')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(sent).toHaveLength(1);
  const people = await api.get<{ username: string }[]>('/user/kc/list', { role: 'integration_guest' });
  expect(people.map(({ username }) => username)).toContain('wanda-field');
});

test('on a phone the words about a lost connection stand above the navigation', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page, 'admin', '/users');
  await expect(page.getByRole('navigation').last()).toBeVisible();
  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();
  const overlap = async () => {
    const words = await bar(page).boundingBox();
    const navigation = await page.getByRole('navigation').last().boundingBox();
    return (words?.y ?? 900) + (words?.height ?? 0) - (navigation?.y ?? 0);
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
  await expectFits(page, 'a phone without a connection');
  await context.close();
});

test('a double click on Send sends once', async ({ page }) => {
  await signIn(page, 'admin', '/settings');
  const sent = changesOf(page);
  const address = 'twice@clicks.example';
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(address);
  await page.getByRole('button', { name: 'Send guide' }).dblclick();
  await toastSays(page, 'Emails sent successfully');
  expect(sent).toEqual(['POST /api/tutorial']);
  const sandbox = await Sandbox.of();
  await mailFor(sandbox, address);
  expect(await mailsFor(sandbox, address)).toHaveLength(1);
});

test('a part of the page that cannot be fetched leaves the page, and comes with the connection', async ({
  page,
}) => {
  await signIn(page, 'admin', '/users');
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  // Its code is asked for and refused.
  const refused = page.waitForEvent('console', (line) => line.text().startsWith('A part of the page'));
  await page.keyboard.press('Control+k');
  await refused;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  const palette = page.getByRole('dialog', { name: 'Search', exact: true });
  await expect(palette.getByRole('combobox')).toBeFocused();
  // With its styles: an import asks for its style sheet only once, also when that failed.
  await expect(palette.getByRole('combobox')).toHaveCSS('border-top-width', '0px');
});
