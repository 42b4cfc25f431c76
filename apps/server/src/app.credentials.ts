/** Encrypts every stored credential with the present encryption key, while the key is changed. */
import { messageOf } from '@ludus/contract';
import { systemActor } from './infra/access/index.ts';
import { recordAudit } from './infra/audit/index.ts';
import type { Settings } from './infra/config/settings.ts';
import { openEncryptor, type Renewed, renewEncryptionCheck } from './infra/crypto/index.ts';
import type { Log } from './infra/log/index.ts';
import type { Postgres } from './infra/postgres/index.ts';
import { renewAlertSecret } from './modules/alerts/index.ts';
import { renewCredentials } from './modules/identity/index.ts';
import { renewTokens } from './modules/integrations/index.ts';
import { renewWebhookSecrets } from './modules/webhooks/index.ts';

/**
 * Encrypts with `ENCRYPTION_KEY` what `ENCRYPTION_KEY_OTHER` has encrypted: tokens of integrations, second factors, the secrets of
 * webhooks, and the keys that sign tokens and cookies. Any number of processes may do so at once, and again. What no key opens is left as it is.
 */
export async function renewStoredCredentials(
  { db }: Pick<Postgres, 'db'>,
  settings: Settings,
  log: Log,
): Promise<Renewed> {
  const encryptor = await openEncryptor(settings);
  const parts = [
    await renewTokens(db, encryptor),
    await renewCredentials(db, encryptor),
    await renewAlertSecret(db, encryptor),
    await renewWebhookSecrets(db, encryptor),
  ];
  const sum = (name: keyof Renewed) => parts.reduce((total, part) => total + part[name], 0);
  const renewed: Renewed = { renewed: sum('renewed'), unreadable: sum('unreadable') };
  // Last of all: as long as it needs the other key, the hub does not start without it.
  if (await renewEncryptionCheck(db, encryptor)) {
    await recordAudit(db, {
      actor: systemActor,
      type: 'signIns',
      action: 'renew-encryption',
      objectId: 'encryption key',
      description: messageOf('logs.encryptionRenewed'),
    });
  }
  log.info({ ...renewed }, 'stored credentials are encrypted with ENCRYPTION_KEY');
  return renewed;
}
