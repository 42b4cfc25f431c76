// `npm run test:upgrade`: the server of the last release runs, restarts and fetches on stores that the working tree has migrated,
// beside the server of the working tree. Every request of a load must succeed.
import { rmSync } from 'node:fs';
import { Failure, findNode, inRoot, root } from './lib/paths.mjs';
import { checkOutRelease, findPreviousRelease } from './lib/previous-release.mjs';
import { run } from './lib/run.mjs';

let folder;
try {
  const tag = findPreviousRelease(root);
  folder = await checkOutRelease(root, tag);
  console.log(`Upgrades from ${tag}.`);
  const vitest = inRoot('node_modules/vitest/vitest.mjs');
  await run('The upgrade', findNode(), [vitest, 'run', '--config', 'apps/server/vitest.upgrade.ts'], {
    cwd: root,
    show: true,
    env: { ...process.env, PREVIOUS_RELEASE: folder, UV_THREADPOOL_SIZE: '8' },
  });
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
} finally {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
