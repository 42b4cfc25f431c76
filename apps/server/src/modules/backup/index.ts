/** Backups of a running hub: sets of both stores, the files and the key, and what restores them. */
import { messageOf } from '@ludus/contract';
import { z } from 'zod';
import { zone } from '../../infra/clock/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import { addToTotal, findTotals } from '../../infra/metrics/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { Notify } from '../notifications/index.ts';
import { findLatestBackup } from './backup.repo.ts';
import { type BackupDeps, createSet } from './create-set.ts';

export { type BackupDeps, type BackupOptions, createSet, readStoredFiles } from './create-set.ts';
export {
  checksumsName,
  keyName,
  type ListedSet,
  listSets,
  type Manifest,
  readManifest,
  type StoredFiles,
} from './manifest.ts';
export { hasRecords, loadRecords } from './records.repo.ts';
export { measureFile, openStorage, type Storage } from './storage.ts';

const payload = z.strictObject({ target: z.string().optional(), full: z.boolean().optional() });
export type BackupJob = JobDefinition<typeof payload>;

/** Backups of a hub run one after the other. */
export const backupKey = 'backup';
const failures = 'hub_backup_failures_total';

/** The job that takes a set, where the stores are open. */
export function defineBackupJob(deps: () => BackupDeps): BackupJob {
  return defineJob({
    name: 'backup',
    queue: 'system',
    payload,
    options: { retries: 2, retryDelaySeconds: 60, timeoutSeconds: 12 * 3600 },
    async run({ payload: { target: given, full = false }, signal, progress, summarise }) {
      const target = given ?? deps().settings.backup.target;
      if (target === undefined) throw new ConflictError(messageOf('jobs.backupNoTarget'));
      const set = await createSet(deps(), { target, full, signal, progress });
      summarise({ files: set.parts.count, bytes: set.parts.bytes });
      progress(100, messageOf('jobs.backupTaken', { set: set.id }));
    },
  });
}

export function createBackupModule(infra: Infra, { notify }: { notify: Notify }): HubModule {
  const { settings, postgres, jobs, metrics } = infra;
  const job = defineBackupJob(() => infra);
  jobs.whenFailed(job, async (tx, { message: reason }) => {
    await notify(
      tx,
      { admins: true },
      {
        severity: 3,
        path: '/notifications',
        texts: {
          title: messageOf('notifications.backupFailed'),
          description: messageOf('notifications.backupFailedText', { reason }),
        },
        mail: true,
      },
    );
    await addToTotal(tx, failures, 'backup', 1);
  });
  return {
    name: 'backup',
    jobs: [job],
    async start() {
      // A hub that is backed up by other means would look like one whose backups are late.
      if (settings.backup.target !== undefined) addBackupMetrics({ postgres, metrics });
      if (settings.backup.cron === undefined) await jobs.unschedule(job, backupKey);
      else await jobs.schedule(job, settings.backup.cron, { tz: zone, key: backupKey, payload: {} });
    },
  };
}

/** Gauges and a counter that every process reads from the jobs of all. */
function addBackupMetrics({ postgres: { db }, metrics }: Pick<Infra, 'postgres' | 'metrics'>) {
  const value = (name: string, help: string, read: () => Promise<number>) =>
    metrics.value(name, help, () => metrics.inTurn(read), { scope: 'hub' });
  value(
    'hub_backup_last_success_timestamp_seconds',
    'When the latest backup by a job ended, in seconds since 1970; 0 before the first.',
    async () => ((await findLatestBackup(db))?.endedAt.getTime() ?? 0) / 1000,
  );
  value(
    'hub_backup_last_duration_seconds',
    'How long the latest backup by a job took.',
    async () => (await findLatestBackup(db))?.seconds ?? 0,
  );
  metrics.sharedCounter(failures, 'Backups that were given up.', 'name', async () => ({
    backup: 0,
    ...(await findTotals(db, failures)),
  }));
}
