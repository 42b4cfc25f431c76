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
    // Dates must come out the same wherever the tests run; another zone than Rome shows mix-ups.
    env: { TZ: 'America/New_York' },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
