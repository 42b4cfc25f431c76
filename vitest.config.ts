import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Processes, not threads: the books engine binds one data folder per process.
const inProcesses = { pool: 'forks' } as const;
// What takes this long hangs. Less would fail what is only slow, on a machine that is slow itself or has other things to do.
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

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
          ...patient,
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
        },
      },
      {
        test: {
          ...inProcesses,
          ...patient,
          name: 'sandbox',
          root: 'apps/sandbox',
          include: ['src/**/*.test.ts'],
        },
      },
      { test: { ...patient, name: 'bench', root: 'bench', include: ['src/**/*.test.ts'] } },
      { test: { ...inProcesses, ...patient, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      'apps/web',
    ],
  },
});
