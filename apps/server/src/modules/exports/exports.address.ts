import type { Clock } from '../../platform/clock/index.ts';
import { createAddressSigner, type Vault } from '../../platform/crypto/index.ts';

/** Where exported files are downloaded. Outside `/api`: a link in a mail carries no token. */
export const exportPrefix = '/files/exports';

/** Addresses that open one file until it expires, to whoever has them. */
export interface ExportAddresses {
  /** A path of the hub. */
  of(file: { id: string; file_name: string; expires_at: Date }): string;
  isGood(id: string, query: { expires?: unknown; signature?: unknown }): boolean;
}

export function createExportAddresses(vault: Vault, clock: Clock): ExportAddresses {
  const signer = createAddressSigner(vault, clock, 'export address');
  return {
    of: ({ id, file_name, expires_at }) =>
      `${exportPrefix}/${id}/${encodeURIComponent(file_name)}?${signer.query(id, expires_at)}`,
    isGood: (id, query) => signer.isGood(id, query),
  };
}
