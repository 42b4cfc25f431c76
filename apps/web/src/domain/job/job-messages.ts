import type { Job, Message } from '@ludus/contract';
import { renderMessage } from '../../lib/messages.ts';

/** The latest message of a job in the reader's language; empty before the first. */
export function progressText({
  message,
  detail,
}: {
  message: string;
  detail?: Message | null | undefined;
}): string {
  return renderMessage(detail, message);
}

/** Why a job, or an integration's part of a fetch, failed; null when it did not. */
export function errorText({ error, errorDetail }: Pick<Job, 'error' | 'errorDetail'>): string | null {
  return error === null ? null : renderMessage(errorDetail, error);
}
