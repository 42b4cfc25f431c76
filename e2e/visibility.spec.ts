import { expect, type Locator, type Page } from '@playwright/test';
import { Api, type Game } from './support/api.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import type { Mail } from './support/inbox.ts';
import { test } from './support/living-page.ts';
import { until } from './support/poll.ts';
import { Sandbox } from './support/sandbox.ts';
import { choose } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

interface LinkedGame extends Game {
  integration_games: { is_active: string | null };
}

const place = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const list = (page: Page, name: string) => place(page, name).getByRole('listbox');
const row = (page: Page, column: string, game: Game) =>
  list(page, column)
    .getByRole('option')
    .filter({ has: page.getByTitle(game.name, { exact: true }) });
const arrow = (page: Page, game: Game, to: string) =>
  page.getByRole('button', { name: `Move ${game.name} to ${to}`, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const notify = (page: Page, name: string, answer: 'Yes' | 'No') =>
  page.getByRole('group', { name: `Notify: ${name}` }).getByRole('button', { name: answer });

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  // Waits until it stands still and nothing lies over it.
  await from.hover({ position: { x: 90, y: 20 } });
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag');
  await page.mouse.down();
  await page.mouse.move(start.x + 120, start.y + 30, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
  await expect(to).toHaveAttribute('data-target', 'true');
  await page.mouse.up();
}

let admin: Api;
let alpinaId: number;
let before: number[];
/** Games that Alpina does not see, by name. */
let unseen: Game[];

async function linked(): Promise<LinkedGame[]> {
  return (await admin.get<{ games: LinkedGame[] }>(`/integrations/${alpinaId}`)).games;
}

const visibleOf = (games: readonly LinkedGame[]) =>
  games.filter((game) => game.integration_games.is_active === null).map(({ id }) => id);

/** What came into the inbox of one of the integration's people about a game. */
async function mailsAbout(game: Game): Promise<Mail[]> {
  const { inboxUrl } = await Sandbox.of();
  const response = await fetch(`${inboxUrl}/messages.json?to=alpina.admin@ludus.example`);
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ subject, text }) => `${subject} ${text}`.includes(game.name));
}

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  alpinaId = (await admin.integration('Alpina')).id;
  const games = await linked();
  before = visibleOf(games);
  const seen = new Set(games.map(({ id }) => id));
  const { rows } = await admin.get<{ rows: Game[] }>('/catalog');
  unseen = rows
    .filter(({ id }) => !seen.has(id))
    .sort((first, second) => first.name.localeCompare(second.name, 'it'));
});

test.afterAll(async () => {
  await admin.send('POST', `/integrations/${alpinaId}/games`, { games: before });
});

test('[VIS-04][VIS-06][VIS-08][VIS-14][VIS-18][API-027][API-030][ERR-034] games are moved by arrow, drag and keyboard, saved at once, and announced by email', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const [byArrow, byDrag, byKeys, byOther] = unseen;
  if (!byArrow || !byDrag || !byKeys || !byOther) throw new Error('The demo shows Alpina too many games');
  const mailsBefore = (await mailsAbout(byDrag)).length;
  await signIn(page, 'admin', `/games?integration=${alpinaId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage games' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`/games?integration=${alpinaId}`);
  await expect(row(other, 'Not visible', byOther)).toBeVisible();

  // Three ways of moving; one of the three additions sends an email.
  await arrow(page, byArrow, 'viewing').click();
  await expect(row(page, 'Not visible', byArrow)).toHaveCount(0);
  await expect(row(page, 'Viewing', byArrow)).toBeVisible();
  await drag(page, row(page, 'Not visible', byDrag), place(page, 'Viewing'));
  await expect(row(page, 'Viewing', byDrag)).toBeVisible();
  await row(page, 'Not visible', byKeys).click();
  await list(page, 'Not visible').press('Enter');
  await expect(row(page, 'Viewing', byKeys)).toBeVisible();
  await notify(page, byDrag.name, 'Yes').click();
  await expectNoGraveBarrier(page, 'moves that wait for the save');

  // Another page of the hub asks first; another panel keeps what waits.
  await page.getByRole('link', { name: 'Catalog' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('tab', { name: 'By game' }).click();
  await page.getByRole('button', { name: 'Alpina (3)' }).click();
  await expect(row(page, 'Viewing', byDrag)).toBeVisible();

  // A second page has a move of its own before the first is saved.
  await arrow(other, byOther, 'viewing').click();

  await save(page).click();
  await toastSays(page, 'Alpina - games updated');
  await toastSays(page, /^Alpina was notified: /);
  await expect(save(page)).toHaveCount(0);
  const added = [byArrow, byDrag, byKeys].map(({ id }) => id);
  expect(new Set(visibleOf(await linked()))).toEqual(new Set([...before, ...added]));

  // The integration's people: one mail, of the one game; the game stands in their catalogue.
  const mails = await until('a mail about the game', async () => {
    const all = await mailsAbout(byDrag);
    return all.length > mailsBefore && all;
  });
  expect(mails).toHaveLength(mailsBefore + 1);
  for (const quiet of [byArrow, byKeys]) {
    expect(mails.map(({ text }) => text).join()).not.toContain(quiet.name);
    expect(await mailsAbout(quiet)).toEqual([]);
  }
  const theirs = await browser.newContext();
  const person = await theirs.newPage();
  await signIn(person, 'alpina.admin', `/catalog?search=${encodeURIComponent(byDrag.name)}`);
  await expect(person.getByRole('link', { name: new RegExp(byDrag.name) }).first()).toBeVisible();
  await theirs.close();

  // The second page shows what changed in the meantime, and keeps its move.
  await save(other).click();
  const note = other.getByRole('alert').filter({ hasText: 'Someone else changed Alpina in the meantime' });
  await expect(note).toContainText(byDrag.name);
  await note.getByRole('button', { name: 'Reload and keep my changes' }).click();
  await expect(row(other, 'Viewing', byDrag)).toBeVisible();
  await expect(row(other, 'Viewing', byOther)).toContainText('New');
  await save(other).click();
  await toastSays(other, 'Alpina - games updated');
  await expect(save(other)).toHaveCount(0);
  expect(new Set(visibleOf(await linked()))).toEqual(new Set([...before, ...added, byOther.id]));
});

test('[VIS-05][VIS-12][VIS-15][WIZ-01][OPEN-06][API-012][ERR-035] by game, and on a phone, one column at a time', async ({
  page,
}) => {
  const [game] = unseen;
  if (!game) throw new Error('The demo shows Alpina every game');
  const body = { games: [...before, game.id] };
  expect((await admin.send('POST', `/integrations/${alpinaId}/games`, body)).status).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin', `/games?panel=game&game=${game.id}`);
  await choose(page, 'Column', 'Viewing \\d+');
  await page.getByRole('button', { name: 'Move Alpina to not visible', exact: true }).click();
  await choose(page, 'Column', 'Not visible \\d+');
  await expect(place(page, 'Not visible').getByText('Will be removed')).toBeVisible();
  await expectFits(page, 'the columns on a phone');
  await expectNoGraveBarrier(page, 'the columns on a phone');
  await save(page).click();
  await toastSays(page, `${game.name} - integrations updated`);
  await expect(save(page)).toHaveCount(0);
  expect(visibleOf(await linked())).not.toContain(game.id);

  await choose(page, 'Manage or create games', 'Create');
  await expect(page).toHaveURL(/\/games\/1$/);
  await page.goto('/games/9');
  await expect(page).toHaveURL(/\/games\/1$/);
  await choose(page, 'Manage or create games', 'Manage');
  await expect(page).toHaveURL(/\/games$/);
});
