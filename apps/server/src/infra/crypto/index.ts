/** Credentials in memory and in the database, and signed URLs. */

export {
  createEncryptor,
  type Encryptor,
  type KeySettings,
  openEncryptor,
  readEncryptionKey,
} from './encryptor.ts';
export {
  assertEncryptionKey,
  hashRecoveryCode,
  renewEncryptionCheck,
  saveEncryptionCheck,
} from './key-check.ts';
export { type Renewed, renewRows } from './renewal.ts';

export { Secret } from './secret.ts';
export { createUrlSigner, type SignedQuery, type UrlSigner } from './signed-url.ts';
