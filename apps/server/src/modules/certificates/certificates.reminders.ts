import { messageOf, type ReminderDays, reminderDays, reminderDue } from '@ludus/contract';
import { z } from 'zod';
import { romeDay, zone } from '../../infra/clock/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { NotificationContent, NotificationTexts, Notify } from '../notifications/index.ts';
import {
  type EndingDocument,
  findEnding,
  findWithoutChecksum,
  insertReminders,
  lockReminders,
  updateChecksum,
} from './certificates.reminders.repo.ts';
import { checksumOf } from './certificates.upload.ts';

const payload = z.strictObject({});
export type CertificateJob = JobDefinition<typeof payload>;

/** How long ago a document may have ended for its end to be news. */
const newsDays = 30;
/** More names than these make no notice clearer. */
const namedDocuments = 5;
const checksumsAtOnce = 100;

const severities: Record<ReminderDays, NotificationContent['severity']> = { 60: 1, 30: 2, 7: 3, 0: 3 };

const dayText = (day: string) => day.split('-').reverse().join('/');

/** What a reminder says of these documents, which are one at least. */
function textsOf(documents: readonly EndingDocument[], days: ReminderDays): NotificationTexts {
  const [first, ...others] = documents;
  if (first === undefined) throw new Error('There is no document to remind of.');
  const day = dayText(first.valid_until);
  if (others.length === 0) {
    const { name } = first;
    return days === 0
      ? {
          title: messageOf('notifications.documentExpired', { name }),
          description: messageOf('notifications.documentExpiredText', { day }),
        }
      : {
          title: messageOf('notifications.documentExpires', { name, day }),
          description: messageOf('notifications.documentExpiresText', { day }),
        };
  }
  const names = documents
    .slice(0, namedDocuments)
    .map((one) => `${one.name} (${dayText(one.valid_until)})`)
    .join(', ');
  const more = documents.length - namedDocuments;
  const named = more > 0 ? messageOf('notifications.documentsAndMore', { names, more }) : names;
  const count = documents.length;
  return days === 0
    ? {
        title: messageOf('notifications.documentsExpired', { count }),
        description: messageOf('notifications.documentsNamed', { names: named }),
      }
    : {
        title: messageOf('notifications.documentsExpire', { count, days }),
        description: messageOf('notifications.documentsNamed', { names: named }),
      };
}

/** Where the documents of a reminder are shown. */
function pathOf(documents: readonly EndingDocument[], days: ReminderDays): string {
  const [first, ...others] = documents;
  if (first !== undefined && others.length === 0) return `/certificates?id=${first.id}`;
  if (days === 0) return '/certificates?state=expired';
  return `/certificates?within=${days === 60 ? 60 : 30}`;
}

/**
 * Reminds of documents that end, once at each distance: the administrators of the provider of all of them, those of an integration of
 * its own. Documents of the same distance are one message. Notices, mails and what was sent are one transaction.
 */
export async function remindOfCertificates({
  postgres,
  clock,
  notify,
}: Pick<Infra, 'postgres' | 'clock'> & { notify: Notify }): Promise<{ documents: number }> {
  return postgres.transaction(async (tx) => {
    await lockReminders(tx);
    const now = clock.now();
    const today = romeDay(now);
    const ending = await findEnding(tx, today, newsDays);
    let documents = 0;
    for (const days of reminderDays) {
      const due = ending.filter(
        (one) =>
          reminderDue(one.valid_until, today) === days && (one.reminded === null || one.reminded > days),
      );
      if (due.length === 0) continue;
      await insertReminders(tx, due, days, now);
      await notifyOf(tx, due, days);
      documents += due.length;
    }
    return { documents };
  });

  async function notifyOf(tx: Tx, due: readonly EndingDocument[], days: ReminderDays): Promise<void> {
    const content = (documents: readonly EndingDocument[]): NotificationContent => ({
      severity: severities[days],
      path: pathOf(documents, days),
      texts: textsOf(documents, days),
      mail: true,
    });
    await notify(tx, { admins: true }, content(due));
    const owners = new Set(due.flatMap(({ integration_id }) => integration_id ?? []));
    for (const owner of owners) {
      const own = due.filter(({ integration_id }) => integration_id === owner);
      await notify(tx, { administratorsOf: [owner] }, content(own));
    }
  }
}

/** Checksums of documents that a release without them has stored; a file that is gone leaves its own unknown. */
export function defineChecksumJob({ postgres, files }: Pick<Infra, 'postgres' | 'files'>): CertificateJob {
  return defineJob({
    name: 'compute-checksums',
    queue: 'system',
    payload,
    async run({ signal, summarise, log }) {
      let computed = 0;
      let afterId = 0;
      for (;;) {
        const rows = await findWithoutChecksum(postgres.db, afterId, checksumsAtOnce);
        for (const { id, file_key } of rows) {
          signal.throwIfAborted();
          afterId = id;
          if (!(await files.exists(file_key))) {
            log.warn({ id }, 'a document has no file');
            continue;
          }
          await updateChecksum(postgres.db, id, await checksumOf(await files.stream(file_key)));
          computed += 1;
        }
        if (rows.length < checksumsAtOnce) break;
      }
      summarise({ computed });
    },
  });
}

export interface CertificateTasks extends HubModule {
  remindJob: CertificateJob;
  checksumJob: CertificateJob;
}

/** What is done with documents without anyone asking. */
export function createCertificateTasks(
  infra: Pick<Infra, 'postgres' | 'clock' | 'files' | 'jobs'>,
  { notify }: { notify: Notify },
): CertificateTasks {
  const { jobs } = infra;
  const remindJob = defineJob({
    name: 'remind-certificates',
    queue: 'system',
    payload,
    options: { retries: 3, retryDelaySeconds: 60 },
    run: async ({ summarise }) => summarise(await remindOfCertificates({ ...infra, notify })),
  });
  const checksumJob = defineChecksumJob(infra);
  return {
    name: 'certificate tasks',
    jobs: [remindJob, checksumJob],
    remindJob,
    checksumJob,
    async start() {
      // Every hour of the day: a hub that was down in the morning reminds later, and nothing is sent twice.
      await jobs.schedule(remindJob, '10 8-20 * * *', { tz: zone, key: 'daily', payload: {} });
      if ((await findWithoutChecksum(infra.postgres.db, 0, 1)).length > 0)
        await jobs.enqueue(checksumJob, {}, { singletonKey: 'all', whenPresent: 'skip' });
    },
  };
}
