import { describe, expect, it } from 'vitest';
import { failureLines, isClean, nextExamples, readReport } from './report.ts';

const text = (change: object = {}) =>
  JSON.stringify({
    complete: true,
    test_cases: { generated: 120, with_failures: 0, errored: 0 },
    failures: [],
    errors: [],
    warnings: { rate_limited: ['GET /api/range-mail'] },
    ...change,
  });
const failure = {
  type: 'ServerError',
  title: 'Server error',
  count: 2,
  operations: ['GET /api/b', 'GET /api/a'],
};

describe('the report of a round', () => {
  it('counts cases and names the operations that were limited', () => {
    expect(readReport(text())).toEqual({
      cases: 120,
      complete: true,
      failures: [],
      errors: 0,
      rateLimited: ['GET /api/range-mail'],
    });
  });

  it.each(['{}', '[]', '{"test_cases":{}}'])('is refused when it is something else: %s', (other) => {
    expect(() => readReport(other)).toThrow('no report');
  });

  it('is clean only without failures and errors, and when it ran to its end', () => {
    expect(isClean([readReport(text())])).toBe(true);
    expect(isClean([readReport(text()), readReport(text({ failures: [failure] }))])).toBe(false);
    expect(isClean([readReport(text({ errors: [{}] }))])).toBe(false);
    expect(isClean([readReport(text({ complete: false }))])).toBe(false);
  });

  it('gives each failing operation once', () => {
    const report = readReport(text({ failures: [failure] }));
    expect(failureLines([report, report])).toEqual(['Server error: GET /api/a', 'Server error: GET /api/b']);
  });
});

describe('the size of the next round', () => {
  it('follows from what the last one made', () => {
    expect(nextExamples(900, { examples: 10, cases: 450 })).toBe(20);
    expect(nextExamples(1, { examples: 10, cases: 450 })).toBe(1);
    expect(nextExamples(100, { examples: 10, cases: 0 })).toBe(0);
  });
});
