// `npm test`: everything that must hold before a change is merged, on a fresh clone too. Stops at the first stage that
// fails; the last line is always `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { Failure, findNode, inRoot, root } from './lib/paths.mjs';
import { secondsSince } from './lib/progress.mjs';
import { playwrightFailures, playwrightTotals, vitestFailures, vitestTotals } from './lib/totals.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const started = Date.now();
const reports = inRoot('test-results');
const vitestReport = inRoot('test-results', 'vitest.json');
// Each part has a hub of its own: a browser test waits a part of its time, so two fit on two cores. A third hub takes more than
// it gives (920 s and 1,554 s of processor time against 675 s and 1,147 s). The weights count tests: files go in the order of
// their names, and those up to the long lists take as long as the rest.
const browserParts = [1, 2];
const browserWeights = '58:42';
const total = { passed: 0, failed: 0 };
const failures = [];

async function main() {
  process.chdir(root);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  // On its way while the packages are; who needs it meets the failure.
  const browser = ensureChromium();
  browser.catch(() => {});
  await stage('Packages', () => ensureInstalled());
  const node = findNode();
  // Tools and what they start find Node 24 as `node`.
  const env = { ...process.env, PATH: `${inRoot('node_modules', '.bin')}:${process.env.PATH}` };
  await stage('Types', () => tool(node, [inRoot('scripts/typecheck.mjs')], env));
  await stage('Lint', async () => {
    await tool(inRoot('node_modules/.bin/biome'), ['check', '.'], env);
    await tool(node, [inRoot('scripts/check-boundaries.mjs')], env);
    await tool(node, [inRoot('scripts/check-security-table.mjs')], env);
  });
  await stage('Lockfile', () => tool(node, [inRoot('scripts/check-lockfile.mjs')], env));
  await stage('Advisories', () => tool(node, [inRoot('scripts/check-advisories.mjs')], env));
  await stage('Unit and integration tests', async () => {
    const vitest = inRoot('node_modules/vitest/vitest.mjs');
    const run = tool(node, [vitest, 'run'], { ...env, VITEST_JSON: vitestReport });
    await counted(
      run,
      () => vitestTotals(vitestReport),
      () => vitestFailures(vitestReport),
    );
  });
  await stage('Build of the web application', ensureWebBuilt);
  if (existsSync(inRoot('e2e/playwright.config.ts'))) {
    await stage('Browser tests', async () => {
      const chromium = await browser;
      const playwright = inRoot('node_modules/@playwright/test/cli.js');
      const parts = browserParts.map((part) => {
        const report = inRoot('test-results', `playwright-${part}.json`);
        const shard = `--shard=${part}/${browserParts.length}`;
        const output = `--output=${inRoot('test-results', `browser-${part}`)}`;
        const args = [playwright, 'test', '--config', 'e2e/playwright.config.ts', shard, output];
        const run = tool(node, args, {
          ...env,
          CHROMIUM_PATH: chromium,
          E2E_JSON: report,
          PWTEST_SHARD_WEIGHTS: browserWeights,
        });
        return counted(
          run,
          () => playwrightTotals(report),
          () => playwrightFailures(report),
        );
      });
      const failed = (await Promise.allSettled(parts)).find(({ status }) => status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    });
  }
}

async function stage(title, work) {
  const from = Date.now();
  console.log(`\n== ${title}`);
  await work();
  console.log(`== ${title}: ${secondsSince(from)}`);
}

/** Adds the numbers of a run to the total, whether it passed or not; a run that broke without a number is a failure. */
async function counted(run, totals, failuresOf) {
  const error = await run.then(
    () => null,
    (reason) => reason,
  );
  const { passed, failed } = totals();
  total.passed += passed;
  total.failed += failed;
  if (error === null) {
    if (passed === 0) throw new Failure('No test has run.');
    return;
  }
  if (failed === 0) total.failed += 1;
  failures.push(...failuresOf());
  throw new CountedFailure(error.message);
}

/** A failure whose tests stand in the total already. */
class CountedFailure extends Failure {}

function tool(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Failure(`Failed with ${signal ?? `exit code ${code}`}.`));
    });
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Failure ? error.message : error.stack);
  if (!(error instanceof CountedFailure)) total.failed += 1;
}
// Again at the end: they stand far above, and what keeps only the last part of an output would lose them.
if (failures.length > 0) console.log(`\n== Failed tests\n\n${failures.join('\n\n')}`);
console.log(`\nTook ${secondsSince(started)}.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
