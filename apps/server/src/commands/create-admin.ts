import { createInterface } from 'node:readline';
import { migrateRecords } from '../app.migrations.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import { closeDataFolder } from '../infra/data-folder/index.ts';
import type { Log } from '../infra/log/index.ts';
import { openPostgres } from '../infra/postgres/index.ts';
import { createIdentityModule } from '../modules/identity/index.ts';
import { UsageError } from './usage.ts';

export interface CreateAdminOptions {
  username: string;
  email: string;
  /** Read the password from the first line of standard input; left out, one is generated. */
  passwordFromInput: boolean;
}

/** Creates an administrator of the provider. Works beside a running hub. */
export async function createAdmin(
  { username, email, passwordFromInput }: CreateAdminOptions,
  { settings, log, clock, say }: { settings: Settings; log: Log; clock: Clock; say(line: string): void },
): Promise<void> {
  if (settings.oidcIssuer !== undefined) {
    throw new UsageError(
      `Accounts live at ${settings.oidcIssuer} (OIDC_ISSUER): make the administrator there.`,
    );
  }
  const password = passwordFromInput ? await firstLine() : undefined;
  await closeDataFolder(settings.dataDir, log);
  const postgres = await openPostgres(settings, log);
  try {
    await migrateRecords(postgres, log);
    const identity = createIdentityModule({ settings, log, clock, postgres });
    const { account, generatedPassword } = await identity.createAdmin({ username, email, password });
    say(`Made the administrator ${account.username}.`);
    if (generatedPassword !== null) {
      say(`Password: ${generatedPassword}`);
      say('It is shown once, and has to be changed at the first sign-in.');
    }
  } finally {
    await postgres.close();
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new UsageError('There is no password on standard input.');
}
