// Type-checks every workspace; TypeScript's own build mode would need emitted declarations, which nothing here uses.
import { spawnSync } from 'node:child_process';
import { inRoot, root } from './lib/paths.mjs';

const projects = ['packages/contract', 'apps/server', 'apps/sandbox', 'apps/web', 'e2e', 'bench'];
const failed = projects.filter(
  (project) =>
    spawnSync(inRoot('node_modules/.bin/tsc'), ['-p', project], { cwd: root, stdio: 'inherit' }).status !== 0,
);
console.log(failed.length === 0 ? 'Types: sound.' : `Types: errors in ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
