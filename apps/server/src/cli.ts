/** `npm run hub -- <command>`: the processes of a hub and its maintenance commands. */
import { parseArgs } from 'node:util';
import type { Role } from './app.ts';
import { UsageError } from './commands/usage.ts';
import { systemClock } from './infra/clock/index.ts';
import { loadSettings, SettingsError } from './infra/config/settings.ts';
import { keepNewFilesPrivate } from './infra/data-folder/index.ts';
import { HubError } from './infra/errors/index.ts';
import { StartupError } from './infra/errors/startup-errors.ts';
import { createLog } from './infra/log/index.ts';
import { thisRelease } from './infra/release/index.ts';

const help = `Usage: npm run hub -- <command>

  serve [--new-keys]                   run the hub in one process
  api [--new-keys]                     run a process that serves, one of several
  worker [--new-keys]                  run a process that works on jobs, one of several
  check-config                         try every part by the settings, and show what works and what to do
  version                              show the version of the hub
  migrate [--plan]                     bring PostgreSQL and ClickHouse up to this version, or only show what would run
  create-admin --username U --email E [--password-stdin]
                                       make an administrator; without a password one is made up and shown
  rotate-keys                          sign tokens and cookies with new keys; no one is signed out
  export-person <username|address|id>  print everything that the hub has of a person who uses it, as JSON
  erase-person <username|address|id> [--yes]
                                       erase it with the account; without --yes only count it
  re-encrypt                           encrypt stored credentials with ENCRYPTION_KEY while it is changed
  reconcile [--from D] [--to D] [--integrations 1,2]
                                       compare the session store with the platforms' totals; days as YYYY-MM-DD
  conformance --integration NAME [--only ID,ID] [--with-writes] [--json]
                                       check the platform of an integration against the operator API
  import-sessions <file> --integration NAME
                                       take sessions from NDJSON, in the shape the platform sends them
  verify-store                         prove that both stores belong together and every sum is right
  repair-store [--refetch]             bring stores that were restored apart together again
  rebuild-rollup                       compute every sum again from the sessions, also while the hub runs
  backup [target] [--full]             back the hub up, also while it runs; a folder or s3://bucket/prefix
  backups [target]                     list the backups of a target
  restore <set> [--verify]             put a backup into empty stores, or into temporary ones to prove it

Settings come from the environment, see .env.example.`;

const roles: Readonly<Record<string, Role>> = { serve: 'all', api: 'api', worker: 'worker' };

const say = (line: string) => console.log(line);

