/** Credentials: how they are held in memory and kept in the store. */
export { Secret } from './secret.ts';
export { createVault, openVault, type Vault } from './vault.ts';
