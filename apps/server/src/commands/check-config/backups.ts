/** Tries the target of backups. */
import type { Settings } from '../../infra/config/settings.ts';
import { HubError } from '../../infra/errors/index.ts';
import { openStorage } from '../../modules/backup/index.ts';
import { type Probe, ProbeError } from './probe.ts';

export function backupsProbe(settings: Settings): Probe {
  return {
    part: 'Backups',
    setting: 'BACKUP_TARGET',
    async run() {
      const { target, cron } = settings.backup;
      if (target === undefined)
        return { outcome: 'not set', detail: 'only commands that name a target take one' };
      const storage = openStorage(target, settings);
      try {
        await storage.check({ writes: true });
      } catch (cause) {
        throw cause instanceof HubError ? new ProbeError(cause.message, { cause }) : cause;
      } finally {
        storage.close();
      }
      const taken = cron === undefined ? 'no schedule is set' : `taken by the schedule ${cron}`;
      return { outcome: 'ok', detail: `${target} can be read and written; ${taken}` };
    },
  };
}
