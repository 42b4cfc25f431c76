import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    // Said again, because a project with a file of its own takes Vitest's default: a single worker on two cores.
    maxWorkers: Math.max(4, availableParallelism()),
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    // As in the other projects: what takes this long hangs, and what is slow on a busy machine does not fail.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Dates must come out the same wherever the tests run; another zone than Rome shows mix-ups.
    env: { TZ: 'America/New_York' },
    // Style sheets read as text keep theirs; those of components are left empty.
    css: { include: [/\.css\?raw$/], modules: { classNameStrategy: 'non-scoped' } },
  },
});
