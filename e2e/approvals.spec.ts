import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectNoGraveBarrier } from './support/gates.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

interface Linked {
  id: number;
  name: string;
  integration_games: { is_active: string | null };
}

interface Change {
  id: number;
  kind: string;
}

const off = {
  visibility: false,
  bets: false,
  roles: false,
  terms: false,
  visibilityThreshold: 20,
  expiryDays: 7,
};
const other = { username: 'second-admin', password: 'a password of my own' };

let admin: Api;
let alpina: number;
/** A game that Alpina does not see. */
let game: { id: number; name: string };
let visibleBefore: number[];
let otherId: string;
let theirs: BrowserContext | undefined;

const linked = async () => (await admin.get<{ games: Linked[] }>(`/integrations/${alpina}`)).games;
const visible = async () =>
  (await linked()).filter((one) => one.integration_games.is_active === null).map(({ id }) => id);
const settings = () => admin.get<{ settings: typeof off }>('/approvals/settings');

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  alpina = (await admin.integration('Alpina')).id;
  visibleBefore = await visible();
  const seen = new Set((await linked()).map(({ id }) => id));
  const { rows } = await admin.get<{ rows: { id: number; name: string }[] }>('/catalog');
  const unseen = rows.filter(({ id }) => !seen.has(id));
  game = unseen.toSorted((a, b) => a.name.localeCompare(b.name, 'it'))[0] ?? { id: 0, name: '' };
});

/** The second person ends what a failed test has left: no one switches approvals off by themselves. */
test.afterAll(async () => {
  const [page] = theirs?.pages() ?? [];
  if (page && JSON.stringify((await settings()).settings) !== JSON.stringify(off)) {
    const waiting = await admin.get<{ rows: Change[] }>('/approvals', { state: 'waiting' });
    for (const { id } of waiting.rows) await admin.send('POST', `/approvals/${id}/withdraw`);
    const held = await admin.send<{ changeRequest: Change }>('PUT', '/approvals/settings', off);
    await page.evaluate(async (id) => {
      const key = Object.keys(sessionStorage).find((one) => one.startsWith('oidc.user:')) ?? '';
      const { access_token: token } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
      await fetch(`/api/approvals/${id}/decision`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ decision: 'approve' }),
      });
    }, held.body.changeRequest.id);
  }
  await theirs?.close();
  await admin.send('POST', `/integrations/${alpina}/games`, { games: visibleBefore });
  if (otherId) await admin.send('DELETE', `/user/kc/${otherId}`);
});

