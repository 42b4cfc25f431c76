import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

// The first has no windows, tabs and tool bars to draw, which take a fifth of the processor time of a browser test.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const usualPlaces = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
];

/** The path of a Chromium on this machine, or undefined. `CHROMIUM_PATH` wins. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Failure(`CHROMIUM_PATH names no file: ${env.CHROMIUM_PATH}`);
  }
  const folders = [...usualPlaces, ...(env.PATH ?? '').split(delimiter)].filter(Boolean);
  const candidates = folders.flatMap((folder) =>
    [...names, 'Google Chrome'].map((name) => join(folder, name)),
  );
  return candidates.find((path) => existsSync(path));
}

/**
 * The path of a Chromium, installed from the distribution's packages when this runs as root on Debian or a relative.
 * @throws Failure that says how to get one
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (canInstall) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await step('Installing Chromium from the packages of the distribution', async () => {
      await run('apt-get update', 'apt-get', ['update', '-qq'], { env });
      // Not every distribution has the shell as a package of its own.
      const hasShell = spawnSync('apt-cache', ['show', 'chromium-headless-shell']).status === 0;
      const name = hasShell ? 'chromium-headless-shell' : 'chromium';
      const args = ['install', '-y', '-qq', '--no-install-recommends', name];
      await run(`apt-get install ${name}`, 'apt-get', args, { env });
    });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Failure(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium; Fedora: dnf install ' +
      'chromium; macOS: brew install --cask chromium) or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}