// Each command is loaded on demand, so that a usage error is reported without loading the hub.
async function run(argv: string[]): Promise<number> {
  const [command, ...rest] = argv;
  if (command === undefined || command === 'help' || command === '--help') {
    say(help);
    return command === undefined ? 1 : 0;
  }
  if (command === 'version') {
    read(rest, {});
    say(thisRelease.version);
    return 0;
  }
  keepNewFilesPrivate();
  const role = roles[command];
  if (role !== undefined) {
    const { values } = read(rest, { 'new-keys': { type: 'boolean' } });
    const { serve } = await import('./commands/serve.ts');
    await serve(role, { env: process.env, newKeys: values['new-keys'] ?? false });
    return 0;
  }
  // Log lines of the stores would hide the output of the command; LOG_LEVEL shows them.
  const settings = loadSettings({ LOG_LEVEL: 'error', ...process.env });
  const deps = { settings, log: createLog(settings), clock: systemClock, say };

  switch (command) {
    case 'migrate': {
      const { values } = read(rest, { plan: { type: 'boolean' } });
      const { migrate, showPlan } = await import('./commands/migrate.ts');
      await (values.plan === true ? showPlan : migrate)(deps);
      return 0;
    }
    case 'check-config': {
      read(rest, {});
      const { checkConfig } = await import('./commands/check-config/index.ts');
      // What the parts log says less than the table.
      const log = createLog({ ...settings, logLevel: 'silent' });
      return (await checkConfig({ settings, env: process.env, log, say })) ? 0 : 2;
    }
    case 'create-admin': {
      const { values } = read(rest, {
        username: { type: 'string' },
        email: { type: 'string' },
        'password-stdin': { type: 'boolean' },
      });
      const username = needed(values.username, '--username');
      const email = needed(values.email, '--email');
      const { createAdmin } = await import('./commands/create-admin.ts');
      await createAdmin({ username, email, passwordFromInput: values['password-stdin'] ?? false }, deps);
      return 0;
    }
    case 'rotate-keys': {
      read(rest, {});
      const { rotateKeys } = await import('./commands/rotate-keys.ts');
      await rotateKeys(deps);
      return 0;
    }
    case 'export-person': {
      const { positionals } = read(rest, {}, true);
      const { exportPerson } = await import('./commands/personal-data.ts');
      await exportPerson(needed(atMostOne(positionals), 'The person'), deps);
      return 0;
    }
    case 'erase-person': {
      const { values, positionals } = read(rest, { yes: { type: 'boolean' } }, true);
      const { erasePerson } = await import('./commands/personal-data.ts');
      const person = needed(atMostOne(positionals), 'The person');
      await erasePerson(person, { isConfirmed: values.yes ?? false }, deps);
      return 0;
    }
    case 're-encrypt': {
      read(rest, {});
      const { reEncrypt } = await import('./commands/re-encrypt.ts');
      return (await reEncrypt(deps)) ? 0 : 2;
    }
    case 'reconcile': {
      const { values } = read(rest, {
        from: { type: 'string' },
        to: { type: 'string' },
        integrations: { type: 'string' },
      });
      const days = { from: day(values.from, '--from'), to: day(values.to, '--to') };
      const integrationIds = ids(values.integrations);
      const { reconcileStore } = await import('./commands/reconcile.ts');
      return (await reconcileStore(days, integrationIds, deps)) ? 0 : 2;
    }
    case 'conformance': {
      const { values } = read(rest, {
        integration: { type: 'string' },
        only: { type: 'string' },
        'with-writes': { type: 'boolean' },
        json: { type: 'boolean' },
      });
      const integration = needed(values.integration, '--integration');
      const only = values.only === undefined ? {} : { only: values.only.split(',') };
      const options = { ...only, withWrites: values['with-writes'] ?? false, asJson: values.json ?? false };
      const { checkPlatform } = await import('./commands/conformance.ts');
      return (await checkPlatform(integration, options, deps)) ? 0 : 2;
    }
    case 'import-sessions': {
      const { values, positionals } = read(rest, { integration: { type: 'string' } }, true);
      const [file] = positionals;
      if (file === undefined || positionals.length > 1) throw new UsageError('Name one file.');
      const integration = needed(values.integration, '--integration');
      const { importFile } = await import('./commands/import-sessions.ts');
      await importFile({ file, integration }, deps);
      return 0;
    }
    case 'verify-store': {
      read(rest, {});
      const { verifyStore } = await import('./commands/session-store.ts');
      return (await verifyStore(deps)) ? 0 : 2;
    }
    case 'rebuild-rollup': {
      read(rest, {});
      const { rebuildRollup } = await import('./commands/session-store.ts');
      return (await rebuildRollup(deps)) ? 0 : 2;
    }
    case 'repair-store': {
      const { values } = read(rest, { refetch: { type: 'boolean' } });
      const { repairStore } = await import('./commands/session-store.ts');
      return (await repairStore(values.refetch ?? false, deps)) ? 0 : 2;
    }
    case 'backup': {
      const { values, positionals } = read(rest, { full: { type: 'boolean' } }, true);
      const { backUp } = await import('./commands/backup.ts');
      return (await backUp(atMostOne(positionals), { full: values.full ?? false }, deps)) ? 0 : 2;
    }
    case 'backups': {
      const { positionals } = read(rest, {}, true);
      const { listBackups } = await import('./commands/backup.ts');
      return (await listBackups(atMostOne(positionals), deps)) ? 0 : 2;
    }
    case 'restore': {
      const { values, positionals } = read(rest, { verify: { type: 'boolean' } }, true);
      const set = needed(atMostOne(positionals), 'The name of a backup');
      const { restore, verifyBackup } = await import('./commands/restore.ts');
      if (values.verify === true) return (await verifyBackup(set, deps)) ? 0 : 2;
      await restore(set, deps);
      return 0;
    }
    default:
      throw new UsageError(`Unknown command "${command}".\n\n${help}`);
  }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function read<const T extends Options>(args: string[], options: T, allowPositionals = false) {
  try {
    return parseArgs({ args, options, allowPositionals, strict: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageError(`${name} is missing.`);
  return value;
}

function atMostOne(positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) throw new UsageError(`Too many arguments: ${positionals.join(' ')}.`);
  return positionals[0];
}

function day(value: string | undefined, name: string): string | undefined {
  if (value !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    throw new UsageError(`${name} must be a day such as 2026-03-29.`);
  }
  return value;
}

function ids(value: string | undefined): number[] | undefined {
  const numbers = value?.split(',').map(Number);
  if (numbers?.some((id) => !Number.isInteger(id) || id < 1)) {
    throw new UsageError('--integrations must be ids such as 1,2.');
  }
  return numbers;
}

function wordsOf(error: unknown): unknown {
  if (error instanceof HubError) return [error.message, ...Object.values(error.fields ?? {})].join(' ');
  return error instanceof StartupError || error instanceof SettingsError ? error.message : error;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(wordsOf(error));
  process.exitCode = 1;
}
// A pool that still counts its connections down must not keep the command waiting.
process.exit();
