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

/** Each failed test of a run of Vitest with its message, for the end of a long output. */
export function vitestFailures(file) {
  return (read(file)?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return message ? [describe(name, [message])] : [];
    return failed.map((result) => describe(`${name} > ${result.fullName}`, result.failureMessages));
  });
}

/** The same of a run of Playwright, errors outside of tests included. */
export function playwrightFailures(file) {
  const report = read(file);
  if (report === null) return [];
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const failed = report.suites.flatMap(specsOf).filter((spec) => !spec.ok);
  return [
    ...report.errors.map(({ message }) => describe('Outside of tests', [message])),
    ...failed.map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors));
      return describe(
        `${spec.file}:${spec.line} > ${spec.title}`,
        errors.map((error) => [error.message, error.snippet].filter(Boolean).join('\n')),
      );
    }),
  ];
}

const linesShown = 40;

function describe(title, messages) {
  const lines = messages.join('\n').split('\n').slice(0, linesShown);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