/** Another administrator of the provider, in a browser of their own. */
async function secondAdministrator(browser: Browser): Promise<Page> {
  const { username, password } = other;
  const temporary = 'for the first time';
  const email = `${username}@ludus.example`;
  const made = await admin.send('POST', '/user/kc/new', {
    username,
    email,
    role: 'ludus_admin',
    tempPass: temporary,
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const accounts = await admin.get<{ keycloakUserId: string; username: string }[]>('/user/kc/list', {
    role: 'ludus_admin',
  });
  otherId = accounts.find((one) => one.username === username)?.keycloakUserId ?? '';
  theirs = await browser.newContext();
  const page = await theirs.newPage();
  await page.goto('/approvals');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(temporary);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  await expect(page.getByText('Approvals are off')).toBeVisible();
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Change request \d+$/ });
const requestRow = (page: Page, title: string, state: string) =>
  page.getByRole('row', { name: `${title}, ${state}`, exact: true });
const waiting = (page: Page) => page.getByRole('link', { name: /^Approvals/ });

/** Switches both kinds in the settings, and saves. The limit is there while its kind is on. */
async function switchKinds(page: Page, isOn: boolean, threshold: string): Promise<void> {
  await page.goto('/settings#approvals');
  const form = page.getByRole('form', { name: 'Approvals' });
  const limit = form.getByRole('textbox', { name: 'No approval needed up to (games)' });
  if (!isOn) await limit.fill(threshold);
  // The box itself has no size: what is pressed is its label.
  for (const kind of ['Visibility of games', 'User rights'])
    await form.getByRole('switch', { name: kind }).press('Space');
  if (isOn) await limit.fill(threshold);
  await button(page, 'Save approvals').click();
}

/** Decides the change that waits, with a few words. */
async function decide(
  page: Page,
  title: string,
  decision: 'Approve' | 'Refuse',
  words: string,
): Promise<void> {
  await page.goto('/approvals?state=waiting');
  await requestRow(page, title, 'Waiting').click();
  await panelOf(page).getByRole('button', { name: decision }).click();
  const dialog = page.getByRole('dialog', { name: `${decision} this change?` });
  await dialog.getByRole('textbox').fill(words);
  await dialog.getByRole('button', { name: decision }).click();
  await expect(panelOf(page)).toContainText(words);
}

test('one administrator requests changes, another one looks at them, approves one and refuses one, and both are in the log', async ({
  page,
  browser,
}) => {
  const second = await secondAdministrator(browser);
  await signIn(page, 'admin', '/settings');
  await switchKinds(page, true, '0');
  await toastSays(page, 'Approvals saved');
  expect((await settings()).settings).toEqual({
    ...off,
    visibility: true,
    roles: true,
    visibilityThreshold: 0,
  });

  await test.step('visibility: requested, seen where it belongs, and not approved by its author', async () => {
    await page.goto(`/games?integration=${alpina}`);
    await button(page, `Move ${game.name} to viewing`).click();
    await button(page, 'Save changes').click();
    await toastSays(page, 'Waits for approval');
    const note = page.getByRole('status').filter({ hasText: 'A change waits for approval' });
    await expect(note).toContainText('requested by you');
    await expectNoGraveBarrier(page, 'a change that waits');
    await note.getByRole('link', { name: 'Games that Alpina sees' }).click();
    await expect(panelOf(page)).toContainText('Another person has to decide.');
    await expect(panelOf(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await panelOf(page).getByRole('textbox', { name: 'Reason' }).fill('They start with it in March.');
    await button(page, 'Save reason').click();
    await expect(panelOf(page)).toContainText('They start with it in March.');
    expect(await visible()).toEqual(visibleBefore);
  });

  await test.step('visibility: the other one sees the count, the queue and what differs, and approves', async () => {
    await expect(waiting(second)).toContainText('1');
    await requestRow(second, 'Games that Alpina sees', 'Waiting').click();
    const change = panelOf(second).getByRole('table', { name: 'What changes' });
    await expect(change.getByRole('row').nth(1)).toContainText(game.name);
    await expect(change.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Not visible', 'Available']);
    await expect(panelOf(second)).toContainText('They start with it in March.');
    await expectNoGraveBarrier(second, 'a change request');
    await decide(second, 'Games that Alpina sees', 'Approve', 'Agreed with sales.');
    // The author's panel follows by itself.
    await expect(panelOf(page)).toContainText('Agreed with sales.');
    await expect(panelOf(page)).toContainText(other.username);
    expect(new Set(await visible())).toEqual(new Set([...visibleBefore, game.id]));
    await page.goto(`/games?integration=${alpina}`);
    await expect(button(page, `Move ${game.name} to not visible`)).toBeVisible();
    await expect(page.getByText('A change waits for approval')).toHaveCount(0);
  });

  await test.step('rights: refused with a reason, and nothing has changed', async () => {
    await page.goto('/users?search=alpina.manager');
    await page.getByRole('button', { name: /^alpina.manager / }).click();
    await button(page, 'Edit').click();
    const form = page.getByRole('form', { name: 'Edit' });
    await form.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Integration admin', exact: true }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Waits for approval');
    await expect(page.getByRole('status').filter({ hasText: 'A change waits for approval' })).toContainText(
      'Rights of alpina.manager, requested by you',
    );
    await decide(second, 'Rights of alpina.manager', 'Refuse', 'Marco asked for it, not his lead.');
    await expect(page.getByText('A change waits for approval')).toHaveCount(0);
    const admins = await admin.get<{ username: string }[]>('/user/kc/list', { role: 'integration_admin' });
    expect(admins.map(({ username }) => username)).not.toContain('alpina.manager');
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { name: 'Refused: Rights of alpina.manager' })).toBeVisible();
    await expect(page.getByText('Marco asked for it, not his lead.').first()).toBeVisible();
  });

  await test.step('the log names both', async () => {
    await page.goto('/logs?type=approvals');
    const table = page.getByRole('table');
    const approved = 'Approved the change that admin requested: Games that Alpina sees';
    const refused = 'Refused the change that admin requested: Rights of alpina.manager';
    for (const sentence of [approved, refused])
      await expect(table.getByRole('row').filter({ hasText: sentence }).first()).toContainText(
        other.username,
      );
  });

  await test.step('the settings are switched off by both', async () => {
    await switchKinds(page, false, '20');
    await toastSays(page, 'Waits for approval');
    expect((await settings()).settings).toMatchObject({ visibility: true, roles: true });
    await decide(second, 'Which changes need approval', 'Approve', 'The trial is over.');
    expect((await settings()).settings).toEqual(off);
  });
});
