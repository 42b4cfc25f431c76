import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type pg from 'pg';
import { Api } from './support/api.ts';
import { openDatabase, strike } from './support/database.ts';
import { until } from './support/poll.ts';
import { type Platform, Sandbox } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

const [english, italian] = ['The platform restarts its servers.', 'La piattaforma riavvia i server.'];

interface Outage {
  id: number;
  openedAt: string;
  closedAt: string | null;
}

let provider: Api;
let baltica: Platform;
let integrationId: number;
let database: pg.Client;
let began: Date;
let contexts: BrowserContext[];

test.beforeAll(async () => {
  provider = await Api.signIn('admin');
  baltica = await (await Sandbox.of()).platform('Baltica');
  integrationId = (await provider.integration('Baltica')).id;
  database = await openDatabase();
  began = (await database.query<{ now: Date }>('SELECT now()')).rows[0]?.now ?? new Date();
});

// Other specs find Baltica as if it had never been down.
test.afterAll(async () => {
  await baltica?.behave();
  await Promise.all((contexts ?? []).map((context) => context.close()));
  const since = [integrationId, began];
  await database?.query('DELETE FROM outages WHERE integration_id = $1 AND opened_at >= $2', since);
  await database?.query(
    "DELETE FROM notifications WHERE created_at >= $2 AND path LIKE '/status?integration=' || $1 || '&%'",
    since,
  );
  await database?.query('DELETE FROM service_checks WHERE integration_id = $1 AND checked_at >= $2', since);
  await database?.query('DELETE FROM service_states WHERE integration_id = $1', [integrationId]);
  await database?.query(
    `UPDATE service_days SET failed_checks = 0, up_ms = up_ms + down_ms + degraded_ms, down_ms = 0, degraded_ms = 0
      WHERE integration_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'Europe/Rome')::date`,
    since,
  );
  await database?.end();
});

/** Three checks, as the clock has them every minute: so many failures open an outage, and so many good ones end it. */
async function checkThreeTimes(): Promise<void> {
  const checkedAt = async () =>
    (await provider.get<{ rows: { integration: { id: number }; checkedAt: string }[] }>('/status')).rows.find(
      ({ integration }) => integration.id === integrationId,
    )?.checkedAt;
  for (let done = 0; done < 3; done++) {
    const before = await checkedAt();
    await strike(database, 'check-services', 'minute');
    await until('a check of the services', async () => (await checkedAt()) !== before);
  }
}

/** Signs in and waits for the socket: a page gets no event of what happens before it is connected. */
async function open(page: Page, account: 'admin' | 'baltica.admin', path: string): Promise<void> {
  const connecting = page.waitForEvent('websocket', (opened) => opened.url().includes('/socket.io/'));
  await signIn(page, account, path);
  await (await connecting).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'));
}

const table = (page: Page) => page.getByRole('table', { name: 'Outages' });
const outagesOfBaltica = async () =>
  (await provider.get<{ outages: Outage[] }>(`/status/${integrationId}`)).outages;

test('[OPEN-02] a platform that stops responding has an outage by itself, which both sides see begin, hear of and see end with its length', async ({
  browser,
}) => {
  contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [admin, theirs] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
  await Promise.all([
    open(admin, 'admin', `/status?integration=${integrationId}`),
    open(theirs, 'baltica.admin', '/status'),
  ]);
  const before = await outagesOfBaltica();
  for (const page of [admin, theirs]) {
    await expect(page.getByRole('heading', { name: 'Outages' })).toBeVisible();
    await expect(table(page).getByText('Ongoing')).toHaveCount(0);
  }

  await baltica.misbehave({ http500: true });
  await checkThreeTimes();
  const [{ id } = { id: 0 }, ...earlier] = await outagesOfBaltica();
  expect(earlier).toEqual(before);
  const rowOf = (page: Page) => table(page).getByRole('row', { name: `Show Outage ${id}` });
  const panelOf = (page: Page) => page.getByRole('dialog', { name: `Outage ${id}` });
  for (const page of [admin, theirs]) {
    await expect(rowOf(page)).toContainText('Data, Gaming, Launch, Play');
    await expect(rowOf(page)).toContainText('Ongoing');
  }
  await rowOf(theirs).click();
  await expect(panelOf(theirs).getByRole('button', { name: 'Send an update' })).toHaveCount(0);

  await rowOf(admin).click();
  await panelOf(admin).getByRole('button', { name: 'Send an update' }).click();
  const message = admin.getByRole('dialog', { name: 'Update to Baltica' });
  await message.getByRole('textbox', { name: 'English text' }).fill(english);
  await message.getByRole('textbox', { name: 'Italian text' }).fill(italian);
  await message.getByRole('button', { name: 'Send' }).click();
  await toastSays(admin, 'Update sent');
  await expect(panelOf(theirs).getByRole('region', { name: 'Timeline' })).toContainText(english);
  const notices = await until('the notification of the message', async () => {
    const all = await (await Api.signIn('baltica.admin')).get<{ description: string }[]>('/notifications');
    return all.some(({ description }) => description.includes(english)) && all;
  });
  expect(notices.filter(({ description }) => description.includes(english))).toHaveLength(1);

  await baltica.behave();
  await checkThreeTimes();
  const ended = (await outagesOfBaltica()).find((one) => one.id === id);
  const { openedAt = '', closedAt } = ended ?? {};
  const seconds = Math.round((Date.parse(closedAt ?? '') - Date.parse(openedAt)) / 1_000);
  expect(seconds).toBeGreaterThan(0);
  for (const page of [admin, theirs]) {
    await expect(rowOf(page)).toContainText('Over');
    await expect(rowOf(page)).toContainText(
      seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`,
    );
    await expect(panelOf(page)).toContainText('Outage ended');
  }
});
