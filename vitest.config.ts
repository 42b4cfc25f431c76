import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Files of the web share what they have loaded, which is most of their time. What `vi.mock` replaces would stay replaced or
// stay loaded for the next file, so those that use it are kept apart.
const web = join(import.meta.dirname, 'apps/web');
const tests = globSync('src/**/*.test.{ts,tsx}', { cwd: web });
const mocking = tests.filter((file) => readFileSync(join(web, file), 'utf8').includes('vi.mock('));
// Tests on stores wait more than they compute: more of them than cores go on at once.
const maxWorkers = Math.max(4, availableParallelism());
// A project that extends a file of its own takes nothing from here, and all must agree on the number of workers.
const webProject = (test: { name: string; include: string[]; isolate?: boolean }) => ({
  extends: 'apps/web/vitest.config.ts',
  test: { root: 'apps/web', maxWorkers, ...test },
});

// Processes, not threads: the books engine binds one data folder per process.
const inProcesses = { pool: 'forks' } as const;

export default defineConfig({
  test: {
    maxWorkers,
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
      { test: { ...inProcesses, name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      webProject({ name: 'web', include: tests.filter((file) => !mocking.includes(file)), isolate: false }),
      webProject({ name: 'web apart', include: mocking }),
    ],
  },
});
