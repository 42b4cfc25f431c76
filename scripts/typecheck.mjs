// Type-checks every workspace; TypeScript's own build mode would need emitted declarations, which nothing here uses.
// --incremental keeps what TypeScript found in .cache/ and checks only what a change can have affected.
import { spawnSync } from 'node:child_process';
import { inRoot, root } from './lib/paths.mjs';

const projects = [
  'packages/contract',
  'packages/conformance',
  'apps/server',
  'apps/sandbox',
  'apps/web',
  'e2e',
  'bench',
];
const isIncremental = process.argv.includes('--incremental');

function hasErrors(project) {
  const state = inRoot('.cache', 'typescript', `${project.replace('/', '-')}.tsbuildinfo`);
  const incremental = isIncremental ? ['--incremental', '--tsBuildInfoFile', state] : [];
  const args = ['-p', project, ...incremental];
  return spawnSync(inRoot('node_modules/.bin/tsc'), args, { cwd: root, stdio: 'inherit' }).status !== 0;
}

const failed = projects.filter(hasErrors);
console.log(failed.length === 0 ? 'Types: no errors.' : `Types: errors in ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
