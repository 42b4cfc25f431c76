import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'apps/web',
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'server', root: 'apps/server', include: ['src/**/*.test.ts'], pool: 'forks' } },
      { test: { name: 'sandbox', root: 'apps/sandbox', include: ['src/**/*.test.ts'], pool: 'forks' } },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], pool: 'forks' } },
    ],
  },
});
