import { type APIRequestContext, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Api, type Row } from './support/api.ts';
import { until } from './support/poll.ts';
import { Sandbox, type WebhookReceiver } from './support/sandbox.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/** The working day of an operator's engineer: the guide, a program that reads with a token, and a machine that is called. */

const name = `Warehouse of a day ${Date.now() % 100_000}`;
let admin: Api;
let alpina: number;
let receiver: WebhookReceiver;
let other: BrowserContext | undefined;

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  alpina = (await admin.integration('Alpina')).id;
  receiver = (await Sandbox.of()).receiver(`engineer-day-${Date.now()}`);
});

test.afterAll(async () => {
  await other?.close();
  for (const path of ['/webhooks', '/api-tokens']) {
    const { rows } = await admin.get<{ rows: { id: number | string; name: string }[] }>(path);
    for (const { id } of rows.filter((one) => one.name === name)) await admin.send('DELETE', `${path}/${id}`);
  }
});

const title = (text: string) => ({ name: text, exact: true });
const open = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', title(entry)).click();

/** The secret that a dialog shows this once. */
async function savedSecret(page: Page, what: string, field: string): Promise<string> {
  const dialog = page.getByRole('dialog', title(`Save the ${what} ${name}`));
  const secret = await dialog.getByRole('textbox', title(field)).inputValue();
  await dialog.getByRole('button', title('I have saved it')).click();
  await expect(dialog).toHaveCount(0);
  return secret;
}

/** What the platform has to reply, where the guide says it. */
async function readGuide(page: Page): Promise<void> {
  await open(page, 'Documentation');
  await page.getByRole('link', title('Operator guide')).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operator guide' })).toBeVisible();
  await page.getByRole('navigation', title('Contents')).getByRole('link', title('Calls')).click();
  await expect(page).toHaveURL('/operator-guide#calls');
  await expect(page.getByRole('table', title('Calls'))).toContainText('GET {data}/v1/sessions');
}

/** The provider runs the checks of the platform; they take a while. */
async function startChecks(page: Page): Promise<void> {
  await signIn(page, 'admin', `/integration/${alpina}?view=conformance`);
  await page.getByRole('button', title('Run the checks')).click();
  const dialog = page.getByRole('dialog', title('Run the checks of Alpina?'));
  await dialog.getByRole('button', title('Run the checks')).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('The checks are running')).toBeVisible();
}

/** A token that reads sessions and nothing else. */
async function makeToken(page: Page): Promise<string> {
  await open(page, 'Settings');
  await page.getByRole('button', title('Create token')).click();
  const form = page.getByRole('dialog', title('Create an API token'));
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', title('Read sessions')).click();
  await form.getByRole('button', title('Create token')).click();
  const token = await savedSecret(page, 'token', 'API token');
  expect(token).toMatch(/^ludus_/);
  await page.reload();
  const listed = page.getByRole('list', title('API tokens')).getByRole('listitem').filter({ hasText: name });
  await expect(listed).toContainText('never used');
  await expect(page.getByText(token)).toHaveCount(0);
  return token;
}

interface Changes {
  rows: Row[];
  cursor: string;
  hasMore: boolean;
}
const idsOf = ({ rows }: Changes) => rows.map(({ id }) => id);

/** A program follows the cursor through the sessions of its own integration, and gets nothing that it was not given. */
async function readSessions(request: APIRequestContext, token: string): Promise<void> {
  const get = (path: string) => request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const page = async (cursor: string): Promise<Changes> => {
    const response = await get(`/bookkeeping/sessions/changes?limit=50${cursor}`);
    expect(response.status()).toBe(200);
    return response.json();
  };
  const begun = await page('');
  const next = await page(`&cursor=${begun.cursor}`);
  for (const { rows, hasMore } of [begun, next]) {
    expect(rows).toHaveLength(50);
    expect(hasMore).toBe(true);
    expect(new Set(rows.map(({ integration }) => integration.id))).toEqual(new Set([alpina]));
  }
  expect(new Set([...idsOf(begun), ...idsOf(next)]).size).toBe(100);
  // A call can be repeated; by then, the game of a row may have its picture in another size.
  const again = await page(`&cursor=${begun.cursor}`);
  expect([again.cursor, idsOf(again)]).toEqual([next.cursor, idsOf(next)]);

  const baltica = (await admin.integration('Baltica')).id;
  expect((await get(`/bookkeeping/sessions/changes?integrationId=${baltica}`)).status()).toBe(404);
  const refused = await get('/statements');
  expect(refused.status()).toBe(403);
  expect((await refused.json()).message).toContain('lacks the scope statements:read');
}

/** A webhook whose test arrives, and which is removed again. */
async function tryWebhook(page: Page): Promise<void> {
  await page.getByRole('button', title('Create webhook')).click();
  const form = page.getByRole('dialog', title('Create a webhook'));
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await form.getByRole('checkbox', { name: 'Game visible' }).check();
  await form.getByRole('button', title('Create webhook')).click();
  await receiver.knows(await savedSecret(page, 'secret of', 'Secret'));

  await page.getByRole('button', title(`Deliveries of ${name}`)).click();
  const panel = page.getByRole('dialog', title(name));
  await panel.getByRole('button', title('Send a test')).click();
  const call = await until('the test of the webhook', async () => (await receiver.calls())[0]);
  expect(call).toMatchObject({ type: 'test', verdict: 'valid', status: 204, signatures: 1 });
  await expect(panel.getByRole('row').filter({ hasText: 'Delivered' })).toContainText('204');
  await panel.getByRole('button', title('Remove')).click();
  await page
    .getByRole('dialog', title(`Remove ${name}?`))
    .getByRole('button', title('Remove'))
    .click();
  await toastSays(page, 'Webhook removed');
}

/** The program is refused from the moment in which its token is revoked. */
async function revokeToken(page: Page, request: APIRequestContext, token: string): Promise<void> {
  await page.getByRole('button', title(`Revoke ${name}`)).click();
  await page
    .getByRole('dialog', title(`Revoke ${name}?`))
    .getByRole('button', title('Revoke'))
    .click();
  await toastSays(page, 'Token revoked');
  const response = await request.get('/api/bookkeeping/sessions/changes', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status()).toBe(401);
}

test('an engineer of Alpina reads the guide, copies its sessions with a token and receives a webhook, and its platform is checked', async ({
  page,
  browser,
  request,
}) => {
  other = await browser.newContext();
  const theirs = await other.newPage();
  for (const side of [page, theirs]) side.setDefaultTimeout(15_000);
  await test.step('the guide', async () => {
    await signInByForm(page, 'alpina.admin');
    await readGuide(page);
  });
  await test.step('the provider starts the checks', () => startChecks(theirs));
  const token = await test.step('a token', () => makeToken(page));
  await test.step('sessions by cursor', () => readSessions(request, token));
  await test.step('a webhook', () => tryWebhook(page));
  await test.step('the token is revoked', () => revokeToken(page, request, token));
  await test.step('the result of the checks', async () => {
    await expect(theirs.getByText('The checks are running')).toHaveCount(0, { timeout: 60_000 });
    const passed = theirs.getByRole('list', title('Passed'));
    await expect(passed).toContainText('Calls without a token are refused');
  });
});
