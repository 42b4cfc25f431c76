import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { addDays, romeMidnight, today } from './support/days.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { mailsFor } from './support/inbox.ts';
import { origin } from './support/origin.ts';
import { until } from './support/poll.ts';
import { Sandbox } from './support/sandbox.ts';
import { choose, pick, plain } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

const description = 'Release of new games, announced by a test.';
const day = addDays(today(), 15);
/** `4 December 2026`, as the calendar and the messages write it. */
const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(`${day}T12:00:00Z`),
);
const writtenItalian = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(`${day}T12:00:00Z`),
);
const title = `Maintenance on ${written}`;

interface Notice {
  id: number;
  title: string;
  maintenanceId: number | null;
}

test.describe.configure({ mode: 'serial' });

test.describe('a maintenance, from the announcement to the answers', () => {
  let contexts: BrowserContext[];
  let admin: Page;
  let alpina: Page;
  let sandbox: Sandbox;
  let maintenanceId: number;
  /** Bodies of everything Alpina's browser was sent by the hub. */
  const sentToAlpina: string[] = [];

  const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ });
  async function unseen(page: Page): Promise<number> {
    return Number(/(\d+) unread/.exec(await bell(page).innerText())?.[1] ?? 0);
  }
  const entry = () => admin.getByRole('list', { name: 'Upcoming' }).locator('> li', { hasText: description });
  const answerOf = (name: string) =>
    entry()
      .getByRole('list', { name: 'Answers of the integrations' })
      .getByRole('listitem')
      .filter({ hasText: name });

  test.beforeAll(async ({ browser }) => {
    sandbox = await Sandbox.of();
    // One reads Italian, the other has chosen nothing and is written to in English.
    const chosen = await (await Api.signIn('baltica.admin')).send('PUT', '/user/preferences', {
      language: 'it',
    });
    expect(chosen.status).toBe(200);
    contexts = await Promise.all([browser.newContext(), browser.newContext()]);
    [admin, alpina] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
    alpina.on('response', async (response) => {
      if (!response.url().startsWith(`${origin()}/api/`)) return;
      sentToAlpina.push(await response.text().catch(() => ''));
    });
  });

  test.afterAll(async () => {
    await (await Api.signIn('baltica.admin')).send('PUT', '/user/preferences', { language: 'en' });
    await Promise.all(contexts.map((context) => context.close()));
  });

  test('[MAINT-01][MAINT-02][MAINT-10][ERR-025][SHELL-06] is announced to two integrations, whose people see the bell count at once', async () => {
    await signIn(alpina, 'alpina.admin', '/settings');
    await expect(bell(alpina)).toContainText('unread');
    const before = await unseen(alpina);
    await signIn(admin, 'admin', '/maintenances');
    await expect(admin.getByRole('list', { name: 'Upcoming' })).toBeVisible();
    await admin.getByRole('button', { name: 'New maintenance' }).click();
    await admin.getByRole('button', { name: 'Announce maintenance' }).click();
    for (const text of ['Description is required', 'Date is required', 'Severity is required']) {
      await expect(admin.getByText(text)).toBeVisible();
    }
    await expect(admin.getByText('At least one integration is required')).toBeVisible();
    await admin.getByRole('textbox', { name: 'Description' }).fill(description);
    const shown = admin.getByRole('button', { name: written, exact: true });
    await expect(admin.getByRole('button', { name: 'Next month' })).toBeVisible();
    if (!(await shown.isVisible())) await admin.getByRole('button', { name: 'Next month' }).click();
    await shown.click();
    await choose(admin, 'Severity', 'High');
    await pick(admin, 'Integrations to notify', ['Alpina', 'Baltica']);
    await admin.getByRole('button', { name: 'Announce maintenance' }).click();
    await toastSays(admin, 'Maintenance create');
    await expect(entry()).toContainText('Overall status: Pending');
    await expect(answerOf('Alpina')).toContainText('Pending');
    await expect(admin).toHaveURL(/\?.*id=\d+/);
    maintenanceId = Number(new URL(admin.url()).searchParams.get('id'));
    await expect.poll(() => unseen(alpina)).toBe(before + 1);
  });

  test('[MAINT-10] is in the mail of each told person, in their language, with date, zone, severity and a link, and names no one else', async () => {
    const mail = async (account: string, subject: string) => {
      const mails = await until(`the mail to ${account}`, async () => {
        const found = (await mailsFor(sandbox, `${account}@ludus.example`)).filter(
          (one) => one.subject === subject && one.text.includes(description),
        );
        return found.length > 0 && found;
      });
      expect(mails).toHaveLength(1);
      return plain(mails[0]?.text ?? '');
    };
    const link = `${origin()}/notifications?maintenance=${maintenanceId}`;
    const english = await mail('alpina.admin', title);
    for (const part of [`Date: ${written} (Europe/Rome).`, 'Severity: High.', link]) {
      expect(english).toContain(part);
    }
    expect(english).not.toContain('Baltica');
    const italian = await mail('baltica.admin', `Manutenzione del ${writtenItalian}`);
    for (const part of [`Data: ${writtenItalian} (Europe/Rome).`, 'Gravità: Alta.', link]) {
      expect(italian).toContain(part);
    }
    expect(italian).not.toContain('Alpina');
  });

  test('[NOTIF-08][NOTIF-10][NOTIF-11][MAINT-08] is denied and then confirmed from the link of the mail, and the provider’s list follows without a reload', async () => {
    const before = await unseen(alpina);
    await alpina.goto(`/notifications?maintenance=${maintenanceId}`);
    await expect(alpina.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect.poll(() => unseen(alpina)).toBe(before - 1);
    const question = alpina.getByRole('group', { name: 'Confirm availability?' });
    await question.getByRole('button', { name: 'No' }).click();
    await question.getByRole('textbox').fill('No staff that night');
    await question.getByRole('button', { name: 'Send No' }).click();
    await expect(alpina.getByRole('status').filter({ hasText: /^Not available$/ })).toBeVisible();
    await expect(answerOf('Alpina')).toContainText('Denied');
    await expect(entry()).toContainText('Overall status: Denied');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(alpina.getByText('Availability confirmed')).toBeVisible();
    await expect(answerOf('Alpina')).toContainText('Confirmed');
    await expect(answerOf('Baltica')).toContainText('Pending');
    await expect(entry()).toContainText('Overall status: Pending');
  });

  test('[OPEN-02][OPEN-21][ROLE-09] never shows one integration the other', async () => {
    await expect.poll(() => sentToAlpina.some((body) => body.includes(description))).toBe(true);
    for (const body of sentToAlpina) expect(body).not.toContain('Baltica');
    const baltica = await Api.signIn('baltica.admin');
    const own = await baltica.ask<unknown>(`/maintenances/${maintenanceId}`);
    expect(own.status).toBe(200);
    expect(JSON.stringify(own.body)).not.toContain('Alpina');
    expect(JSON.stringify(await baltica.get<Notice[]>('/notifications'))).not.toContain('Alpina');
    expect((await baltica.ask('/maintenances')).status).toBe(403);

    const alpinas = await (await Api.signIn('alpina.admin')).get<Notice[]>('/notifications');
    const notice = alpinas.find((one) => one.maintenanceId === maintenanceId);
    const foreign = await baltica.send('PUT', `/notifications/update/${notice?.id}`, { confirmation: false });
    expect(foreign.status).toBe(404);
    await expect(answerOf('Alpina')).toContainText('Confirmed');
  });

  test('reaches the platforms of the told integrations, and those alone', async () => {
    const held = async (name: string) => {
      const { key } = (await sandbox.platform(name)).facts;
      const response = await fetch(`${sandbox.url}/p/${key}/maintenances`);
      const { maintenances } = (await response.json()) as { maintenances: { id: string }[] };
      return maintenances.filter(({ id }) => id === String(maintenanceId));
    };
    for (const name of ['Alpina', 'Baltica']) {
      const [notice] = await until(`the notice at ${name}`, async () => {
        const found = await held(name);
        return found.length > 0 && found;
      });
      expect(notice).toMatchObject({ description, severity: 'high', startsAt: romeMidnight(day) });
    }
    expect(await held('Castello')).toEqual([]);
  });

  test('[MAINT-05][MAINT-06][MAINT-09] is found again by its filters, also on a phone, without barriers', async () => {
    await expectNoGraveBarrier(admin, 'maintenances');
    const { id } = await (await Api.signIn('admin')).integration('Alpina');
    await admin.goto(`/maintenances?view=last&integrations=${id}`);
    await expect(entry()).toBeVisible();
    await admin.setViewportSize({ width: 390, height: 844 });
    await expect(entry()).toBeVisible();
    await expectFits(admin, 'announced maintenances on a phone');
    await choose(admin, 'Announced or new maintenances', 'New');
    await expect(admin.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await expectFits(admin, 'a new maintenance on a phone');
    await expectNoGraveBarrier(alpina, 'notifications');
    await alpina.setViewportSize({ width: 390, height: 844 });
    await expectFits(alpina, 'a notification on a phone');
    await alpina.getByRole('button', { name: 'Back' }).click();
    await expect(alpina.getByRole('list', { name: 'Notifications, newest first' })).toBeVisible();
  });
});
