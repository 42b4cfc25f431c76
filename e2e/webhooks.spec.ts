import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectNoGraveBarrier } from './support/gates.ts';
import { until } from './support/poll.ts';
import { type ReceivedCall, Sandbox, type WebhookReceiver } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

const name = 'Ledger of Alpina';
const title = (text: string) => ({ name: text, exact: true });
let sandbox: Sandbox;
let receiver: WebhookReceiver;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  sandbox = await Sandbox.of();
  receiver = sandbox.receiver('ledger');
  context = await browser.newContext();
  page = await context.newPage();
});
test.afterAll(async () => {
  await context.close();
  const api = await Api.signIn('admin');
  const { rows } = await api.get<{ rows: { id: number; name: string }[] }>('/webhooks');
  for (const { id } of rows.filter((one) => one.name === name || one.name === 'Of Baltica'))
    await api.send('DELETE', `/webhooks/${id}`);
});

const panel = () => page.getByRole('dialog', title(name));
const row = (state: string) => panel().getByRole('row').filter({ hasText: state });
const press = (label: string) => panel().getByRole('button', title(label)).click();

/** The secret that the dialog shows this once. */
async function savedSecret(): Promise<string> {
  const dialog = page.getByRole('dialog', title(`Save the secret of ${name}`));
  const secret = await dialog.getByRole('textbox', title('Secret')).inputValue();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await dialog.getByRole('button', title('I have saved it')).click();
  await expect(dialog).toHaveCount(0);
  return secret;
}

/** Waits for so many calls, and returns the newest of them. */
const nthCall = (count: number): Promise<ReceivedCall> =>
  until(`call ${count} of the receiver`, async () => {
    const calls = await receiver.calls();
    return calls.length >= count && calls[0];
  });

test('an administrator creates a webhook, whose test reaches a receiver that verifies it', async () => {
  await signIn(page, 'admin', '/settings');
  await page.getByRole('button', title('Create webhook')).click();
  const form = page.getByRole('dialog', title('Create a webhook'));
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await form.getByRole('combobox', { name: 'Integration' }).click();
  await page.getByRole('option', title('Alpina')).click();
  await form.getByRole('button', title('Create webhook')).click();
  await expect(form.getByText('Choose at least one.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'Ticket answered' }).check();
  await expectNoGraveBarrier(page, 'the form of a webhook');
  await form.getByRole('button', title('Create webhook')).click();
  await receiver.knows(await savedSecret());

  await page.getByRole('button', title(`Deliveries of ${name}`)).click();
  await press('Send a test');
  expect(await nthCall(1)).toMatchObject({ type: 'test', verdict: 'valid', status: 204, signatures: 1 });
  await expect(row('Delivered')).toContainText('204');
  await page.reload();
  // The address opens it, and no one sees the secret again.
  await expect(row('Delivered')).toContainText('Test');
  await expect(page.getByText('whsec_')).toHaveCount(0);
});

test('what a failing receiver has refused waits with its attempts, and arrives when it is sent again by hand', async () => {
  await receiver.fails(1, 503);
  await press('Send a test');
  const failed = await nthCall(2);
  expect(failed).toMatchObject({ verdict: 'valid', status: 503, isRepeat: false });
  await row('Waiting').click();
  const attempts = panel().getByRole('list', title('Attempts'));
  await expect(attempts).toContainText('503');
  await expect(panel().getByText(/^Next attempt/)).toBeVisible();
  await expectNoGraveBarrier(page, 'the deliveries of a webhook');
  await press('Send again');
  await toastSays(page, 'Queued again');
  // The same message, so that a receiver that has it already would not take it twice.
  expect(await nthCall(3)).toMatchObject({ messageId: failed.messageId, verdict: 'valid', status: 204 });
  await expect(attempts.getByRole('listitem')).toHaveCount(2);
  await expect(row('Delivered')).toHaveCount(2);
});

test('a new secret signs beside the old one, so that a receiver may know either', async () => {
  await press('New secret');
  const confirm = page.getByRole('dialog', title(`New secret for ${name}?`));
  await confirm.getByRole('button', title('New secret')).click();
  await expect(page.getByText('The old secret is valid for another 24 hours.')).toBeVisible();
  const fresh = await savedSecret();
  await press('Send a test');
  // It knows the old one only.
  expect(await nthCall(4)).toMatchObject({ verdict: 'valid', signatures: 2, matches: [0] });
  await receiver.knows(fresh);
  await press('Send a test');
  expect(await nthCall(5)).toMatchObject({ verdict: 'valid', signatures: 2, matches: [0] });
});

test('an administrator of Alpina sees its webhooks only, and its managers see none', async ({ browser }) => {
  const api = await Api.signIn('admin');
  const { id: integrationId } = await api.integration('Baltica');
  const made = await api.send('POST', '/webhooks', {
    ...{ name: 'Of Baltica', url: receiver.url, events: ['ticket.answered'], integrationId },
  });
  expect(made.status).toBe(200);
  const theirs = await browser.newContext();
  const own = await theirs.newPage();
  await signIn(own, 'alpina.admin', '/settings');
  const list = own.getByRole('list', title('Webhooks'));
  await expect(list.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  // The demo's own.
  await expect(list.getByRole('listitem').filter({ hasText: 'Data warehouse' })).toContainText('On');
  await expect(list.getByText('Of Baltica')).toHaveCount(0);
  await theirs.close();
  const managers = await browser.newContext();
  const other = await managers.newPage();
  await signIn(other, 'alpina.manager', '/settings');
  await expect(other.getByRole('heading', title('API tokens'))).toBeVisible();
  await expect(other.getByRole('heading', title('Webhooks'))).toHaveCount(0);
  await managers.close();
});
