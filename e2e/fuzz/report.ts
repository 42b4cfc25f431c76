/** What a run of schemathesis reports, as far as the outcome needs it. */
export interface RunReport {
  cases: number;
  /** Whether every operation was tried. */
  complete: boolean;
  failures: { title: string; count: number; operations: string[] }[];
  errors: number;
  /** Operations that responded with 429, so that fewer of their cases meant anything. */
  rateLimited: string[];
}

interface JsonReport {
  complete?: boolean;
  test_cases: { generated: number; errored: number };
  failures: { title: string; count: number; operations: string[] }[];
  errors?: unknown[];
  warnings?: { rate_limited?: string[] };
}

/** Reads the JSON report of schemathesis. @throws Error when it is none. */
export function readReport(text: string): RunReport {
  const report = JSON.parse(text) as JsonReport;
  if (typeof report.test_cases?.generated !== 'number' || !Array.isArray(report.failures)) {
    throw new Error('This is no report of schemathesis.');
  }
  return {
    cases: report.test_cases.generated,
    complete: report.complete !== false,
    failures: report.failures.map(({ title, count, operations }) => ({ title, count, operations })),
    errors: (report.errors?.length ?? 0) + report.test_cases.errored,
    rateLimited: report.warnings?.rate_limited ?? [],
  };
}

/** How many cases per operation the next round needs so that a role gets its share, from what the last one made. */
export function nextExamples(wanted: number, last: { examples: number; cases: number }): number {
  if (last.cases === 0) return 0;
  return Math.ceil((wanted * last.examples) / last.cases);
}

/** True when nothing failed, nothing broke and every round was complete. */
export function isClean(reports: readonly RunReport[]): boolean {
  return reports.every(({ failures, errors, complete }) => failures.length === 0 && errors === 0 && complete);
}

/** The failures of all rounds of a role, one line per operation and kind. */
export function failureLines(reports: readonly RunReport[]): string[] {
  const lines = reports.flatMap(({ failures }) =>
    failures.flatMap(({ title, operations }) => operations.map((operation) => `${title}: ${operation}`)),
  );
  return [...new Set(lines)].sort();
}
