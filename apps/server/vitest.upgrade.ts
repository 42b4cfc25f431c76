import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The upgrade from the last release: `npm run test:upgrade` checks that release out and says where it is.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['test/*.upgrade.ts'],
    pool: 'forks',
    globalSetup: ['test/global-setup.ts'],
    hookTimeout: 300_000,
    testTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
