import type { FiguresCoverage, IntegrationCoverage } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { coverageLines } from './statistics.coverage-text.ts';

const row = (integrationName: string, part: Partial<IntegrationCoverage> = {}): IntegrationCoverage => ({
  integrationId: 1,
  integrationName,
  asOf: '2026-11-20T11:50:00.000Z',
  state: 'upToDate',
  sessions: 10,
  openSessions: 0,
  quarantinedRows: 0,
  hasMoreQuarantinedRows: false,
  quarantinedDays: [],
  unreconciledDays: 0,
  latestUnreconciledDays: [],
  ...part,
});

const final: FiguresCoverage = {
  from: '2026-11-18T23:00:00.000Z',
  to: '2026-11-19T23:00:00.000Z',
  zone: 'Europe/Rome',
  asOf: '2026-11-20T11:50:00.000Z',
  notFetched: 0,
  sessions: 1_234,
  openSessions: 0,
  isRunning: false,
  integrations: [row('Alpina')],
};

describe('how complete figures are, in a sheet or a mail', () => {
  it('takes no line where they are complete and final', () => {
    expect(coverageLines(final)).toEqual([]);
  });

  it('names what is missing and what still changes', () => {
    const days = Array.from({ length: 12 }, (_unused, day) => ({
      day: `2026-11-${String(19 - day).padStart(2, '0')}`,
      rows: 1,
    }));
    const incomplete = {
      ...final,
      openSessions: 5,
      isRunning: true,
      integrations: [
        row('Alpina', {
          state: 'late',
          unreconciledDays: 12,
          latestUnreconciledDays: days.map(({ day }) => day),
        }),
        row('Baltica', { quarantinedRows: 1_002, quarantinedDays: [{ day: '2026-11-19', rows: 1_002 }] }),
        row('Cimone', {
          state: 'neverFetched',
          asOf: null,
          unreconciledDays: 1,
          latestUnreconciledDays: ['2026-11-19'],
        }),
        row('Delta', { quarantinedRows: 12, hasMoreQuarantinedRows: true, quarantinedDays: days }),
      ],
    };
    expect(coverageLines(incomplete)).toEqual([
      ['Late integrations', 'Alpina (as of 20/11/2026 12:50)'],
      ['Not fetched yet', 'Cimone'],
      [
        'Rows in quarantine',
        `Baltica 1.002 (2026-11-19: 1.002); Delta at least 12 (${days
          .slice(0, 10)
          .map(({ day }) => `${day}: 1`)
          .join(', ')}, …)`,
      ],
      [
        'Differs from the platform',
        `Alpina 12 days (${days
          .slice(0, 10)
          .map(({ day }) => day)
          .join(', ')}, …); Cimone 1 day (2026-11-19)`,
      ],
      ['Open sessions', '5 of 1.234'],
      ['Period not over', 'figures change until 20/11/2026 00:00 and later'],
    ]);
    expect(coverageLines(incomplete, { withOpen: false }).map(([label]) => label)).not.toContain(
      'Open sessions',
    );
  });
});
