import { asText, type ConformanceOptions } from '@ludus/conformance';
import { conformanceCheckIds } from '@ludus/contract/conformance';
import { openInfra } from '../app.infra.ts';
import { composeHub } from '../app.modules.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Log } from '../infra/log/index.ts';
import { checkConformance } from '../infra/operator-api/index.ts';
import { UsageError } from './usage.ts';

/**
 * Runs the conformance checks on the platform of an integration, with the addresses and tokens that the hub has of it. With the
 * embedded ClickHouse the hub has to be stopped.
 * @returns true when no check failed
 */
export async function checkPlatform(
  integration: string,
  { asJson, ...options }: Partial<ConformanceOptions> & { asJson: boolean },
  { settings, log, clock, say }: { settings: Settings; log: Log; clock: Clock; say(line: string): void },
): Promise<boolean> {
  const unknown = options.only?.find((id) => !(conformanceCheckIds as string[]).includes(id));
  if (unknown !== undefined) throw new UsageError(`There is no check "${unknown}".`);
  const opened = await openInfra({ settings, log, clock });
  try {
    const { connections, integrations } = composeHub(opened.infra, opened.parts).services;
    const found = await integrations.findByName(integration);
    if (found === null) throw new UsageError(`There is no active integration "${integration}".`);
    const connection = await connections.find(found.id);
    const report = await checkConformance(
      opened.parts.outgoing,
      { connection, version: connection.version },
      options,
      { now: () => clock.now().getTime() },
    );
    say(asJson ? JSON.stringify(report, null, 2) : asText(report));
    return report.failed === 0;
  } finally {
    await opened.close();
  }
}
