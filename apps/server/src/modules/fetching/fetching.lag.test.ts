import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../infra/clock/index.ts';
import { createLog } from '../../infra/log/index.ts';
import { createMetrics } from '../../infra/metrics/index.ts';
import { createFetchLags } from './fetching.lag.ts';
import type { FetchSessionStore } from './fetching.ports.ts';

const alpina = { id: 1, name: 'Alpina', createdAt: new Date('2026-01-01T00:00:00Z') };
const baltica = { id: 2, name: 'Baltica', createdAt: new Date('2026-01-01T00:00:00Z') };

const newcomer = { id: 3, name: 'Newcomer', createdAt: new Date('2026-11-20T11:00:00Z') };

function lagsAt(
  now: string,
  reads: Map<number, Date>,
  { fetchIntervalMinutes = 10, targets = [alpina] } = {},
) {
  const clock = fixedClock(now);
  const coverage = { listReads: async () => reads } as unknown as FetchSessionStore['coverage'];
  const lags = createFetchLags({
    targets: { listIntegrations: async () => targets },
    sessionStore: { coverage },
    clock,
    settings: { fetchIntervalMinutes },
  });
  const lines: { level: number; integration?: string }[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { clock, lags, log, lines };
}

describe('how far an integration is behind its platform', () => {
  it('is a metric of each active one', async () => {
    const reads = new Map([
      [1, new Date('2026-11-20T11:55:00Z')],
      [2, new Date('2026-11-20T11:00:00Z')],
      [9, new Date('2026-11-20T10:00:00Z')],
    ]);
    const { lags } = lagsAt('2026-11-20T12:00:00Z', reads, { targets: [alpina, baltica] });
    const metrics = createMetrics();
    lags.addMetrics(metrics);
    const text = await metrics.registry.getSingleMetricAsString('hub_fetch_lag_seconds');
    expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      'hub_fetch_lag_seconds{integration="Alpina",scope="hub"} 300',
      'hub_fetch_lag_seconds{integration="Baltica",scope="hub"} 3600',
    ]);
  });

  it('counts from when an integration was entered until its first fetch has ended', async () => {
    const reads = new Map<number, Date>();
    const { clock, lags, log, lines } = lagsAt('2026-11-20T11:30:00Z', reads, { targets: [newcomer] });
    const metrics = createMetrics();
    lags.addMetrics(metrics);
    const valueNow = async () =>
      (await metrics.registry.getSingleMetricAsString('hub_fetch_lag_seconds')).split('\n').at(-1);
    expect(await valueNow()).toBe('hub_fetch_lag_seconds{integration="Newcomer",scope="hub"} 1800');
    await lags.logLate(log);
    expect(lines).toEqual([]);
    clock.set('2026-11-20T12:10:00Z');
    await lags.logLate(log);
    expect(lines).toMatchObject([{ integration: 'Newcomer', readAt: null, seconds: 4_200 }]);
    reads.set(3, new Date('2026-11-20T12:09:00Z'));
    expect(await valueNow()).toBe('hub_fetch_lag_seconds{integration="Newcomer",scope="hub"} 60');
  });

  it('is logged as a warning after three intervals, once until it is read again', async () => {
    const reads = new Map([[1, new Date('2026-11-20T11:30:00Z')]]);
    const { clock, lags, log, lines } = lagsAt('2026-11-20T12:00:00Z', reads);
    await lags.logLate(log);
    expect(lines).toEqual([]);
    clock.set('2026-11-20T12:00:01Z');
    await lags.logLate(log);
    await lags.logLate(log);
    const warning = { integration: 'Alpina', seconds: 1_801 };
    expect(lines).toMatchObject([warning]);
    reads.set(1, clock.now());
    await lags.logLate(log);
    clock.set('2026-11-20T13:00:00Z');
    await lags.logLate(log);
    expect(lines).toMatchObject([warning, { integration: 'Alpina', seconds: 3_599 }]);
  });

  it('is no concern of a hub that fetches nothing on schedule', async () => {
    const { lags, log, lines } = lagsAt(
      '2026-11-20T12:00:00Z',
      new Map([[1, new Date('2026-11-01T00:00:00Z')]]),
      { fetchIntervalMinutes: 0 },
    );
    await lags.logLate(log);
    expect(lines).toEqual([]);
  });
});
