// Type-checks every workspace; TypeScript's own build mode would need emitted declarations, which nothing here uses.
import { spawnSync } from 'node:child_process';

const projects = ['packages/contract', 'apps/server', 'apps/sandbox', 'apps/web', 'e2e', 'bench'];
let failed = false;
for (const project of projects) {
  const { status } = spawnSync('tsc', ['-p', project], { stdio: 'inherit' });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
