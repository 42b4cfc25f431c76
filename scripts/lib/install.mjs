import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { inRoot, root } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/** Installs the packages of the lockfile unless they stand there already; interrupted installations are done again. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (isInstalled()) return;
    const total = Object.keys(readPackages(inRoot('package-lock.json')) ?? {}).length;
    await step('Installing packages', npmCi, () => `${countInstalled()} of about ${total} packages`);
  });
}

/**
 * True when every package of the lockfile is installed in its version. npm writes its own list of what it installed
 * last of all, so an interrupted installation has none.
 */
export function isInstalled(
  lockfile = inRoot('package-lock.json'),
  installed = inRoot('node_modules', '.package-lock.json'),
) {
  const wanted = readPackages(lockfile);
  const present = readPackages(installed);
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    // Workspaces stand in the lockfile, too; they are links.
    if (!path.includes('node_modules/') || link) return true;
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

function npmCi() {
  // Started by npm, this is the very npm that started it.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund'];
  return npm?.endsWith('.js')
    ? run('npm ci', process.execPath, [npm, ...args], { cwd: root })
    : run('npm ci', 'npm', args, { cwd: root });
}

// npm makes all folders first and fills them later, each package.json with its package.
function countInstalled() {
  const folder = inRoot('node_modules');
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((scoped) => join(name, scoped)) : [name],
  );
  return names.filter((name) => existsSync(join(folder, name, 'package.json'))).length;
}
