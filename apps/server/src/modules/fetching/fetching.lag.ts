import type { Clock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Metrics } from '../../infra/metrics/index.ts';
import { isFetchLate } from '../integrations/index.ts';
import type { FetchSessionStore, FetchTargets } from './fetching.ports.ts';

/** How long ago the platform of an active integration was last read to its end; one that never was counts from when it was entered. */
interface FetchLag {
  integrationId: number;
  name: string;
  /** Null before the first fetch has ended. */
  readAt: Date | null;
  seconds: number;
  isLate: boolean;
}

/** How far active integrations are behind their platforms. */
export interface FetchLags {
  /** Adds the lag of each as a metric. */
  addMetrics(metrics: Metrics): void;
  /** Logs each that is late, once until it is read again. */
  logLate(log: Log): Promise<void>;
}

export function createFetchLags(deps: {
  targets: Pick<FetchTargets, 'listIntegrations'>;
  sessionStore: Pick<FetchSessionStore, 'coverage'>;
  clock: Clock;
  settings: Pick<Settings, 'fetchIntervalMinutes'>;
}): FetchLags {
  const { targets, sessionStore, clock, settings } = deps;
  let logged: ReadonlySet<number> = new Set();

  async function listLags(): Promise<FetchLag[]> {
    const [integrations, reads] = await Promise.all([
      targets.listIntegrations(),
      sessionStore.coverage.listReads(),
    ]);
    const now = clock.now();
    return integrations.map(({ id, name, createdAt }) => {
      const readAt = reads.get(id) ?? null;
      const since = readAt ?? createdAt;
      const seconds = (now.getTime() - since.getTime()) / 1_000;
      return { integrationId: id, name, readAt, seconds, isLate: isFetchLate(since, now, settings) };
    });
  }

  return {
    addMetrics(metrics) {
      const help = 'Time since the platform was last read to its end, or since the integration was entered.';
      metrics.sharedGauge('hub_fetch_lag_seconds', help, 'integration', async () =>
        Object.fromEntries((await listLags()).map(({ name, seconds }) => [name, seconds])),
      );
    },
    async logLate(log) {
      const late = (await listLags()).filter(({ isLate }) => isLate);
      for (const { integrationId, name, readAt, seconds } of late) {
        if (logged.has(integrationId)) continue;
        log.warn({ integration: name, readAt, seconds }, 'the sessions of an integration are not up to date');
      }
      logged = new Set(late.map(({ integrationId }) => integrationId));
    },
  };
}
