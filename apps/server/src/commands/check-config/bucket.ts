/** Tries the bucket of files, and says what to do about each way in which a server refuses. */
import { randomUUID } from 'node:crypto';
import type { S3Settings, Settings } from '../../infra/config/settings.ts';
import { codeOf } from '../../infra/errors/code.ts';
import { bucketStatusOf, isBucketAway, openFiles } from '../../infra/files/index.ts';
import { type Probe, ProbeError } from './probe.ts';

export function bucketProbe(settings: Settings): Probe {
  return {
    part: 'Files',
    setting: 'S3_BUCKET',
    async run() {
      const { s3 } = settings;
      if (s3 === undefined) return { outcome: 'built in', detail: 'inside the data folder' };
      const files = openFiles(settings);
      const key = `check-config/${randomUUID()}`;
      const content = Buffer.from(key);
      const step = async <T>(verb: string, work: Promise<T>) =>
        work.catch((cause: unknown) => {
          throw new ProbeError(`could not ${verb} a file (${codeOf(cause)}): ${cureOf(cause, verb, s3)}`, {
            cause,
          });
        });
      await step('write', files.put(key, content));
      const stored = await step('read', files.read(key));
      await step('delete', files.delete(key));
      if (!stored.equals(content))
        throw new ProbeError('returned another file than was written: check what S3_ENDPOINT leads to');
      return { outcome: 'ok', detail: `bucket ${s3.bucket}: a file was written, read and deleted` };
    },
  };
}

const wrongRegion = 'the bucket is in another region: correct S3_REGION';
const wrongSecret =
  'the secret does not fit the key: correct S3_SECRET_ACCESS_KEY; a proxy before the server must leave Host as it is';

/** By the name that servers give to the error. */
const cures: Record<string, string> = {
  InvalidAccessKeyId: 'the server does not know the key: correct S3_ACCESS_KEY_ID',
  // The name that versitygw gives to it.
  XAdminUserNotFound: 'the server does not know the key: correct S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: wrongSecret,
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  RequestTimeTooSkewed: 'the clocks of this machine and of the server differ: set them right',
};

function cureOf(error: unknown, verb: string, { bucket }: S3Settings): string {
  const code = codeOf(error);
  if (code === 'NoSuchBucket') return `there is no bucket ${bucket}: create it, or correct S3_BUCKET`;
  if (code === 'AccessDenied') return `the key may not ${verb} in the bucket: give it the right to do so`;
  const known = cures[code];
  if (known !== undefined) return known;
  if (isBucketAway(error)) {
    const status = bucketStatusOf(error);
    return `the server ${status === undefined ? 'cannot be reached' : `responds with ${status}`}: start it, or correct S3_ENDPOINT`;
  }
  return 'check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys, and what the keys may do';
}
