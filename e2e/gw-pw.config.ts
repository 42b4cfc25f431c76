import base from '/work/main/e2e/playwright.config.ts';
export default { ...base, testDir: '/work/main/e2e', globalSetup: undefined, outputDir: '/tmp/gw-pw-out', use: { ...base.use, baseURL: 'http://localhost:3872' } };
