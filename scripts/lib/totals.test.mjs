import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { playwrightFailures, playwrightTotals, vitestFailures, vitestTotals } from './totals.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ludus-totals-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name, report) {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(report));
  return file;
}

describe('the report of Vitest', () => {
  const file = written('vitest.json', {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'divides',
            failureMessages: ['Error: 3 is not 2\n    at a.test.ts:7'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module c', assertionResults: [] },
    ],
  });

  it('is counted, a file that cannot start as one failure', () => {
    expect(vitestTotals(file)).toEqual({ passed: 1, failed: 2 });
  });

  it('names each failed test with its message', () => {
    expect(vitestFailures(file)).toEqual([
      'a.test.ts > divides\n    Error: 3 is not 2\n        at a.test.ts:7',
      'b.test.ts\n    Cannot find module c',
    ]);
  });
});

describe('the report of Playwright', () => {
  const spec = (title, ok, errors) => ({
    file: 'a.spec.ts',
    line: 3,
    title,
    ok,
    tests: [{ results: [{ errors }] }],
  });
  const file = written('playwright.json', {
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    errors: [{ message: 'The hub did not start' }],
    suites: [
      {
        specs: [],
        suites: [{ specs: [spec('opens', true, []), spec('closes', false, [{ message: 'Not closed' }])] }],
      },
    ],
  });

  it('is counted, what failed outside of tests included', () => {
    expect(playwrightTotals(file)).toEqual({ passed: 1, failed: 2 });
  });

  it('names each failed test of nested groups with its message', () => {
    expect(playwrightFailures(file)).toEqual([
      'Outside of tests\n    The hub did not start',
      'a.spec.ts:3 > closes\n    Not closed',
    ]);
  });
});

it('is empty without a report', () => {
  expect(playwrightFailures(join(folder, 'none.json'))).toEqual([]);
  expect(vitestFailures(join(folder, 'none.json'))).toEqual([]);
});
