/**
 * `npm run bench -- --web`: starts a fresh hub with its demo data and measures what a browser does with it. Lighthouse with an
 * empty cache on the screens that people open first; how far each screen shifts while it loads, at four widths; how long clicks
 * take until the next picture in the report of all games that the demo has.
 */
import { readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Api } from '../../e2e/support/api.ts';
import { startHubProcess } from '../../e2e/support/hub-process.ts';
import { processesOf } from '../../e2e/support/processes.ts';
import { routeTable } from '../../e2e/support/routes.ts';
import { signIn } from '../../e2e/support/sign-in.ts';
import { firstLoads } from './first-loads.ts';
import { writeResults } from './report.ts';

const widths = [390, 768, 1440, 1920];
const shiftGoal = 0.02;
const observers = fileURLToPath(new URL('web-observers.js', import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const args = ['--no-sandbox', '--disable-dev-shm-usage'];

export async function benchWeb(write: boolean): Promise<void> {
  const hub = await startHubProcess();
  try {
    await (await Api.signIn('admin', hub.origin)).firstFetch();
    await idle(hub.dataDir);
    const browser = await chromium.launch({ executablePath, args });
    const lines = [
      '### In the browser',
      '',
      `${cpus().length} cores (${cpus()[0]?.model.trim()}), no graphics processor. Load at the start ${loadavg()[0]?.toFixed(1)}.`,
      '',
      ...(await firstLoads(hub.origin, executablePath, args)),
      '',
      ...(await shifts(browser, hub.origin)),
      '',
      await clicks(browser, hub.origin),
    ];
    await browser.close();
    const text = [...lines, '', `Load at the end ${loadavg()[0]?.toFixed(1)}.`].join('\n');
    process.stdout.write(`${text}\n`);
    if (write) await writeResults('web', text);
  } finally {
    await hub.stop();
  }
}

/**
 * Resolves when the hub has nothing of its own to do. A fresh one makes the small renderings of its demo's pictures for a minute,
 * on one of the processors that the browser would have.
 */
async function idle(dataDir: string): Promise<void> {
  const ticks = async () => {
    const stats = (await processesOf(dataDir, '')).map((id) => readFile(`/proc/${id}/stat`, 'utf8'));
    // After the name in brackets, the 12th and 13th value: time in the program and in the system, in hundredths of a second.
    const times = (await Promise.all(stats)).map((stat) => stat.slice(stat.lastIndexOf(')')).split(' '));
    return times.reduce((sum, values) => sum + Number(values[12]) + Number(values[13]), 0);
  };
  for (let before = await ticks(); ; ) {
    await pause(3_000);
    const now = await ticks();
    if (now - before < 30) return;
    before = now;
  }
}

/** How far the screens shift, each loaded by its address; names what moved where it is more than the goal. */
async function shifts(browser: Browser, origin: string): Promise<string[]> {
  const lines = [
    `| Shift while loading | ${widths.map((width) => `${width} px`).join(' | ')} |`,
    `| --- | ${widths.map(() => '---').join(' | ')} |`,
  ];
  const culprits: string[] = [];
  for (const { path } of routeTable.filter(({ leadsTo }) => leadsTo === undefined)) {
    const cells: string[] = [];
    for (const width of widths) {
      const context = await browser.newContext({ viewport: { width, height: width < 768 ? 844 : 1000 } });
      const page = await context.newPage();
      await page.addInitScript({ path: observers });
      await signIn(page, 'admin', `${origin}${path}`);
      await settled(page);
      const { sum, parts } = await page.evaluate<{ sum: number; parts: string[] }>('window.shifts');
      cells.push(sum.toFixed(3));
      if (sum > shiftGoal) culprits.push(`${path} at ${width} px: ${parts.join('; ')}`);
      await context.close();
    }
    lines.push(`| ${path} | ${cells.join(' | ')} |`);
  }
  return [...lines, '', ...culprits.map((line) => `- ${line}`)];
}

/** Nothing is loading any more, and two pictures have passed since. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))',
  );
}

/** The longest time from a click or key to the next picture, in a report whose rows are all unfolded. */
async function clicks(browser: Browser, origin: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript({ path: observers });
  const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  await signIn(page, 'admin', `${origin}/reports?from=${yearAgo}`);
  await settled(page);
  await page.getByRole('button', { name: 'Expand all' }).click();
  const rows = Number(await page.getByRole('treegrid').getAttribute('aria-rowcount'));
  const steps: [string, () => Promise<void>][] = [
    ['sort by another column', () => page.getByRole('button', { name: 'Bet', exact: true }).click()],
    ['collapse all', () => page.getByRole('button', { name: 'Collapse all' }).click()],
    ['expand all', () => page.getByRole('button', { name: 'Expand all' }).click()],
    [
      'type a letter into the search',
      () => page.getByRole('textbox', { name: 'Search' }).pressSequentially('a'),
    ],
  ];
  const cells: string[] = [];
  for (const [name, act] of steps) {
    await page.evaluate('window.longestEvent = 0');
    await act();
    await settled(page);
    cells.push(`${name} ${await page.evaluate<number>('window.longestEvent')} ms`);
  }
  await page.close();
  return `Longest time from input to the next picture, report of ${rows} rows: ${cells.join(', ')} (0 is under 16 ms).`;
}
