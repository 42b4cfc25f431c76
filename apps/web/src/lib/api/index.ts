export {
  ApiError,
  addressOf,
  type CallInput,
  type CallOptions,
  call,
  type Renewal,
  signCallsWith,
  type TokenSource,
} from './client.ts';
export { useMutation } from './mutation.ts';
export { createQueryClient, keyOf, queryFor, shouldRetry } from './query.ts';
export { type UploadInput, upload } from './upload.ts';
