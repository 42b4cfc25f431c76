import { renewStoredCredentials } from '../app.credentials.ts';
import { migrateRecords } from '../app.migrations.ts';
import type { Settings } from '../infra/config/settings.ts';
import { assertEncryptionKey } from '../infra/crypto/index.ts';
import type { Log } from '../infra/log/index.ts';
import { openPostgres } from '../infra/postgres/index.ts';
import { UsageError } from './usage.ts';

/**
 * Encrypts stored credentials with the present key. Works beside a running hub.
 * @returns whether the other key is needed no more
 */
export async function reEncrypt(deps: {
  settings: Settings;
  log: Log;
  say(line: string): void;
}): Promise<boolean> {
  const { settings, log, say } = deps;
  if (settings.otherEncryptionKey === undefined) {
    throw new UsageError('Set ENCRYPTION_KEY to the new key and ENCRYPTION_KEY_OTHER to the former one.');
  }
  const postgres = await openPostgres(settings, log);
  try {
    await assertEncryptionKey(postgres.db, settings);
    await migrateRecords(postgres, log);
    const { renewed, unreadable } = await renewStoredCredentials(postgres, settings, log);
    say(`${renewed} credentials were encrypted anew; all others were encrypted with ENCRYPTION_KEY already.`);
    if (unreadable === 0) {
      say('Once every process has this ENCRYPTION_KEY, ENCRYPTION_KEY_OTHER is needed no more.');
      return true;
    }
    say(`${unreadable} credentials are opened by neither key, and count as absent.`);
    return false;
  } finally {
    await postgres.close();
  }
}
