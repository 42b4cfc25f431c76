import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests that need a Keycloak: `npm run test:keycloak` starts one and says where it is.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['test/*.keycloak.ts'],
    pool: 'forks',
    globalSetup: ['test/global-setup.ts'],
    hookTimeout: 60_000,
    testTimeout: 60_000,
  },
});
