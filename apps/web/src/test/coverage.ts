import type { FiguresCoverage, IntegrationCoverage } from '@ludus/contract';

/** An integration whose figures are complete. */
export function anIntegrationCoverage(part: Partial<IntegrationCoverage> = {}): IntegrationCoverage {
  return {
    integrationId: 1,
    integrationName: 'Alpina',
    asOf: '2026-11-20T13:32:07Z',
    state: 'upToDate',
    sessions: 40,
    openSessions: 0,
    quarantinedRows: 0,
    hasMoreQuarantinedRows: false,
    quarantinedDays: [],
    unreconciledDays: 0,
    latestUnreconciledDays: [],
    ...part,
  };
}

/** Figures of a day that is over, with nothing missing in them: there is nothing to say about them. */
export function aCoverage(part: Partial<FiguresCoverage> = {}): FiguresCoverage {
  return {
    from: '2026-11-19T23:00:00Z',
    to: '2026-11-20T23:00:00Z',
    zone: 'Europe/Rome',
    asOf: '2026-11-20T13:32:07Z',
    notFetched: 0,
    sessions: 40,
    openSessions: 0,
    isRunning: false,
    integrations: [anIntegrationCoverage()],
    ...part,
  };
}
