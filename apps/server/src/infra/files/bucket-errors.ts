/** Errors of the client for servers of buckets. */
import { codeOf } from '../errors/code.ts';

/** What a server of buckets responded with, if it did. */
export function bucketStatusOf(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { $metadata } = at as { $metadata?: { httpStatusCode?: number } };
    if ($metadata?.httpStatusCode !== undefined) return $metadata.httpStatusCode;
  }
  return undefined;
}

/** Whether the server did not respond, or with an error of its own: a later call may succeed, and nothing has to be corrected. */
export function isBucketAway(error: unknown): boolean {
  const status = bucketStatusOf(error);
  return status === undefined ? /^E[A-Z]+$|^TimeoutError$/.test(codeOf(error)) : status >= 500;
}
