import { expect, type Locator, type Page, test } from '@playwright/test';
import { addDays, today } from './support/days.ts';
import { still } from './support/gates.ts';
import { signIn } from './support/sign-in.ts';

const tablet = { width: 768, height: 1024 };
const phone = { width: 390, height: 844 };
const laptop = { width: 1440, height: 900 };

async function edges(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('Not on the screen');
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width, ...box };
}

const pageScrolls = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);

test('the bets of an operator scroll in what the page has room for', async ({ page }) => {
  await page.setViewportSize(laptop);
  await signIn(page, 'admin', '/bets');
  const games = page.getByRole('table', { name: /^Bets at/ });
  await expect(games.getByRole('columnheader', { name: '0,20' })).toBeVisible();
  const panel = page.getByRole('region', { name: /^Bets at/ });
  for (const size of [laptop, tablet]) {
    await page.setViewportSize(size);
    await still(page);
    expect((await edges(panel)).bottom, `${size.width} px`).toBe(size.height - 24);
    expect(await pageScrolls(page), `${size.width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(phone);
  await still(page);
  const bar = await edges(page.getByRole('navigation').last());
  expect(Math.abs((await edges(panel)).bottom - (bar.top - 24))).toBeLessThanOrEqual(1);
});

test('headers have one row on a tablet', async ({ page }) => {
  await page.setViewportSize(tablet);
  await signIn(page, 'admin', '/catalog');
  const titles: [path: string, title: string, last: string][] = [
    ['/session-list', 'Sessions list', 'Email CSV'],
    ['/sessions', 'Sessions', 'Fetch sessions'],
    ['/catalog', 'Catalog', 'New game'],
  ];
  for (const [path, title, last] of titles) {
    await page.goto(path);
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: title }) });
    const action = head.getByRole('button', { name: last }).or(head.getByRole('link', { name: last }));
    await expect(action).toBeVisible();
    await still(page);
    expect((await edges(head)).height, title).toBeLessThanOrEqual(65);
  }
});

test('a phone shows whole days of the reconciliation under the name of their month', async ({ page }) => {
  await page.setViewportSize(phone);
  const last = addDays(`${today().slice(0, 7)}-01`, -1);
  await signIn(page, 'admin', `/reconciliation?to=${last}`);
  const days = page.getByRole('table', { name: 'By integration and day' });
  const cells = days.getByRole('row', { name: /^Alpina/ }).getByRole('button');
  // Up to the end of last month.
  await expect(cells.nth(27)).toBeAttached();
  await still(page);
  const name = await edges(days.getByRole('rowheader', { name: 'Alpina' }));
  const boxes = await Promise.all((await cells.all()).map(edges));
  const shown = boxes.filter(({ right }) => right <= phone.width - 16);
  expect(shown.every(({ left }) => left >= name.right - 1)).toBe(true);
  expect(shown.length).toBe(5);
  expect(Math.min(...shown.map(({ width, height }) => Math.min(width, height)))).toBeGreaterThanOrEqual(40);
  const month = days
    .getByRole('columnheader')
    .filter({ has: page.locator('span'), hasText: /^[A-Z][a-z]+ \d{4}$/ });
  const label = await edges(month.last().locator('span'));
  expect(label.left).toBeGreaterThanOrEqual(name.right);
  expect(label.right).toBeLessThanOrEqual(phone.width);
});
