/** Credentials in memory and in the database, and signed URLs. */

export { createEncryptor, type Encryptor, openEncryptor, readEncryptionKey } from './encryptor.ts';
export { assertEncryptionKey, saveEncryptionCheck } from './key-check.ts';
export { Secret } from './secret.ts';
export { createUrlSigner, type SignedQuery, type UrlSigner } from './signed-url.ts';
