/** Credentials: how they are held in memory and kept in the store. Addresses that open something for a while. */
export { Secret } from './secret.ts';
export { type AddressSigner, createAddressSigner } from './signed-address.ts';
export { createVault, openVault, type Vault } from './vault.ts';
