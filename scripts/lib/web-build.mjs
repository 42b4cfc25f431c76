import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { findNode, inRoot } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

const memory = inRoot('.cache', 'web-build.json');
const built = inRoot('apps', 'web', 'dist', 'index.html');

/** Builds the web application when its sources have changed since the last build. */
export async function ensureWebBuilt() {
  if (isCurrent()) return;
  await withLock('web-build', async () => {
    if (isCurrent()) return;
    const sources = hashOfSources();
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
    await step('Building the web application', () =>
      run('The build of the web application', findNode(), [vite, 'build', '--logLevel', 'warn'], {
        cwd: inRoot('apps', 'web'),
      }),
    );
    mkdirSync(inRoot('.cache'), { recursive: true });
    // As they were when it began: what was changed since then is not in it.
    writeFileSync(memory, JSON.stringify({ sources }));
  });
}

function isCurrent() {
  if (!existsSync(built) || !existsSync(memory)) return false;
  return JSON.parse(readFileSync(memory, 'utf8')).sources === hashOfSources();
}

/** What the build writes itself, from sources that are read here as well. */
const written = 'routeTree.gen.ts';

/** A hash over everything the build reads, tests left out. */
export function hashOfSources(folders = [inRoot('apps', 'web'), inRoot('packages', 'contract')]) {
  const hash = createHash('sha256').update(readFileSync(inRoot('package-lock.json')));
  for (const folder of folders) addFolder(hash, folder);
  return hash.digest('hex');
}

function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (['dist', 'node_modules', 'test', written].includes(entry.name) || entry.name.startsWith('.'))
      continue;
    if (entry.isDirectory()) addFolder(hash, path);
    else if (!/\.test\.tsx?$/.test(entry.name)) hash.update(path).update(readFileSync(path));
  }
}
