import { existsSync, readFileSync } from 'node:fs';

/** Passed and failed tests of a run, from the JSON report of Vitest; a file that cannot start counts as one failure. */
export function vitestTotals(file) {
  const report = read(file);
  if (report === null) return { passed: 0, failed: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/** The same from the JSON report of Playwright; errors outside of tests (a server that does not start) count too. */
export function playwrightTotals(file) {
  const report = read(file);
  if (report === null) return { passed: 0, failed: 0 };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
