// `npm run check`: types, lint and the tests of the parts that changed, for the loop of work; `npm test` runs everything.
// A change is what differs from the branch point with origin/main, uncommitted and untracked files included.
import { spawnSync } from 'node:child_process';
import { Failure, findNode, inRoot, root } from './lib/paths.mjs';
import { secondsSince } from './lib/progress.mjs';
import { testScopeOf } from './lib/test-scope.mjs';

const started = Date.now();

function readLines(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root });
  if (status !== 0) return null;
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

function runStage(title, command, args) {
  const from = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${inRoot('node_modules', '.bin')}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Failure(`== ${title}: failed after ${secondsSince(from)}`);
  console.log(`== ${title}: ${secondsSince(from)}`);
}

try {
  const node = findNode();
  // A clone without `origin/main` compares with its last commit.
  const base = readLines('merge-base', 'HEAD', 'origin/main')?.[0] ?? 'HEAD';
  const changed = [
    ...(readLines('diff', '--name-only', '--diff-filter=d', base) ?? []),
    ...(readLines('ls-files', '--others', '--exclude-standard') ?? []),
  ];

  runStage('Types', node, [inRoot('scripts/typecheck.mjs'), '--incremental']);
  if (changed.length > 0) {
    const options = ['--no-errors-on-unmatched', '--files-ignore-unknown=true'];
    runStage('Format and lint', inRoot('node_modules/.bin/biome'), ['check', ...options, ...changed]);
  }
  runStage('Boundaries', node, [inRoot('scripts/check-boundaries.mjs')]);
  runStage('Requirements', node, [inRoot('scripts/requirements.mjs')]);
  const scope = testScopeOf(changed);
  if (scope.length > 0) {
    const vitest = inRoot('node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--passWithNoTests', ...scope, ...process.argv.slice(2)];
    runStage(`Tests of ${scope.join(', ')}`, node, args);
  }
  console.log(`Checked in ${secondsSince(started)}.`);
} catch (error) {
  console.error(error instanceof Failure ? error.message : error.stack);
  process.exitCode = 1;
}
