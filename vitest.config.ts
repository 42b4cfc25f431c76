import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Processes, not threads: the books engine binds one data folder per process.
const inProcesses = { pool: 'forks' } as const;
// What is waited for comes when it comes: only the test's own limit says that it never does.
const patient = { expect: { poll: { timeout: 15_000 } } };

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
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...inProcesses,
          ...patient,
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'seeds/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          hookTimeout: 30_000,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...inProcesses,
          name: 'sandbox',
          root: 'apps/sandbox',
          include: ['src/**/*.test.ts'],
          hookTimeout: 30_000,
          testTimeout: 20_000,
        },
      },
      { test: { name: 'bench', root: 'bench', include: ['src/**/*.test.ts'] } },
      { test: { ...inProcesses, ...patient, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      'apps/web',
    ],
  },
});
