import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { fastestParent } from './scripts/lib/temporary.mjs';

// A hub syncs everything it stores: on a disk, tests that start one mostly wait.
process.env.TMPDIR ??= fastestParent();

// Processes, not threads: the session store engine opens one data folder at a time per process. They go on from file to
// file, for a process and its modules took a third of the processor time of a file; files keep no state in modules.
const inProcesses = { pool: 'forks', isolate: false } as const;
// Generous, so that a slow or busy machine fails no test: whatever takes this long hangs.
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** Tests of statements, or with processes of their own on an engine that has no shards. */
const onOneEngineOnly = [
  '**/*.{golden,plan,ddl,window}.test.ts',
  '**/{session-rows,restore}.test.ts',
  // A cluster is backed up by its own tools.
  '**/snapshot.test.ts',
  '**/*.limits.test.ts',
];

/** Tests that start dozens of hub processes take minutes: `npm run test:processes`. */
const ofManyProcesses = [
  'src/modules/fetching/fetching.kill.test.ts',
  'test/several-processes.test.ts',
  'test/newer-release.test.ts',
  'src/{process,stop}.test.ts',
  'src/commands/{backup,commands,session-store}.test.ts',
  'src/modules/session-store/integrity/restore.test.ts',
];

const web = join(import.meta.dirname, 'apps/web');
/** Tests of the web application that replace modules, which others must not meet. */
const replacing = globSync('src/**/*.test.{ts,tsx}', { cwd: web }).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(web, file), 'utf8')),
);

export default defineConfig({
  test: {
    // Tests on stores wait more than they compute: more of them than cores go on at once.
    maxWorkers: Math.max(4, availableParallelism()),
    reporters: process.env.VITEST_JSON
      ? [
          ['default', { summary: false }],
          ['json', { outputFile: process.env.VITEST_JSON }],
        ]
      : [['default', { summary: false }]],
    projects: [
      {
        test: {
          ...timeouts,
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...inProcesses,
          ...timeouts,
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'seeds/**/*.test.ts'],
          exclude: ['**/shards.test.ts', ...(process.env.PROCESSES === 'on' ? [] : ofManyProcesses)],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/close-session-stores.ts'],
        },
      },
      // The session store once more, with its tables spread over two shards: what changes and finds rows. `npm run test:cluster`
      // adds the questions, which take as long again.
      {
        test: {
          ...inProcesses,
          ...timeouts,
          name: 'two shards',
          root: 'apps/server',
          include:
            process.env.SESSION_STORE_LAYOUT === undefined
              ? ['src/modules/session-store/{shards,changes,stored-ids}.test.ts']
              : ['src/modules/{session-store,statistics}/**/*.test.ts'],
          exclude:
            process.env.SESSION_STORE_LAYOUT === 'cluster'
              ? [...onOneEngineOnly, '**/shards.test.ts']
              : onOneEngineOnly,
          env: { SESSION_STORE_LAYOUT: process.env.SESSION_STORE_LAYOUT ?? 'two-shards' },
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/close-session-stores.ts'],
        },
      },
      {
        test: {
          ...inProcesses,
          ...timeouts,
          name: 'sandbox',
          root: 'apps/sandbox',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...inProcesses,
          ...timeouts,
          name: 'conformance',
          root: 'packages/conformance',
          include: ['src/**/*.test.ts'],
        },
      },
      { test: { ...timeouts, name: 'bench', root: 'bench', include: ['src/**/*.test.ts'] } },
      { test: { ...timeouts, name: 'runs', root: 'e2e', include: ['{fuzz,soak}/*.test.ts'] } },
      { test: { ...inProcesses, ...timeouts, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      // A file that starts with fresh modules and a fresh browser spends more than half of its time on them.
      {
        extends: 'apps/web/vitest.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: replacing,
          isolate: false,
        },
      },
      {
        extends: 'apps/web/vitest.config.ts',
        test: { name: 'web, isolated', root: 'apps/web', include: replacing },
      },
    ],
  },
});
