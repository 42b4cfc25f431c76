// `node scripts/lib/install.mjs`: installs what scripts need beyond `npm start`: tests, lint and measurements.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { Failure, inRoot, root } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

const lockfile = inRoot('package-lock.json');
const installed = inRoot('node_modules', '.package-lock.json');

/**
 * Installs the packages of the lockfile unless they stand there already; interrupted installations are done again.
 * `toRun` leaves out those that only tests, lint and measurements need.
 */
export async function ensureInstalled({ toRun = false } = {}) {
  if (isInstalled({ toRun })) return;
  await withLock('install', async () => {
    if (isInstalled({ toRun })) return;
    const total = namesOf(readPackages(lockfile) ?? {}, toRun).length;
    const title = toRun ? 'Installing packages' : 'Installing packages, those of the tests included';
    await step(
      title,
      () => install(toRun),
      () => `${countInstalled()} of about ${total} packages`,
    );
  });
}

/**
 * True when every package of the lockfile is installed in its version; with `toRun` those for development may be missing.
 * npm writes its own list of what it installed last of all, so an interrupted installation has none.
 */
export function isInstalled({ toRun = false, wantedIn = lockfile, presentIn = installed } = {}) {
  const wanted = readPackages(wantedIn);
  const present = readPackages(presentIn);
  if (wanted === null || present === null) return false;
  const isPresent = (path) => {
    const { version, optional } = wanted[path];
    return present[path] === undefined ? optional === true : present[path].version === version;
  };
  // A workspace that came with a newer version of the sources is found by its link only.
  const workspaces = Object.keys(wanted).filter((path) => wanted[path].link === true);
  return namesOf(wanted, toRun).every(isPresent) && workspaces.every((path) => present[path]?.link === true);
}

function namesOf(packages, toRun) {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !link && !(toRun && dev))
    .map(([path]) => path);
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

/**
 * From nothing; or, when everything that runs is there, only what is missing: a hub may be running from these packages.
 */
async function install(toRun) {
  const isAddition = !toRun && isInstalled({ toRun: true });
  const args = isAddition ? ['install', '--no-save'] : ['ci'];
  // An addition that is cut short must not count as installed, and the next try starts from nothing.
  if (isAddition) rmSync(installed);
  args.push('--no-audit', '--no-fund', toRun ? '--omit=dev' : '--include=dev');
  // What npm has in its cache it would otherwise ask the registry about again, package by package.
  await npm([...args, '--prefer-offline']).catch(() => npm(args));
}

function npm(args) {
  // Started by npm, this is the very npm that started it.
  const own = process.env.npm_execpath;
  return own?.endsWith('.js')
    ? run(`npm ${args[0]}`, process.execPath, [own, ...args], { cwd: root })
    : run(`npm ${args[0]}`, 'npm', args, { cwd: root });
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled().catch((error) => {
    console.error(error instanceof Failure ? error.message : error.stack);
    process.exit(1);
  });
}
