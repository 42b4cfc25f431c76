import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { fastestParent } from '../scripts/lib/temporary.mjs';

// For the data folder of the hub and the profile of the browser.
process.env.TMPDIR ??= fastestParent();

// The shell has no windows to draw; `--headed` needs the path of a whole browser.
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browserPath = process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path));

/** The whole product as a person meets it: `npm start` on free ports with its own data folder, then a browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Kills take minutes: `npm run test:chaos`, and `npm run test:processes` for those of the server.
  testIgnore: process.env.E2E_CHAOS === 'on' ? [] : 'chaos/**',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.E2E_JSON ? [['line'], ['json', { outputFile: process.env.E2E_JSON }]] : 'line',
  globalSetup: './support/start-hub.ts',
  use: {
    // Set by the global start, before workers read this file.
    ...(process.env.E2E_ORIGIN === undefined ? {} : { baseURL: process.env.E2E_ORIGIN }),
    viewport: { width: 1366, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
    // A trace takes a tenth of the time of every test: `--trace on` records one of the test that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browserPath === undefined ? {} : { executablePath: browserPath }),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
    },
  },
});
