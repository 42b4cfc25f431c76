import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { mailFor } from './support/inbox.ts';
import { Sandbox } from './support/sandbox.ts';
import { choose, pick, plain } from './support/screen.ts';
import { type Account, signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';
import { sheetOf } from './support/workbook.ts';

test.describe.configure({ mode: 'serial' });

test.describe('settings of an administrator', () => {
  let context: BrowserContext;
  let page: Page;
  let sandbox: Sandbox;
  const address = 'accounts@reports-test.example';

  const columnOf = (name: string): Locator => page.getByRole('region', { name, exact: true });

  test.beforeAll(async ({ browser }) => {
    sandbox = await Sandbox.of();
    context = await browser.newContext();
    page = await context.newPage();
    await signIn(page, 'admin', '/settings?view=board');
  });
  test.afterAll(() => context.close());

  test('[SET-02][SET-03][SET-04][SET-08][ERR-045] a custom report reaches a typed address with its workbook, and stands on the board', async () => {
    // Others may have had reports sent before: the card of this one is the one that comes on top of theirs.
    const cards = columnOf('Completed').getByRole('article', { name: 'Report by email, custom' });
    await expect(columnOf('Completed').getByRole('article').first()).toBeVisible();
    const before = await cards.count();
    await choose(page, 'Report type', 'Custom');
    const send = page.getByRole('button', { name: 'Send report' });
    await expect(send).toBeDisabled();
    await page.getByRole('textbox', { name: 'Another address' }).fill(address);
    await page.getByRole('textbox', { name: 'Another address' }).press('Enter');
    await pick(page, 'Integration', ['Alpina']);
    // Another integration does not affect administrators.
    await expect(send).toBeDisabled();
    await page.getByRole('textbox', { name: 'Another address' }).fill(address);
    await page.getByRole('textbox', { name: 'Another address' }).press('Enter');
    await send.click();
    await toastSays(page, 'Reports request created successfully');
    await expect(page.getByRole('button', { name: `Remove ${address}` })).toHaveCount(0);

    const mail = await mailFor(sandbox, address);
    const text = plain(mail.text);
    for (const part of ['Integrations: Alpina', 'Time zone: Europe/Rome', 'Net win and due: not included']) {
      expect(text).toContain(part);
    }
    expect(mail.attachments.map(({ name }) => name)).toEqual([
      // The last whole month, as nothing else was chosen.
      expect.stringMatching(/^report-\d{4}-\d\d-01-\d{4}-\d\d-(?:28|29|30|31)\.xlsx$/),
    ]);
    const file = await fetch(new URL(mail.attachments[0]?.url ?? '', sandbox.url));
    const rows = await sheetOf(new Uint8Array(await file.arrayBuffer()), 'Detailed Report');
    expect(rows.filter((row) => row.Level === 'Integration').map((row) => row.Integration)).toEqual([
      'Alpina',
    ]);
    expect(rows[0]).not.toHaveProperty('Due');

    // A mail arrives a moment before the job that sends it has ended.
    await expect(cards).toHaveCount(before + 1);
    const card = cards.first();
    await card.getByRole('button', { expanded: false }).click();
    await expect(card).toContainText('Creator');
    await expect(card).toContainText('admin');
    await expect(card).toContainText('Alpina');
    await expect(card).toContainText('Addresses reached: 1 of 1');
    const recipients = card.getByRole('list', { name: 'Recipients' });
    await expect(recipients.getByRole('listitem').filter({ hasText: address })).toContainText('Sent');
  });

  test('[JOBS-14][JOBS-15][JOBS-20][OPEN-56] the reports of the clock wait among the delayed jobs', async () => {
    for (const type of ['daily', 'monthly', 'italy games']) {
      const card = columnOf('Delayed').getByRole('article', { name: `Report by email, ${type}` });
      await expect(card).toContainText(/Starts in \d/);
    }
    // Fetches that missed a platform may stand there; no report does.
    await expect(columnOf('Failed').getByRole('article', { name: /Report by email/ })).toHaveCount(0);
  });

  test('keeps the sections in sight down to the jobs, and marks the one that is read', async () => {
    await page.goto('/settings');
    const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
    const jobs = page.getByRole('region', { name: 'Jobs' });
    await expect(sections.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'location');
    await expect(page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1)).toBeVisible();
    await page.mouse.move(900, 500);
    // What is above the jobs grows while it loads: a person scrolls on.
    await expect(async () => {
      await page.mouse.wheel(0, 10_000);
      await expect(sections.getByRole('link', { name: 'Jobs' })).toHaveAttribute('aria-current', 'location', {
        timeout: 500,
      });
    }).toPass();
    await expect(sections).toBeInViewport({ ratio: 1 });
    const [beside, form] = [
      await jobs.boundingBox(),
      await page.getByRole('region', { name: 'Language' }).boundingBox(),
    ];
    expect(beside?.x).toBe(form?.x);
  });

  test('[JOBS-16][JOBS-19] the same jobs stand in one table, which opens them beside it', async () => {
    await page.goto('/settings');
    const table = page.getByRole('table', { name: 'Jobs' });
    const row = table.getByRole('row', { name: 'Report by email, daily' });
    await expect(row).toContainText('Delayed');
    await expect(row).toContainText(/in \d/);
    const field = page.getByRole('textbox', { name: 'Search jobs' });
    await field.fill('custom alpina');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/settings\?jobs=custom/);
    const sent = table.getByRole('row', { name: 'Report by email, custom' }).first();
    await expect(sent).toContainText('Addresses reached: 1 of 1');
    await sent.click();
    const panel = page.getByRole('dialog', { name: 'Report by email, custom' });
    await expect(panel.getByRole('list', { name: 'Recipients' })).toContainText(address);
    await expect(panel).toContainText('Took');
    await panel.press('Escape');
    await expect(panel).toHaveCount(0);
  });

  test('[SET-09][SET-10][SET-11][ERR-046] the user guide goes to typed addresses, and its page opens without an account', async ({
    browser,
  }) => {
    const send = page.getByRole('button', { name: 'Send guide' });
    await send.click();
    await expect(page.getByText('Please enter at least one email address')).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Email addresses' });
    await field.fill('no-one');
    await field.press('Enter');
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await field.fill('reader@reports-test.example');
    await send.click();
    await toastSays(page, 'Emails sent successfully');
    const mail = await mailFor(sandbox, 'reader@reports-test.example');
    const link = /https?:\/\/\S+user-guide/.exec(mail.text)?.[0] ?? '';
    const stranger = await browser.newPage();
    await stranger.goto(link);
    await expect(stranger.getByRole('heading', { level: 1, name: 'User guide of Ludus Hub' })).toBeVisible();
    await stranger.close();
  });

  test('[MAIL-01] to [MAIL-06][ERR-053][ERR-054][ERR-055] an address is put on the mailing list, edited and taken off', async () => {
    await page.goto('/mailing-list');
    const row = page.getByRole('row', { name: new RegExp(address) });
    await page.getByRole('button', { name: 'Add recipient' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Email' }).fill(address);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText('Please select at least one integration, or ALL')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Integration' }).fill('Baltica');
    await page.getByRole('option', { name: 'Baltica' }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await toastSays(page, 'Email added successfully');
    await expect(row).toContainText('Baltica');
    await expect(row).toContainText('Daily');
    await expect(row).toContainText('None sent yet');

    await row.getByRole('button', { name: `Edit ${address}` }).click();
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeDisabled();
    await dialog.getByRole('switch', { name: 'ALL' }).press('Space');
    await choose(dialog, 'Report type', 'Monthly');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Email edited successfully');
    await expect(row).toContainText('ALL');
    await expect(row).toContainText('Monthly');

    await row.getByRole('button', { name: `Edit ${address}` }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const sure = page.getByRole('dialog', { name: 'Are you sure?' });
    await sure.getByRole('button', { name: 'Yes' }).click();
    await toastSays(page, 'Email deleted successfully');
    await expect(row).toHaveCount(0);
  });

  test('on a phone the types of a report stand in two rows, and none of them is cut', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/settings');
    const types = page.getByRole('radiogroup', { name: 'Report type' });
    await expect(types).toBeVisible();
    const group = await types.boundingBox();
    // With the four in one row Italian names were cut.
    for (const name of ['Daily', 'Custom', 'Monthly', 'Italy games']) {
      const type = await types.getByText(name, { exact: true }).boundingBox();
      if (group === null || type === null) throw new Error(`${name} is not shown.`);
      expect(type.y + type.height).toBeLessThanOrEqual(group.y + group.height);
      expect(type.x + type.width).toBeLessThanOrEqual(
        group.x + group.width / (name === 'Daily' || name === 'Monthly' ? 2 : 1),
      );
    }
  });
});

