/** Tries every part by the settings, and changes nothing lasting. */
import type { Settings } from '../../infra/config/settings.ts';
import type { Log } from '../../infra/log/index.ts';
import { backupsProbe } from './backups.ts';
import { bucketProbe } from './bucket.ts';
import { platformsProbe } from './platforms.ts';
import { type Finding, tryPart } from './probe.ts';
import {
  addressProbe,
  gameStorageProbe,
  issuerProbe,
  keycloakProbe,
  mailProbe,
  settingsProbe,
} from './services.ts';
import { clickhouseProbe, dataFolderProbe, ownerProbe, postgresProbe } from './stores.ts';

/** Longest time that one part is waited for. */
const partTimeoutMs = 30_000;

export interface CheckConfigDeps {
  settings: Settings;
  env: Readonly<Record<string, string | undefined>>;
  log: Log;
  say(line: string): void;
  timeoutMs?: number;
}

/**
 * Tries every part side by side and prints a table of them. Works beside a running hub.
 * @returns whether no part fails
 */
export async function checkConfig({
  settings,
  env,
  log,
  say,
  timeoutMs = partTimeoutMs,
}: CheckConfigDeps): Promise<boolean> {
  const probes = [
    dataFolderProbe(settings),
    postgresProbe(settings, log),
    ownerProbe(settings, log),
    clickhouseProbe(settings, log),
    bucketProbe(settings),
    backupsProbe(settings),
    mailProbe(settings),
    issuerProbe(settings),
    keycloakProbe(settings),
    gameStorageProbe(settings),
    platformsProbe(settings, log),
    addressProbe(settings),
    settingsProbe(env),
  ];
  const findings = await Promise.all(probes.map((probe) => tryPart(probe, timeoutMs)));
  for (const line of tableOf(findings)) say(line);
  const failing = findings.filter(({ outcome }) => outcome === 'FAILS').length;
  say('');
  say(failing === 0 ? 'No part fails.' : `${failing} of ${findings.length} parts fail.`);
  return failing === 0;
}

function tableOf(findings: readonly Finding[]): string[] {
  const rows = [
    ['Part', 'Setting', 'Outcome', 'What was found, what to do'],
    ...findings.map(({ part, setting, outcome, detail }) => [part, setting, outcome, detail]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
