import { expect, type Page, test } from '@playwright/test';
import { Api, type Game } from './support/api.ts';
import { csvOf, mailFor } from './support/inbox.ts';
import { centsOfText } from './support/money.ts';
import { type Platform, type PlatformSession, Sandbox } from './support/sandbox.ts';
import { choose, column, listCount, pick } from './support/screen.ts';
import { isPlayedReal, type Planted, plant } from './support/seeded-sessions.ts';
import { signIn } from './support/sign-in.ts';
import { sumOfCsv, sumOfPlatform } from './support/sums.ts';
import { toastSays } from './support/toasts.ts';

const days = { from: '2026-02-16', to: '2026-02-18' } as const;
const period = new URLSearchParams(days).toString();

test.describe.configure({ mode: 'serial' });

test.describe('the sessions list as admin', () => {
  let page: Page;
  let api: Api;
  let sandbox: Sandbox;
  let meridiana: Platform;
  let planted: Planted;
  let nameOf: (slug: string) => string;

  const all = () => [...planted.meridiana, ...planted.baltica];

  test.beforeAll(async ({ browser }) => {
    api = await Api.signIn('admin');
    sandbox = await Sandbox.of();
    meridiana = await sandbox.platform('Meridiana');
    planted = await plant(api, meridiana, await sandbox.platform('Baltica'), days);
    const { rows } = await api.get<{ rows: Game[] }>('/games');
    nameOf = (slug) => {
      const game = rows.find((one) => one.slug === slug);
      return game?.sub_name ? `${game.name} - ${game.sub_name}` : (game?.name ?? '');
    };
    page = await browser.newPage();
    await signIn(page, 'admin', `/session-list?${period}`);
    await page.getByRole('button', { name: /^More filters/ }).click();
  });

  test.afterAll(() => page.context().close());

  interface Case {
    title: string;
    rows: string;
    set: () => Promise<void>;
    fits: (session: PlatformSession) => boolean;
  }
  const typed = async (label: string, min: string | null, max: string | null) => {
    for (const [end, text] of [
      ['minimum', min],
      ['maximum', max],
    ] as const) {
      if (text === null) continue;
      await page.getByRole('textbox', { name: `${label}, ${end}`, exact: true }).fill(text);
    }
  };
  const cases: Case[] = [
    {
      title: 'open ones',
      rows: '[LIST-02][LIST-03]',
      set: () => choose(page, 'Session state', 'Open'),
      fits: (one) => isPlayedReal(one) && one.isOpen,
    },
    {
      title: 'closed ones',
      rows: '[LIST-03]',
      set: () => choose(page, 'Session state', 'Closed'),
      fits: (one) => isPlayedReal(one) && !one.isOpen,
    },
    {
      title: 'fun money',
      rows: '[LIST-12]',
      set: () => choose(page, 'Session type', 'Fun'),
      fits: (one) => one.sessionType === 4,
    },
    {
      title: 'real and fun',
      rows: '[LIST-12]',
      set: () => choose(page, 'Session type', 'All'),
      fits: (one) => one.rounds > 0,
    },
    {
      title: 'those without rounds too',
      rows: '[LIST-10]',
      set: () => page.getByRole('switch', { name: 'Rounds > 0' }).click(),
      fits: (one) => one.sessionType === 1,
    },
    {
      title: 'one integration',
      rows: '[LIST-06]',
      set: () => pick(page, 'Integrations', ['Baltica']),
      fits: (one) => isPlayedReal(one) && planted.baltica.includes(one),
    },
    {
      title: 'one game',
      rows: '[LIST-08][LIST-14]',
      set: () => pick(page, 'Games', [nameOf(planted.games.odd)]),
      fits: (one) => isPlayedReal(one) && one.gameSlug === planted.games.odd,
    },
    {
      title: 'one player',
      rows: '[LIST-09]',
      set: () => page.getByRole('textbox', { name: 'User ID' }).fill('planted-0'),
      fits: (one) => isPlayedReal(one) && one.userId === 'planted-0',
    },
    {
      title: 'a range of bets',
      rows: '[LIST-11][LIST-23]',
      set: () => typed('Bet', '600', '1200,50'),
      fits: (one) => isPlayedReal(one) && one.bet >= 600_00 && one.bet <= 1200_50,
    },
    {
      title: 'a range of wins',
      rows: '[LIST-11]',
      set: () => typed('Win', '500,01', null),
      fits: (one) => isPlayedReal(one) && one.win >= 500_01,
    },
    {
      title: 'negative gross wins',
      rows: '[LIST-11][OPEN-79]',
      set: () => typed('Gross win', '-5000', '-0,01'),
      fits: (one) => isPlayedReal(one) && one.bet - one.win < 0 && one.bet - one.win >= -5000_00,
    },
  ];

  for (const { title, rows, set, fits } of cases) {
    test(`${rows} filters the list by ${title}`, async () => {
      await set();
      await page.getByRole('button', { name: 'Submit' }).click();
      const wanted = all().filter(fits);
      expect(wanted.length).toBeGreaterThan(0);
      await expect.poll(() => listCount(page)).toBe(wanted.length);
      await expect(page.getByRole('button', { name: /^Close filters/ })).toContainText('1 active');
      const table = page.getByRole('table', { name: 'Sessions' });
      await expect(table.locator('tbody tr[tabindex]')).toHaveCount(Math.min(14, wanted.length));
      if (wanted.length <= 14) {
        const bets = (await column(table, 'Bet')).map(centsOfText).sort((a, b) => a - b);
        expect(bets).toEqual(wanted.map(({ bet }) => bet).sort((a, b) => a - b));
      }
      await page.getByRole('button', { name: 'Clear all' }).click();
      await expect.poll(() => listCount(page)).toBe(all().filter(isPlayedReal).length);
    });
  }

  test('[LIST-18][LIST-20][LIST-22][ERR-082][ERR-083] is told about ranges that cannot be and about an empty result', async () => {
    // By key: a message at the top right may lie over the buttons of the bar for its three seconds.
    const press = (name: string) => page.getByRole('button', { name }).press('Enter');
    await page.goto(`/session-list?${period}`);
    await page.getByRole('button', { name: /^More filters/ }).click();
    await typed('Bet', '900', '100');
    await press('Submit');
    await toastSays(page, 'Invalid Bet range');
    await press('Clear all');
    await typed('Gross win', '10', '5');
    await press('Submit');
    await toastSays(page, 'Invalid Gross Win range');
    await press('Clear all');
    await page.getByRole('textbox', { name: 'User ID' }).fill('no-one-by-this-name');
    await press('Submit');
    await expect(page.getByText('No sessions found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => listCount(page)).toBe(all().filter(isPlayedReal).length);
  });

  test('[LIST-17][LIST-19][OPEN-83] sorts and turns pages, and the address reproduces the view', async () => {
    await page.goto(`/session-list?${period}`);
    const table = page.getByRole('table', { name: 'Sessions' });
    const sorted = all()
      .filter(isPlayedReal)
      .sort((a, b) => b.bet - a.bet);
    await table.getByRole('button', { name: 'Bet', exact: true }).click();
    await expect(page).toHaveURL(/sort=bet&direction=desc/);
    await expect
      .poll(async () => (await column(table, 'Bet')).map(centsOfText))
      .toEqual(sorted.slice(0, 14).map(({ bet }) => bet));
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect
      .poll(async () => (await column(table, 'Bet')).map(centsOfText))
      .toEqual(sorted.slice(14, 28).map(({ bet }) => bet));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.goBack();
    await expect
      .poll(async () => (await column(table, 'Bet')).map(centsOfText))
      .toEqual(sorted.slice(0, 14).map(({ bet }) => bet));
  });

  test('[LIST-04][LIST-24][LIST-25][OPEN-84][ERR-080][ERR-084][ERR-085] mails the list, whose rows and sums are those of the screen', async () => {
    const address = 'main-job@e2e.example';
    await page.getByRole('button', { name: 'Email CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email list as CSV' });
    const field = dialog.getByRole('textbox', { name: 'Email addresses' });
    await field.fill('not an address');
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Please enter a valid email address.');
    await field.fill('admin@ludus.example');
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Email already added');
    await field.fill('');
    await dialog.getByRole('button', { name: 'Remove admin@ludus.example' }).click();
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
    await field.fill(address);
    await field.press('Enter');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await toastSays(page, 'Sending sessions list to emails.');
    const rows = await csvOf(sandbox, await mailFor(sandbox, address));
    expect(sumOfCsv(rows)).toEqual(sumOfPlatform(all().filter(isPlayedReal)));
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'Integration',
      'Game',
      'External ticket ID',
      'Bet',
      'Win',
      'Gross win',
      'Net win',
      'Due',
      'Rounds',
      'Last update',
      'Operator',
      'Session ID',
      'User ID',
      'State',
      'Created at',
      'Type',
    ]);
  });
});
