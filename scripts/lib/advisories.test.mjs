import { describe, expect, it } from 'vitest';
import { judgeAdvisories, readAudit } from './advisories.mjs';

const advisory = (name, severity, url, source = 1) => ({
  source,
  name,
  dependency: name,
  title: `${name} is unsafe`,
  url,
  severity,
  range: '<2.0.0',
});
const url = 'https://github.com/advisories/GHSA-22h7-7wwg-qmgg';
const report = (vulnerabilities) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

describe('the report of npm audit', () => {
  it('names each advisory once, and not the packages that only depend on one', () => {
    const text = report({
      ws: { name: 'ws', severity: 'high', via: [advisory('ws', 'high', url)] },
      'socket.io': { name: 'socket.io', severity: 'high', via: ['ws', advisory('ws', 'high', url)] },
    });
    expect(readAudit(text)).toEqual([
      { id: 'GHSA-22h7-7wwg-qmgg', package: 'ws', severity: 'high', title: 'ws is unsafe', range: '<2.0.0' },
    ]);
  });

  it('without a link to GitHub is known by the number of its source', () => {
    const text = report({ ws: { via: [advisory('ws', 'low', 'https://example.com', 1097)] } });
    expect(readAudit(text)?.map(({ id }) => id)).toEqual(['1097']);
  });

  it('without advisories is an answer, and whatever else npm writes is none', () => {
    expect(readAudit(report({}))).toEqual([]);
    for (const text of [
      '',
      'npm error',
      '{}',
      'null',
      '{"message":"request to https://registry.example/-/npm/v1/security failed","error":{"code":"ENOTFOUND"}}',
      '{"error":{"code":"ENOAUDIT","summary":"Your configured registry does not support audit requests."}}',
    ]) {
      expect(readAudit(text), text).toBeNull();
    }
  });
});

describe('an advisory', () => {
  const found = (severity, id = 'GHSA-22h7-7wwg-qmgg') => ({
    id,
    package: 'ws',
    severity,
    title: 't',
    range: '*',
  });
  const exception = {
    id: 'GHSA-22h7-7wwg-qmgg',
    package: 'ws',
    reason: 'Not reachable.',
    until: '2026-12-31',
  };
  const failuresOf = (advisories, exceptions, today = '2026-11-22') =>
    judgeAdvisories(advisories, exceptions, today).failures.length;

  it.each([
    ['low', 0],
    ['moderate', 0],
    ['high', 1],
    ['critical', 1],
  ])('of severity %s fails %d', (severity, failures) => {
    expect(failuresOf([found(severity)], [])).toBe(failures);
  });

  it('is accepted by an exception of its id and package until its last day', () => {
    expect(failuresOf([found('high')], [exception])).toBe(0);
    expect(failuresOf([found('high')], [exception], '2026-12-31')).toBe(0);
    expect(failuresOf([found('high')], [exception], '2027-01-01')).toBe(1);
    expect(failuresOf([found('high')], [{ ...exception, package: 'other' }])).toBe(1);
    expect(failuresOf([found('high', 'GHSA-other')], [exception])).toBe(1);
  });

  it('that is gone leaves its exception as unused', () => {
    expect(judgeAdvisories([], [exception], '2026-11-22').unused).toEqual([exception]);
  });

  it.each([{ reason: ' ' }, { until: 'soon' }, { until: undefined }, { package: undefined }])(
    'cannot be accepted without reason, day and package: %j',
    (part) => {
      expect(() => judgeAdvisories([], [{ ...exception, ...part }], '2026-11-22')).toThrow(
        'GHSA-22h7-7wwg-qmgg needs',
      );
    },
  );
});
