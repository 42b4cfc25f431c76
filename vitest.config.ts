import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Processes, not threads: the session store engine opens one data folder at a time per process. They go on from file to
// file, for a process and its modules took a third of the processor time of a file; files keep no state in modules.
const inProcesses = { pool: 'forks', isolate: false } as const;
// Generous, so that a slow or busy machine fails no test: whatever takes this long hangs.
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

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
      { test: { ...timeouts, name: 'bench', root: 'bench', include: ['src/**/*.test.ts'] } },
      { test: { ...timeouts, name: 'fuzz', root: 'e2e/fuzz', include: ['*.test.ts'] } },
      { test: { ...inProcesses, ...timeouts, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      'apps/web',
    ],
  },
});
