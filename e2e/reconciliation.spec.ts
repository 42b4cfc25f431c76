import { expect, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { inspect } from './support/inspect.ts';
import { test } from './support/living-page.ts';
import { type Platform, type PlatformSession, Sandbox, someSession } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';

// A day that no other spec looks at, before any history of the sandbox.
const day = '2026-02-18';
const count = 60;

let admin: Api;
let castello: Platform;
let integrationId: number;
let planted: PlatformSession[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  castello = await (await Sandbox.of()).platform('Castello');
  integrationId = (await admin.integration('Castello')).id;
  planted = Array.from({ length: count }, (_, number) =>
    someSession(castello, {
      sessionId: `RECON-${number}`,
      bet: 10_000 + number,
      win: 9_000 + number,
      createdAt: `${day}T10:${String(number).padStart(2, '0')}:00.000Z`,
    }),
  );
  await castello.put(planted);
  // The platform loses and alters sessions while they are fetched, as if its feed had been wrong that day.
  await castello.misbehave({ loseRows: true, alterRows: true });
  const job = await admin.fetchAndWait(day, day, [integrationId]);
  if (job.state !== 'completed') throw new Error(`The day was not fetched: ${job.error}`);
});

test.afterAll(async () => {
  await castello.behave();
  await castello.forget();
});

interface Detail {
  state: string;
  types: { difference: Record<string, number> }[];
  classes: { class: string; sessions: number; difference: Record<string, number> }[] | null;
  unexplained: unknown[];
}
const detail = () => admin.get<Detail>(`/reconciliation/${integrationId}/${day}`);
/** Starts a job and waits for its end. */
async function start(path: string, body: object): Promise<void> {
  const answer = await admin.send<{ jobId: string }>('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  await admin.settled(answer.body.jobId);
}
const address = () => `/reconciliation?to=${day}&integration=${integrationId}&day=${day}`;
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Castello, 18/02/2026' });

/** The sums of the classes, and the difference of the day, in cents. */
async function sums() {
  const { types, classes } = await detail();
  const cents = (parts: { difference: Record<string, number> }[], figure: string) =>
    parts.reduce((sum, { difference }) => sum + Math.round((difference[figure] ?? 0) * 100), 0);
  return ['sessions', 'bet', 'win', 'netWin', 'due', 'rounds'].map((figure) => [
    figure,
    cents(classes ?? [], figure),
    cents(types, figure),
  ]);
}

test('what a platform loses, alters and doubles is found and classed to the cent, and mended by fetching again', async ({
  page,
}) => {
  // Its feed is right again, but counts some sessions twice.
  await castello.behave();
  await castello.misbehave({ doubleRows: true });
  await signIn(page, 'admin', `/reconciliation?to=${day}`);
  await page.getByRole('button', { name: 'Castello, 18/02/2026: Not compared' }).click();
  await expect(page).toHaveURL(address());
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Compare', exact: true }).click();
  const why = panel.getByRole('table', { name: 'Why it differs' });
  for (const name of ['Missing here', 'Amount', 'Doubled'])
    await expect(why.getByRole('row', { name, exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(why.getByRole('row', { name: 'Unexplained' })).toHaveCount(0);
  const found = await detail();
  expect([found.state, found.unexplained]).toEqual(['differs', []]);
  for (const [figure, ofClasses, ofDay] of await sums()) expect(ofClasses, String(figure)).toBe(ofDay);
  await inspect(page, 'reconciliation, a day');

  await why.getByRole('row', { name: 'Missing here', exact: true }).click();
  const sessions = panel.getByRole('table', { name: 'Sessions that differ' });
  await expect(sessions.locator('tbody tr').filter({ hasText: 'Amount' })).toHaveCount(0);
  await expect(sessions.locator('tbody tr').first()).toContainText('RECON-');

  await castello.behave();
  await panel.getByRole('button', { name: 'Fetch again' }).click();
  await expect(panel.getByText('Equal', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(why).toHaveCount(0);
  for (const [figure, , ofDay] of await sums()) expect(ofDay, String(figure)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Castello, 18/02/2026: Equal' })).toBeVisible();
});

test('what comes late is missing here until it is fetched', async () => {
  const late = someSession(castello, { sessionId: 'RECON-LATE', createdAt: `${day}T12:00:00.000Z` });
  await castello.misbehave({ delayRows: 1_000_000 });
  await castello.put([late]);
  const compare = async () => {
    await start('/reconciliation/compare', { from: day, to: day, integrationIds: [integrationId] });
    return detail();
  };
  const hidden = await compare();
  expect([hidden.state, hidden.unexplained.length]).toEqual(['differs', 1]);
  await castello.behave();
  expect((await compare()).classes).toMatchObject([{ class: 'missingHere', sessions: 1 }]);
  await start(`/reconciliation/${integrationId}/${day}/fetch`, {});
  expect((await detail()).state).toBe('equal');
});

test('a difference becomes a ticket with its evidence', async ({ page }) => {
  await castello.put([
    { ...(planted[0] as PlatformSession), bet: 77_700, updatedAt: `${day}T20:00:00.000Z` },
  ]);
  await start('/reconciliation/compare', { from: day, to: day, integrationIds: [integrationId] });
  await signIn(page, 'admin', address());
  await panelOf(page).getByRole('button', { name: 'Open ticket' }).click();
  await expect(page).toHaveURL('/new-ticket');
  await expect(page.getByLabel('Title')).toHaveValue('Reconciliation: Castello, 18/02/2026');
  await expect(page.locator('main')).toContainText('RECON-0');
});

test('a file of an operator is tried out, compared and kept', async ({ page }) => {
  const [first, second, third] = planted as [PlatformSession, PlatformSession, PlatformSession];
  const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
  const line = ({ sessionId, createdAt, bet, win }: PlatformSession) =>
    [sessionId, createdAt, euros(bet), euros(win)].join(';');
  const lines = [
    'Session ID;Created at;Bet;Paid out',
    line({ ...second, bet: second.bet + 500 }),
    line(third),
    line({ ...first, sessionId: 'RECON-FILE', bet: 1_234 }),
    `RECON-WRONG;${day};x;0,00`,
  ];
  await signIn(page, 'admin', `/reconciliation?to=${day}&file=new`);
  const panel = page.getByRole('dialog', { name: 'Compare a file' });
  await panel.getByRole('combobox', { name: 'Integration' }).click();
  await page.getByRole('option', { name: 'Castello' }).click();
  const chooser = page.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles({
    name: 'castello.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  // The heading of the win is none that is known.
  const win = panel.getByRole('combobox', { name: 'Win', exact: true });
  await expect(win).toBeVisible();
  await expect(panel.getByText('Required')).toBeVisible();
  await win.click();
  await page.getByRole('option', { name: 'Paid out' }).click();
  await expect(panel.getByText('3 of 4 rows can be compared')).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Rejected rows' })).toContainText('No amount');
  await inspect(page, 'reconciliation, a file');
  await panel.getByRole('button', { name: 'Compare', exact: true }).click();
  const result = page.getByRole('dialog', { name: 'castello.csv' });
  const why = result.getByRole('table', { name: 'Why it differs' });
  await expect(why.getByRole('row', { name: 'Amount' })).toContainText('5,00 €');
  await expect(why.getByRole('row', { name: 'Missing here' })).toContainText('12,34 €');
  await expect(result.getByRole('table', { name: 'Sessions that differ' })).toContainText('RECON-FILE');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Files' })).toContainText('castello.csv');
});
