/** `backup` and `backups`: take a set of the hub, running or not, and list the sets of a target. */
import { resolve } from 'node:path';
import { openInfra } from '../app.infra.ts';
import type { Clock } from '../infra/clock/index.ts';
import { isBucketTarget } from '../infra/config/backup.ts';
import type { Settings } from '../infra/config/settings.ts';
import { StoreInUseError } from '../infra/errors/startup-errors.ts';
import type { Log } from '../infra/log/index.ts';
import { renderMessage } from '../infra/messages/index.ts';
import { createMetrics } from '../infra/metrics/index.ts';
import { openPostgres } from '../infra/postgres/index.ts';
import { createJobEngine, type JobRow } from '../infra/queue/index.ts';
import { createRealtime } from '../infra/realtime/index.ts';
import {
  backupKey,
  createSet,
  defineBackupJob,
  type ListedSet,
  listSets,
  type Manifest,
  openStorage,
  readManifest,
} from '../modules/backup/index.ts';
import { UsageError } from './usage.ts';

interface CommandDeps {
  settings: Settings;
  log: Log;
  clock: Clock;
  say(line: string): void;
}

/**
 * Takes a set. With an embedded store that a hub has open, the hub does it, as a job that this command follows; otherwise this
 * process does the same work.
 * @returns whether it was taken
 */
export async function backUp(
  given: string | undefined,
  { full }: { full: boolean },
  deps: CommandDeps,
): Promise<boolean> {
  const { settings, log, clock, say } = deps;
  const target = targetOf(given, settings);
  const opened = await openInfra({ settings, log, clock }).catch((error: unknown) => {
    if (error instanceof StoreInUseError) return null;
    throw error;
  });
  if (opened === null) return backUpInHub(target, full, deps);
  try {
    const set = await createSet(opened.infra, {
      target,
      full,
      signal: new AbortController().signal,
      progress: (percentage, message) => say(`  ${percentage} %  ${renderMessage(message)}`),
    });
    describe(set, target).forEach(say);
    return true;
  } finally {
    await opened.close();
  }
}

async function backUpInHub(target: string, full: boolean, deps: CommandDeps): Promise<boolean> {
  const { settings, log, clock, say } = deps;
  const postgres = await openPostgres(settings, log);
  const realtime = createRealtime({ postgres, clock, log });
  const jobs = createJobEngine({ postgres, realtime, metrics: createMetrics(), log });
  const job = defineBackupJob(() => {
    throw new Error('The hub runs this job.');
  });
  jobs.register([job]);
  try {
    await jobs.start({ works: false, schedules: false });
    const id = await jobs.enqueue(job, { target, full }, { singletonKey: backupKey, whenPresent: 'skip' });
    const { rows } = await postgres.pool.query<{ data: { target?: string } }>(
      'SELECT data FROM jobs WHERE id = $1',
      [id],
    );
    if (rows[0]?.data.target !== target) {
      throw new UsageError('The hub takes another backup now. Try again when it has ended.');
    }
    say(`The running hub takes the backup: job ${id}.`);
    const showing = setInterval(() => void sayProgress(), 1_000);
    let shown = '';
    const sayProgress = async () => {
      const { rows: found } = await postgres.pool.query<{
        percentage: number;
        message: JobRow['messageDetail'];
      }>('SELECT percentage, message FROM jobs WHERE id = $1', [id]);
      const [row] = found;
      const line = row?.message == null ? '' : `  ${row.percentage} %  ${renderMessage(row.message)}`;
      if (line !== shown) say(line);
      shown = line;
    };
    const ended = await jobs.waitForCompletion(id).finally(() => clearInterval(showing));
    if (ended.state !== 'completed') {
      say(`The backup ended as ${ended.state}: ${ended.error ?? 'see the log'}`);
      return false;
    }
    const taken = String((ended.messageDetail?.values as { set?: string } | undefined)?.set ?? '');
    const storage = openStorage(target, settings);
    const set = await readManifest(storage, taken).finally(() => storage.close());
    if (set !== null && set !== 'other') describe(set, target).forEach(say);
    return true;
  } finally {
    await jobs.stop();
    await realtime.close();
    await postgres.close();
  }
}

function describe(set: Manifest, target: string): string[] {
  return [
    `Backup ${set.id} (${kindOf(set)}) in ${target}: ${sizeOf(set)} in ${set.parts.count} files, ${set.seconds} s; ` +
      `sessions were not written for ${set.pauseMs} ms.`,
    ...set.leftOut.map((line) => `! ${line}`),
  ];
}

/** Lists the sets of a target, oldest first. @returns whether all of them are whole */
export async function listBackups(
  given: string | undefined,
  { settings, say }: CommandDeps,
): Promise<boolean> {
  const target = targetOf(given, settings);
  const storage = openStorage(target, settings);
  try {
    await storage.check({ writes: false });
    const sets = await listSets(storage);
    for (const set of sets) say(lineOf(set));
    if (sets.length === 0) say(`There is no backup in ${target}.`);
    return sets.every(({ manifest }) => manifest !== null);
  } finally {
    storage.close();
  }
}

function lineOf({ id, manifest }: ListedSet): string {
  if (manifest === null) return `${id}  not whole: interrupted, or being taken now`;
  if (manifest === 'other') return `${id}  of another version of Ludus Hub`;
  return `${id}  whole  ${kindOf(manifest)}  ${sizeOf(manifest)}  version ${manifest.version}`;
}

const kindOf = ({ kind, base }: Manifest) => (kind === 'full' ? 'full' : `increment of ${base}`);
const sizeOf = ({ parts }: Manifest) => `${(parts.bytes / 1_000_000).toFixed(1)} MB`;

/** The target that was named, or that of the settings. @throws UsageError */
export function targetOf(given: string | undefined, { backup }: Settings): string {
  const target = given ?? backup.target;
  if (target === undefined) {
    throw new UsageError('Name a target, a folder or s3://bucket/prefix, or set BACKUP_TARGET.');
  }
  return (isBucketTarget(target) ? target : resolve(target)).replace(/(?<=.)\/+$/, '');
}
