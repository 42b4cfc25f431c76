import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { inspect } from './support/inspect.ts';
import { test } from './support/living-page.ts';
import { type Platform, type PlatformSession, Sandbox, someSession } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';

// A day that no other spec looks at, before any history of the sandbox.
const day = '2026-02-04';
const player = 'open-sessions-player';
let meridiana: Platform;
let integrationId: number;
let planted: PlatformSession[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const admin = await Api.signIn('admin');
  meridiana = await (await Sandbox.of()).platform('Meridiana');
  planted = [1, 2, 3].map((hour) =>
    someSession(meridiana, {
      userId: player,
      isOpen: true,
      bet: hour * 1_000,
      createdAt: `${day}T0${hour}:00:00.000Z`,
    }),
  );
  await meridiana.put(planted);
  integrationId = (await admin.integration('Meridiana')).id;
  const job = await admin.fetchAndWait(day, day, [integrationId]);
  if (job.state !== 'completed') throw new Error(`The open sessions were not fetched: ${job.error}`);
});

test.afterAll(() => meridiana.forget());

const address = () => `/open-sessions?ages=over30d&integrations=${integrationId}`;
const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Open sessions' }).locator('tbody tr[tabindex]');
const boxOf = (page: Page, { sessionId }: PlatformSession) =>
  page.getByRole('checkbox', { name: `Select session ${sessionId}` });
const results = (page: Page, name: RegExp) => page.getByRole('region', { name });

test('a cell leads to its sessions; several are refreshed at once, with a result for each that stays at the job', async ({
  page,
}) => {
  const [ended, still] = planted as [PlatformSession, PlatformSession, PlatformSession];
  await signIn(page, 'admin', '/session-list');
  await page.getByRole('radio', { name: 'Open sessions' }).locator('..').click();
  await expect(page).toHaveURL('/open-sessions');
  await page.getByRole('button', { name: /^Meridiana, Over 30 days:/ }).click();
  await expect(page).toHaveURL(address());
  for (const session of planted)
    await expect(rowsOf(page).filter({ hasText: session.sessionId })).toContainText(player);

  await meridiana.put([{ ...ended, isOpen: false, updatedAt: new Date().toISOString() }]);
  await boxOf(page, ended).check();
  await boxOf(page, still).check();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const panel = results(page, /^Refresh of 2 sessions$/);
  await expect(panel.getByRole('row').filter({ hasText: ended.sessionId })).toContainText('Closed');
  await expect(panel.getByRole('row').filter({ hasText: still.sessionId })).toContainText('Still open');
  await expect(rowsOf(page).filter({ hasText: ended.sessionId })).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]job=[0-9a-f-]{36}/);

  await page.reload();
  await expect(panel.getByRole('row').filter({ hasText: still.sessionId })).toContainText('Still open');
  await inspect(page, 'open sessions');
});

test('the text file has the external ids of the integration', async ({ page }) => {
  const [, still] = planted as [PlatformSession, PlatformSession, PlatformSession];
  await signIn(page, 'admin', address());
  await page.getByRole('button', { name: 'ADM outage file' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Text file of Meridiana' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^open-sessions-meridiana-\d{4}-\d\d-\d\d-\d{4}\.txt$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('# Integration: Meridiana\n');
  expect(text.split('\n')).toContain(`${still.externalSessionId}\t${still.externalTicketId}`);
});

test('closing asks first, and closes what is at rest', async ({ page }) => {
  const [, , last] = planted as [PlatformSession, PlatformSession, PlatformSession];
  await signIn(page, 'manager', address());
  await boxOf(page, last).check();
  await page.getByRole('button', { name: 'Close sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close 1 session?' });
  await dialog.getByRole('button', { name: 'Close sessions' }).click();
  const panel = results(page, /^Closing of 1 session$/);
  await expect(panel.getByRole('row').filter({ hasText: last.sessionId })).toContainText('Closed');
  await expect(rowsOf(page).filter({ hasText: last.sessionId })).toHaveCount(0);
});
