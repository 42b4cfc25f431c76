import { migrateRecords } from '../app.migrations.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Log } from '../infra/log/index.ts';
import { openPostgres } from '../infra/postgres/index.ts';
import { rotateProviderKeys } from '../modules/identity/index.ts';
import { UsageError } from './usage.ts';

/** Rotates the keys of the built-in provider. Works beside a running hub, whose processes take the new keys at once. */
export async function rotateKeys(deps: {
  settings: Settings;
  log: Log;
  clock: Clock;
  say(line: string): void;
}): Promise<void> {
  const { settings, log, clock, say } = deps;
  if (settings.oidcIssuer !== undefined) {
    throw new UsageError(`Tokens are signed at ${settings.oidcIssuer} (OIDC_ISSUER): rotate its keys there.`);
  }
  const postgres = await openPostgres(settings, log);
  try {
    await migrateRecords(postgres, log);
    const kid = await rotateProviderKeys({ settings, postgres, clock, log });
    say(`New keys sign tokens and cookies: ${kid}.`);
    say('The former ones verify for 25 hours more, so no one is signed out.');
  } finally {
    await postgres.close();
  }
}