test.describe('everyone else', () => {
  for (const account of ['manager', 'alpina.admin', 'alpina.guest'] as Account[]) {
    test(`[ROLE-06][ROLE-12][NAV-25] ${account} sees its own settings only, and no mailing list`, async ({
      page,
    }) => {
      await signIn(page, account, '/settings');
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        ...(account === 'alpina.admin' ? ['Your account'] : []),
        'Language',
        'Appearance',
        'Security',
        'API tokens',
        ...(account === 'alpina.admin' ? ['Company', 'Webhooks'] : []),
      ]);
      await expect(page.getByRole('link', { name: 'Mailing list' })).toHaveCount(0);
      await page.goto('/mailing-list');
      await expect(page).not.toHaveURL(/mailing-list/);
      const api = await Api.signIn(account);
      for (const path of ['/mailing-list-reports', '/jobs/all/reports']) {
        expect((await api.send('GET', path)).status).toBe(403);
      }
    });
  }
});

test('a program reads with an API token what it was given, until the token is revoked', async ({ page }) => {
  await signIn(page, 'alpina.manager', '/settings');
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API token' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly import');
  await form.getByRole('button', { name: 'Read sessions' }).click();
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Save the token Nightly import' });
  const token = await shown.getByRole('textbox', { name: 'API token' }).inputValue();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  const statusOf = async (path: string) => {
    const response = await fetch(new URL(path, page.url()), {
      headers: { authorization: `Bearer ${token}` },
    });
    return response.status;
  };
  const sessions = '/api/bookkeeping/sessions/range?from=2026-01-01&to=2026-01-02';
  expect([await statusOf(sessions), await statusOf('/api/bookkeeping/daily-stats')]).toEqual([200, 403]);
  await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await toastSays(page, 'Token revoked');
  expect(await statusOf(sessions)).toBe(401);
});
