import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { storedUser } from '../../e2e/support/sign-in.ts';

const rounds = 5;
const screens = ['/', '/catalog', '/session-list'];
const version = '12.8.2';
const folder = fileURLToPath(new URL('../../node_modules/.cache/lighthouse', import.meta.url));

/** What is used of Lighthouse and of the browser it brings along. */
interface Lighthouse {
  default: (url: string, flags: object, config: object | undefined, page: Page) => Promise<{ lhr: Result }>;
  desktopConfig: object;
}
interface Puppeteer {
  default: { launch: (options: object) => Promise<Browser> };
}
interface Browser {
  createBrowserContext: () => Promise<{ newPage: () => Promise<Page>; close: () => Promise<void> }>;
  close: () => Promise<void>;
}
interface Page {
  evaluateOnNewDocument: (script: string) => Promise<unknown>;
  createCDPSession: () => Promise<{ send: (method: string) => Promise<unknown> }>;
}
interface Result {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

/** Lighthouse has 200 packages that nothing else needs: it is installed when it is used first. */
async function installed<Module>(name: string): Promise<Module> {
  if (!existsSync(join(folder, 'node_modules', 'lighthouse'))) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `lighthouse@${version}`], {
      cwd: folder,
      stdio: 'inherit',
    });
  }
  const found = createRequire(join(folder, 'package.json')).resolve(name);
  return (await import(pathToFileURL(found).href)) as Module;
}

/**
 * Lighthouse on a device that has never seen the hub, as an administrator: of each screen the round in the middle by
 * performance.
 */
export async function firstLoads(
  origin: string,
  executablePath: string,
  args: readonly string[],
): Promise<string[]> {
  const { default: lighthouse, desktopConfig } = await installed<Lighthouse>('lighthouse');
  const { default: puppeteer } = await installed<Puppeteer>('puppeteer-core');
  const browser = await puppeteer.launch({ executablePath, args, headless: 'shell' });
  const lines = [
    '| First load | Form | Performance | First paint | Largest paint | Blocked | Shift | kB |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  try {
    for (const form of ['mobile', 'desktop'] as const)
      for (const path of screens) {
        const results: FirstLoad[] = [];
        for (let round = 0; round < rounds; round++) {
          // The cache belongs to the browser, what a device remembers to the context: the hub remembers that it has the typeface.
          const device = await browser.createBrowserContext();
          const page = await device.newPage();
          const { key, user } = await storedUser(origin, 'admin');
          await page.evaluateOnNewDocument(
            `sessionStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(user)})`,
          );
          await (await page.createCDPSession()).send('Network.clearBrowserCache');
          const flags = { disableStorageReset: true, onlyCategories: ['performance'] };
          const config = form === 'desktop' ? desktopConfig : undefined;
          results.push(readFirstLoad((await lighthouse(`${origin}${path}`, flags, config, page)).lhr));
          await device.close();
        }
        const middle = results.toSorted((a, b) => a.performance - b.performance)[Math.floor(rounds / 2)];
        if (middle !== undefined) lines.push(`| ${path} | ${form} | ${middle.cells.join(' | ')} |`);
      }
  } finally {
    await browser.close();
  }
  return lines;
}

interface FirstLoad {
  performance: number;
  cells: string[];
}

function readFirstLoad({ categories, audits }: Result): FirstLoad {
  const value = (audit: string) => {
    const found = audits[audit]?.numericValue;
    if (found === undefined) throw new Error(`Lighthouse has no ${audit}.`);
    return found;
  };
  const ms = (audit: string) => `${Math.round(value(audit))} ms`;
  const score = categories.performance?.score;
  if (score === null || score === undefined) throw new Error('Lighthouse gave no score.');
  const performance = Math.round(score * 100);
  return {
    performance,
    cells: [
      String(performance),
      ms('first-contentful-paint'),
      ms('largest-contentful-paint'),
      ms('total-blocking-time'),
      value('cumulative-layout-shift').toFixed(3),
      String(Math.round(value('total-byte-weight') / 1000)),
    ],
  };
}
