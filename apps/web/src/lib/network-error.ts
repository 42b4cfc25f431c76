import { ApiError } from './api/index.ts';
import { toast } from './toast.tsx';

function isUnreached(error: Error): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** What a toast about something that failed adds: that the server was not reached, if that is why, or the code of the request. */
export function networkErrorDetail(error: Error): { detail?: string; error: Error } {
  return isUnreached(error) ? { detail: error.message, error } : { error };
}

/** For failures without a message of their own: that nothing was sent at all is said even of them. */
export function toastNetworkError(error: Error): void {
  if (isUnreached(error)) toast('error', error.message);
}
