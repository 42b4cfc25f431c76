export { showCallLimitWith } from './call-limit.ts';
export {
  addressOf,
  type CallInput,
  type CallOptions,
  call,
  type Renewal,
  setTokenSource,
  type TokenSource,
  traceCalls,
} from './client.ts';
export { ApiError } from './error.ts';
export { showHeldWith } from './held.ts';
export { invalidateTags, useInvalidateTags } from './invalidate.ts';
export { useMutation } from './mutation.ts';
export { createQueryClient, keyOf, loggingCaches, queryFor, shouldRetry } from './query.ts';
export { type UploadInput, upload } from './upload.ts';
