import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { gameForm } from './support/game-form.ts';
import { expectNoGraveBarrier } from './support/gates.ts';
import { mailsFor } from './support/inbox.ts';
import { until } from './support/poll.ts';
import { Sandbox } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

const name = 'Asked Harbour';
let admin: Api;
let gameId: number;
let other: BrowserContext | undefined;

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  const made = await admin.send<{ id: number }>('POST', '/games/create/local', {
    ...gameForm(name, 'asked_harbour'),
    integrationsToAdd: [(await admin.integration('Alpina')).id],
  });
  if (made.status !== 200) throw new Error('The game was not created');
  gameId = made.body.id;
});

test.afterAll(async () => {
  await other?.close();
  await admin.send('DELETE', `/games/delete/${gameId}`);
});

const button = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Request \d+$/ });
const rowOf = (page: Page, state: string) =>
  page.getByRole('row', { name: `${name} for Alpina, ${state}`, exact: true });

test('an integration asks for a game in the Catalog, the provider grants it, and both see each step at once', async ({
  page: theirs,
  browser,
}) => {
  await signIn(theirs, 'alpina.admin', '/catalog');
  await button(theirs, 'Request games').click();
  await theirs.getByRole('checkbox', { name: `Request ${name}` }).check();
  await button(theirs, 'Review').click();
  await button(theirs, 'Finish request').click();
  await toastSays(theirs, 'Game added to wishlist');
  const sandbox = await Sandbox.of();
  const mail = await until('a mail to the provider', async () =>
    (await mailsFor(sandbox, 'admin@ludus.example')).find(({ text }) => text.includes(name)),
  );
  expect(mail.subject).toBe(`Alpina requested ${name}`);
  expect(mail.text).toContain('/requests?integration=');
  await theirs.goto('/requests');
  await rowOf(theirs, 'Requested').click();

  other = await browser.newContext();
  const page = await other.newPage();
  await signIn(page, 'admin', '/catalog');
  await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText('Requested by Alpina');
  await page.goto('/requests?state=open');
  await rowOf(page, 'Requested').press('Enter');
  await expectNoGraveBarrier(page, 'a request');
  await button(page, 'Take in review').click();
  // The other side's panel follows by itself.
  await expect(panelOf(theirs)).toContainText('In review');
  await panelOf(theirs).getByRole('textbox', { name: 'Comment' }).fill('For the start of March.');
  await button(theirs, 'Send').click();
  await expect(panelOf(page)).toContainText('For the start of March.');
  await button(page, 'Grant').click();
  const dialog = page.getByRole('dialog', { name: `Grant ${name} to Alpina?` });
  await dialog.getByRole('textbox').fill('It can go live next week.');
  await dialog.getByRole('button', { name: 'Grant' }).click();
  await toastSays(page, 'Request granted');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toHaveCount(0);
  await expect(rowOf(page, 'Granted')).toHaveCount(0);

  await expect(panelOf(theirs)).toContainText('It can go live next week.');
  await theirs.goto('/notifications');
  await expect(theirs.getByRole('heading', { name: `Request granted: ${name}` })).toBeVisible();
  await theirs.goto('/catalog');
  await expect(theirs.getByRole('link', { name: new RegExp(name) })).toContainText('Granted');
});
