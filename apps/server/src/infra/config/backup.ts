/** The settings of backups: where sets are stored, when they are taken, and how long they are kept. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Environment } from './environment.ts';
import type { S3Settings } from './settings.ts';

export interface BackupSettings {
  /** An absolute folder, or `s3://bucket/prefix`; absent means that a target is named with the command. */
  target?: string | undefined;
  /** Minutes first, in the time of Rome; absent means no schedule. */
  cron?: string | undefined;
  /** How many of the newest sets are kept; those that they are increments of are kept with them. */
  keep: number;
  /** Of so many sets, one is full. */
  fullEvery: number;
  /** The server of a target `s3://…`. */
  s3: Omit<S3Settings, 'bucket'>;
}

/** Whether a target is a bucket of an S3 server. */
export const isBucketTarget = (target: string | undefined): target is `s3://${string}` =>
  target?.startsWith('s3://') ?? false;

export const backupTarget = z
  .string()
  .refine(
    (target) =>
      isBucketTarget(target)
        ? /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/.test(target)
        : isAbsolute(target),
    'must be an absolute folder or s3://bucket/prefix',
  );

const cronField = '(\\*|\\d{1,2}(-\\d{1,2})?)(/\\d{1,2})?';
const cronPattern = new RegExp(`^(${cronField})(,${cronField})*( (${cronField})(,${cronField})*){4}$`);

/** `off`, an hour of the day, or five fields of cron. */
export const backupSchedule = z
  .string()
  .refine(
    (text) => text === 'off' || (/^\d{1,2}$/.test(text) && Number(text) < 24) || cronPattern.test(text),
    'must be off, an hour from 0 to 23, or a cron expression such as 30 2 * * *',
  )
  .transform((text) => (text === 'off' ? undefined : /^\d+$/.test(text) ? `0 ${Number(text)} * * *` : text));

export function backupOf(env: Environment): BackupSettings {
  return {
    target: env.BACKUP_TARGET?.replace(/(?<=.)\/+$/, ''),
    cron: env.BACKUP_SCHEDULE,
    keep: env.BACKUP_KEEP,
    fullEvery: env.BACKUP_FULL_EVERY,
    s3: {
      region: env.BACKUP_S3_REGION ?? env.S3_REGION,
      accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY ?? '',
      endpoint: env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT,
      forcePathStyle: env.BACKUP_S3_FORCE_PATH_STYLE ?? env.S3_FORCE_PATH_STYLE,
    },
  };
}
