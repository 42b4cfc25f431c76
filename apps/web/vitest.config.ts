import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    // Typing into a whole screen takes its time on a busy machine; a hanging test still ends.
    testTimeout: 20_000,
    // Dates must come out the same wherever the tests run; another zone than Rome shows mix-ups.
    env: { TZ: 'America/New_York' },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
