/**
 * `npm run bench -- --scroll`: how many frames a second Chromium draws while the catalogue with 1,000 games is scrolled,
 * as a grid and as a list, with real covers.
 */
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { composeHub } from '../../apps/server/src/app.modules.ts';
import { type Hub, startHub } from '../../apps/server/src/app.ts';
import { loadSettings } from '../../apps/server/src/infra/config/settings.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import type { IdentityModule } from '../../apps/server/src/modules/identity/index.ts';
import { addGame } from '../../apps/server/test/catalogue.ts';
import { shown } from './measure.ts';
import { writeResults } from './report.ts';

const games = 1000;
const covers = 24;
const pixels = 12_000;
const pixelsASecond = 2_000;
const person = { username: 'bench', password: 'a catalogue of covers' };
const root = fileURLToPath(new URL('../..', import.meta.url));

export async function benchScroll(folder: string, write: boolean): Promise<void> {
  // What `npm start` builds, when it has changed since.
  const build = "import('./scripts/lib/web-build.mjs').then((built) => built.ensureWebBuilt())";
  execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: root, stdio: 'inherit' });
  const port = await freePort();
  const settings = {
    ...loadSettings({ ...process.env, NODE_ENV: 'production', HUB_DATA_DIR: folder, PORT: String(port) }),
    sandbox: false,
    fetchIntervalMinutes: 0,
  };
  let identity: IdentityModule | undefined;
  let hub: Hub | undefined;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    hub = await startHub({
      settings,
      log: createLog({ logLevel: 'warn' }),
      role: 'all',
      webFolder: join(root, 'apps', 'web', 'dist'),
      compose: (platform, parts) => {
        const composition = composeHub(platform, parts);
        identity = composition.modules.find(({ name }) => name === 'identity') as IdentityModule;
        return composition;
      },
    });
    const url = hub.url ?? '';
    await identity?.createAdmin({ ...person, email: 'bench@example.com' });
    const page = await browser.newPage({ viewport: { width: 1366, height: 860 } });
    const token = await signIn(page, url);
    await fill(hub, url, token);
    const lines: string[] = [];
    for (const view of ['grid', 'list']) lines.push(await scroll(page, view, `${url}/catalog?view=${view}`));
    const text = [
      '### Scrolling',
      '',
      `${cpus().length} cores (${cpus()[0]?.model.trim()}), no graphics processor, load ${loadavg()[0]?.toFixed(1)} on end.`,
      '',
      ...lines.map((line) => `- ${line}`),
    ].join('\n');
    process.stdout.write(`${text}\n`);
    if (write) await writeResults('scroll', text);
  } finally {
    await browser.close();
    await hub?.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Returns the token that the application calls the hub with. */
async function signIn(page: Page, url: string): Promise<string> {
  const call = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await page.goto(url);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return (await call).headers().authorization ?? '';
}

/** A few games get their pictures the way people give them; the others show the same files. */
async function fill({ infra }: Hub, url: string, authorization: string): Promise<void> {
  const { db } = infra.postgres;
  const folder = join(root, 'apps', 'sandbox', 'demo-games');
  const slugs = (await readdir(folder)).filter((name) => !name.includes('.')).slice(0, covers);
  const painted: number[] = [];
  for (const slug of slugs) {
    const id = await addGame(db, slug, { sub_name: 'Hold & Win' });
    for (const [flag, name] of Object.entries({ isMainImage: 'cover.webp', isMiniBanner: 'mini.webp' })) {
      const body = new FormData();
      body.append(flag, 'true');
      body.append('file', new Blob([await readFile(join(folder, slug, name))]), name);
      const target = `${url}/api/games/media/upload/${id}`;
      const answer = await fetch(target, { method: 'POST', headers: { authorization }, body });
      if (!answer.ok) throw new Error(`${name} was refused: ${answer.status} ${await answer.text()}`);
    }
    painted.push(id);
  }
  for (let index = covers; index < games; index++) {
    const id = await addGame(db, `game_${index}`, { sub_name: `Feature ${index}` });
    await db
      .insertInto('game_media')
      .columns(['game_id', 'role', 'media_type', 'file_hash', 'position'])
      .expression((eb) =>
        eb
          .selectFrom('game_media')
          .select((from) => [from.val(id).as('game'), 'role', 'media_type', 'file_hash', 'position'])
          .where('game_id', '=', painted[index % covers] ?? 0),
      )
      .execute();
  }
}

async function scroll(page: Page, view: string, address: string): Promise<string> {
  await page.goto(address);
  await page.locator('main img').first().waitFor();
  const session = await page.context().newCDPSession(page);
  // Once to have the covers, then what is measured.
  const gesture = { x: 700, y: 500, speed: pixelsASecond, gestureSourceType: 'mouse' } as const;
  await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: -pixels });
  await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: pixels });
  await page.evaluate(
    'frames = []; (function note(at) { if (at) frames.push(at); requestAnimationFrame(note); })()',
  );
  await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: -pixels });
  const frames = await page.evaluate<number[]>('frames');
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const perSecond = (gaps.length / ((frames.at(-1) ?? 0) - (frames[0] ?? 0))) * 1000;
  const late = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0;
  return (
    `${games} games as a ${view}, ${pixels} pixels at ${pixelsASecond} a second: ${perSecond.toFixed(1)} frames a second; ` +
    `95 of 100 frames within ${shown(late)} ms, the longest ${shown(Math.max(...gaps))} ms`
  );
}
