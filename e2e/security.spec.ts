import { type Browser, expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { signIn } from './support/sign-in.ts';
import { keepToasts, toastSays } from './support/toasts.ts';

const first = 'copper wind over 41 fields';
const second = 'velvet harbour 19 lanterns';

/** The code that an authenticator app shows now, or `ahead` times 30 seconds later. */
const codeOf = (key: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * 30_000 });

async function elsewhere(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await keepToasts(page);
  await page.goto('/');
  return page;
}

async function typePassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Makes an account of Alpina on the users page; returns its temporary password. */
async function makeAccount(page: Page, username: string): Promise<string> {
  await page.goto('/users?tab=create');
  await page.getByRole('textbox', { name: /^Username/ }).fill(username);
  await page.getByRole('textbox', { name: /^Email/ }).fill(`${username}@alpina.example`);
  for (const [label, option] of [
    [/^Role/, 'Integration manager'],
    [/^Integration/, 'Alpina'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Create user' }).click();
  const shown = page.getByRole('dialog', { name: `Temporary password of ${username}` });
  const temporary = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'Done' }).click();
  return temporary;
}

/** Signs in for the first time, and chooses a password. */
async function chooseFirst(page: Page, username: string, temporary: string): Promise<void> {
  await typePassword(page, username, temporary);
  await page.getByLabel('New password', { exact: true }).fill(first);
  await page.getByLabel('Repeat the new password').fill(first);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
}

/**
 * The sign-in page in the same browser, whose sign-in is forgotten. In a tab of its own: the old one may leave for the
 * sign-in page by itself at any moment once its sign-in has ended.
 */
async function signedOut(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  await context.clearCookies({ name: /session/ });
  const tab = await context.newPage();
  await tab.goto('/');
  return tab;
}

test.describe('how people sign in', () => {
  test.describe.configure({ mode: 'serial' });

  test('a weak password is refused, and one of their own is changed in the settings', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'admin');
    const temporary = await makeAccount(page, 'otto-linde');
    const theirs = await elsewhere(browser);
    await typePassword(theirs, 'otto-linde', temporary);
    await theirs.getByLabel('New password', { exact: true }).fill('password123');
    await theirs.getByLabel('Repeat the new password').fill('password123');
    await theirs.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(theirs.getByText('This password is easy to guess.')).toBeVisible();
    await expectNoGraveBarrier(theirs, 'a refused password');
    await theirs.getByLabel('New password', { exact: true }).fill(first);
    await theirs.getByLabel('Repeat the new password').fill(first);
    await theirs.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();

    const other = await elsewhere(browser);
    await typePassword(other, 'otto-linde', first);
    await expect(other.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();

    await theirs.goto('/settings');
    await theirs.getByRole('button', { name: 'Change password' }).click();
    const dialog = theirs.getByRole('dialog', { name: 'Change password' });
    const fill = async (current: string, next: string) => {
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password', { exact: true }).fill(next);
      await dialog.getByLabel('Repeat the new password').fill(next);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await fill('not the one', second);
    await expect(dialog.getByText('This is not your current password.')).toBeVisible();
    await fill(first, 'Alpina2025!');
    await expect(dialog.getByText('This password is easy to guess.')).toBeVisible();
    await fill(first, second);
    await toastSays(theirs, 'Password changed');
    // This sign-in goes on, the other one is over.
    await theirs.reload();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    // In a new tab: the old one leaves for the sign-in page by itself, and would cross the way there.
    const again = await other.context().newPage();
    await again.goto('/settings');
    await expect(again.getByLabel('Username')).toBeVisible();
    await theirs.context().close();
    await other.context().close();
  });

  test('a second factor is turned on, asked for, passed with a recovery code, and reset by an administrator', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'admin');
    const temporary = await makeAccount(page, 'rosa-winter');
    let theirs = await elsewhere(browser);
    await chooseFirst(theirs, 'rosa-winter', temporary);
    await theirs.goto('/settings');
    await theirs.getByRole('button', { name: 'Turn on' }).click();
    const dialog = theirs.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(first);
    await dialog.getByRole('button', { name: 'Next' }).click();
    const key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await expectNoGraveBarrier(theirs, 'the key of a second factor');
    await dialog.getByLabel('Code from the app').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('This code is wrong or was used before.')).toBeVisible();
    await dialog.getByLabel('Code from the app').fill(codeOf(key));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const list = dialog.getByRole('list', { name: 'Recovery codes' });
    await expect(list.getByRole('listitem')).toHaveCount(10);
    const codes = await list.locator('code').allInnerTexts();
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect(theirs.getByText('10 codes left.')).toBeVisible();

    theirs = await signedOut(theirs);
    await typePassword(theirs, 'rosa-winter', first);
    await expect(theirs.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expectNoGraveBarrier(theirs, 'the page that asks for a code');
    await expectFits(theirs, 'the page that asks for a code');
    // The next step's code: that of this one has turned the factor on, and no clock is waited for.
    await theirs.getByLabel('Code').fill(codeOf(key, 1));
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();

    theirs = await signedOut(theirs);
    await typePassword(theirs, 'rosa-winter', first);
    await theirs.getByRole('link', { name: 'Use a recovery code' }).click();
    await theirs.getByLabel('Recovery code').fill(codes[0] ?? '');
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();

    await page.goto('/users?search=rosa-winter');
    await page.getByRole('button', { name: /^rosa-winter / }).click();
    await page.getByRole('button', { name: 'Reset second factor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
    await toastSays(page, 'Second factor of rosa-winter reset');
    await expect(page.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0);

    theirs = await signedOut(theirs);
    await typePassword(theirs, 'rosa-winter', first);
    await expect(theirs.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
    await page.goto('/logs?search=rosa-winter');
    await expect(page.getByText('Reset the second factor of the user rosa-winter')).toBeVisible();
    await theirs.context().close();
  });

  test('wrong passwords make an unknown browser wait, and the browser of the owner goes on', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'admin');
    const temporary = await makeAccount(page, 'paul-stern');
    let owner = await elsewhere(browser);
    await chooseFirst(owner, 'paul-stern', temporary);
    const stranger = await elsewhere(browser);
    for (let time = 0; time < 5; time++) {
      await typePassword(stranger, 'paul-stern', `wrong ${time}`);
      await expect(stranger.getByText('Wrong username or password.')).toBeVisible();
    }
    await typePassword(stranger, 'paul-stern', first);
    await expect(
      stranger.getByText(/Too many failed attempts\. You can try again in \d+ seconds/),
    ).toBeVisible();
    owner = await signedOut(owner);
    await typePassword(owner, 'paul-stern', first);
    await expect(owner.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
    await page.goto('/logs?search=paul-stern');
    await expect(page.getByText(/^Refused a sign-in as "paul-stern"/)).not.toHaveCount(0);
    await owner.context().close();
    await stranger.context().close();
  });
});
