import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { Api, type Game } from './support/api.ts';
import { writtenDay } from './support/days.ts';
import { type Platform, type PlatformSession, Sandbox, someSession } from './support/sandbox.ts';
import { signInByForm } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

/** The working day of a support agent: a ticket from the first look to the rating, with both sides signed in. */

// A day that no other spec looks at, before any history of the sandbox.
const day = '2026-02-06';
const title = `A round does not end, reported at ${Date.now()}`;
const reply = { title: `Ask for the round ${Date.now()}`, text: 'Which round is it, {person}?' };

let admin: Api;
let alpina: Platform;
let stuck: PlatformSession;
let game: Game;
let replyId: number;
let other: BrowserContext | undefined;

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  alpina = await (await Sandbox.of()).platform('Alpina');
  stuck = someSession(alpina, { userId: 'support-day', isOpen: true, createdAt: `${day}T09:00:00.000Z` });
  await alpina.put([stuck]);
  const { id, games } = await admin.integration('Alpina');
  const found = games.find(({ slug }) => slug === stuck.gameSlug);
  if (found === undefined) throw new Error(`Alpina has no ${stuck.gameSlug}`);
  game = found;
  const job = await admin.fetchAndWait(day, day, [id]);
  if (job.state !== 'completed') throw new Error(`The session was not fetched: ${job.error}`);
  const saved = await admin.send<{ id: number }>('POST', '/saved-replies', {
    title: reply.title,
    textEn: `<p>${reply.text}</p>`,
    textIt: `<p>${reply.text}</p>`,
    isShared: false,
  });
  replyId = saved.body.id;
});

test.afterAll(async () => {
  await other?.close();
  await admin.send('DELETE', `/saved-replies/${replyId}`);
  await alpina.forget();
});

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const answerField = (page: Page | Locator) => page.getByRole('textbox', { name: 'Answer', exact: true });
async function answer(page: Page, where: Page | Locator, text: string): Promise<void> {
  await answerField(where).click();
  await page.keyboard.type(text);
}

test('a ticket about an open session is assigned, linked, answered, closed and rated', async ({
  page,
  browser,
}) => {
  other = await browser.newContext();
  const theirs = await other.newPage();
  for (const side of [page, theirs]) side.setDefaultTimeout(15_000);
  await test.step('the integration reports a session that stays open', async () => {
    await signInByForm(theirs, 'alpina.admin', `/session-list?from=${day}&to=${day}`);
    await theirs.getByRole('table', { name: 'Sessions', exact: true }).locator('tbody tr[tabindex]').click();
    await theirs.getByRole('link', { name: 'Report bug' }).click();
    await expect(theirs.getByText('Integration and game come from the session.')).toBeVisible();
    await theirs.getByRole('textbox', { name: 'Title' }).fill(title);
    // The form suggests the type of ticket that fits a session that is open.
    await theirs.getByRole('textbox', { name: 'Stuck since, day' }).fill(writtenDay(day));
    await theirs.getByLabel('Time in Rome').fill('10:30');
    await theirs.getByRole('textbox', { name: 'What the player sees' }).fill('A round that does not end');
    await button(theirs, 'Send').click();
    await expect(theirs).toHaveURL(/\/ticket\/\d+$/);
  });
  const id = Number(/\d+$/.exec(theirs.url())?.[0]);
  const own = theirs.getByRole('article', { name: `Ticket #${id}` });
  const beside = page.getByRole('region', { name: 'Ticket', exact: true });
  const row = page.getByRole('row', { name: `Open ticket ${title}` });

  await test.step('the agent signs in, finds it, takes it, and refreshes its session', async () => {
    await signInByForm(page, 'admin');
    await page.getByRole('link', { name: /^Tickets/ }).click();
    await row.click();
    await button(beside, 'Assign to me').click();
    await expect(button(beside, 'Assign to me')).toHaveCount(0);
    await alpina.put([{ ...stuck, isOpen: false, updatedAt: new Date().toISOString() }]);
    await beside.getByRole('button', { name: /^Show session/ }).click();
    const session = page.getByRole('dialog', { name: 'Session', exact: true });
    await expect(session.getByText('Open', { exact: true })).toBeVisible();
    await button(session, 'Refresh').click();
    await expect(session.getByText('Closed', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(session).toHaveCount(0);
  });

  await test.step('a game is linked by its name, what is not found is said, and both sides see the link', async () => {
    const linked = (side: Locator) => side.getByRole('region', { name: 'Links' }).getByRole('link');
    await expect(linked(beside)).toHaveCount(0);
    await button(beside, 'Add link').click();
    const form = beside.getByRole('form', { name: 'Add link' });
    await form.getByRole('combobox', { name: 'Kind of link' }).click();
    await page.getByRole('option', { name: 'Game', exact: true }).click();
    const field = form.getByRole('textbox', { name: 'What to link' });
    await field.fill('No game has this name');
    await field.press('Enter');
    await expect(form.getByText('Nothing is found by this.')).toBeVisible();
    await field.fill([game.name, game.sub_name].filter(Boolean).join(' '));
    await field.press('Enter');
    await expect(linked(beside)).toHaveText([new RegExp(`^Game ${game.name}`)]);
    await expect(linked(beside)).toHaveAttribute('href', `/game/${game.id}`);
    await expect(button(beside, 'Add link')).toBeFocused();
    await expect(linked(own)).toHaveText([new RegExp(`^Game ${game.name}`)]);
  });

  await test.step('a saved reply asks the integration, whose turn it is then', async () => {
    await answerField(beside).click();
    await page.keyboard.press('Control+.');
    const replies = page.getByRole('dialog', { name: 'Saved replies' });
    await replies.getByRole('textbox', { name: 'Search replies' }).fill(reply.title);
    await replies.getByRole('textbox', { name: 'Search replies' }).press('Enter');
    await expect(answerField(beside)).toContainText('Which round is it, alpina.admin?');
    await button(beside, 'Send').click();
    await toastSays(page, 'Answer added');
    await expect(row).toContainText('With the integration');
    await expect(own.getByRole('region', { name: 'Answers' })).toContainText('Which round is it');
    await answer(theirs, own, 'The last one.');
    await button(own, 'Send').click();
    await toastSays(theirs, 'Answer added');
    await expect(beside.getByRole('region', { name: 'Answers' })).toContainText('The last one.');
    await expect(row).not.toContainText('With the integration');
  });

  await test.step('the last answer closes the ticket, and the integration says how it was served', async () => {
    await answer(page, beside, 'The session is closed now.');
    await beside.getByRole('switch', { name: 'Close Ticket with this answer?' }).press(' ');
    await button(beside, 'Send').click();
    await button(page, 'Send and close').click();
    await toastSays(page, 'Answer added');
    const rating = own.getByRole('form', { name: 'How was this ticket served?' });
    await rating.getByText('Good', { exact: true }).click();
    await button(rating, 'Send rating').click();
    await toastSays(theirs, 'Rating sent');
    await page.goto(`/ticket/${id}`);
    await expect(page.getByRole('region', { name: 'Rating' })).toContainText('Good');
    await page.getByRole('region', { name: 'Links' }).getByRole('link').click();
    await expect(page).toHaveURL(`/game/${game.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(game.name);
  });
});
