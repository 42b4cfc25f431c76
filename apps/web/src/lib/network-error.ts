import { ApiError } from './api/index.ts';
import { toast } from './toast.tsx';

function isUnreached(error: Error): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The second line of a toast about something that failed: that the server was not reached, if that is why. */
export function networkErrorDetail(error: Error): { detail?: string } {
  return isUnreached(error) ? { detail: error.message } : {};
}

/** For failures without a message of their own: that nothing was sent at all is said even of them. */
export function toastNetworkError(error: Error): void {
  if (isUnreached(error)) toast('error', error.message);
}
