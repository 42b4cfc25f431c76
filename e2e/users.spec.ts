import { type Browser, expect, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { test } from './support/living-page.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

const chosen = 'a password of my own';

/** A select whose choices are listed below it. */
async function select(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function fillNew(page: Page, username: string, role: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Username/ }).fill(username);
  await page.getByRole('textbox', { name: /^Email/ }).fill(`${username}@alpina.example`);
  await select(page, /^Role/, role);
}

/** A browser of someone else, at the sign-in page. */
async function elsewhere(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/');
  return page;
}

async function typePassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });

test.describe('users administration', () => {
  test.describe.configure({ mode: 'serial' });

  test('[USER-01][USER-06][USER-09][USER-15][OPEN-92][API-097][API-099] someone is made with a temporary password, works with one of their own, and is out once deleted', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'admin', '/users?tab=create');
    await fillNew(page, 'nina-moss', 'Integration admin');
    await select(page, /^Integration/, 'Alpina');
    await page.getByRole('button', { name: 'Create user' }).click();
    await toastSays(page, 'User created successfully');
    const shown = page.getByRole('dialog', { name: 'Temporary password of nina-moss' });
    const temporary = await shown.locator('code').innerText();
    await shown.getByRole('button', { name: 'Done' }).click();

    const theirs = await elsewhere(browser);
    await typePassword(theirs, 'nina-moss', temporary);
    await expect(theirs.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await theirs.getByLabel('New password', { exact: true }).fill(chosen);
    await theirs.getByLabel('Repeat the new password').fill(chosen);
    const socket = theirs.waitForEvent('websocket', (opened) => opened.url().includes('/socket.io/'));
    await theirs.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    const closed = (await socket).waitForEvent('close');

    await page.goto('/users?search=nina-moss');
    await row(page, 'nina-moss').click();
    await expect(page.getByRole('table', { name: 'Sign-ins' }).getByRole('row')).toHaveCount(2);
    await expectNoGraveBarrier(page, 'an open user');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await toastSays(page, 'User nina-moss deleted successfully');
    // Nothing is done in the other window: its socket is cut, and it goes to the sign-in page by itself.
    await closed;
    await expect(theirs.getByRole('heading', { level: 1, name: 'Sign in to the hub' })).toBeVisible();
    await expect(theirs.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
    await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toHaveCount(0);
    await typePassword(theirs, 'nina-moss', chosen);
    await expect(theirs.getByText('Wrong username or password.')).toBeVisible();
    await expect(row(page, 'nina-moss')).toHaveCount(0);
    await theirs.context().close();
  });

  test('[ROLE-18][ROLE-19][USER-02][USER-03][OPEN-93] an administrator of an integration is bound to its people and its roles', async ({
    page,
  }) => {
    await signIn(page, 'alpina.admin', '/users');
    await expect(row(page, 'alpina.admin')).toContainText('(You)');
    await expect(row(page, 'alpina.guest')).toBeVisible();
    await expect(row(page, 'baltica.admin')).toHaveCount(0);
    await expect(row(page, 'admin')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Sync users' })).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Integration' })).toHaveCount(0);
    await row(page, 'alpina.admin').click();
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);

    await page.getByRole('tab', { name: 'Create' }).click();
    await expect(page).toHaveURL(/tab=create/);
    await expect(page.getByRole('combobox', { name: /^Integration/ })).toBeDisabled();
    await page.getByRole('combobox', { name: /^Role/ }).click();
    await expect(page.getByRole('option')).toHaveText([
      /^Integration admin/,
      /^Integration manager/,
      /^Integration guest/,
    ]);
    await page.keyboard.press('Escape');

    const api = await Api.signIn('alpina.admin');
    const asked = { username: 'climber', email: 'climber@alpina.example' };
    const climb = { ...asked, role: 'ludus_admin' };
    const away = { ...asked, role: 'integration_guest', integration: 'Baltica' };
    expect((await api.send('POST', '/user/kc/new', climb)).status).toBe(403);
    expect((await api.send('POST', '/user/kc/new', away)).status).toBe(404);
    const admins = await (await Api.signIn('admin')).get<{ keycloakUserId: string; username: string }[]>(
      '/user/kc/list',
      { role: 'ludus_admin' },
    );
    const boss = admins.find(({ username }) => username === 'admin');
    expect((await api.send('DELETE', `/user/kc/${boss?.keycloakUserId}`)).status).toBe(404);
  });

  test('[USER-04][USER-11][USER-17][USER-18] a role is changed, users are synchronised, and a phone shows it all', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'admin', '/users?role=integration_manager');
    await row(page, 'alpina.manager').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Edit' });
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await form.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Integration guest', exact: true }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'User alpina.manager updated successfully');
    await expect(row(page, 'alpina.manager')).toHaveCount(0);
    await page.goto('/users?role=integration_guest');
    await expect(row(page, 'alpina.manager')).toBeVisible();
    await row(page, 'alpina.manager').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Integration manager', exact: true }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'alpina.manager')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sync users' }).click();
    await toastSays(page, 'Users synced');
    await expectFits(page, 'users on a phone');
    await page.getByRole('tab', { name: 'Create' }).click();
    await expectFits(page, 'a new user on a phone');
    await expectNoGraveBarrier(page, 'a new user on a phone');
  });
});
