import type { Clock } from '../../platform/clock/index.ts';
import { createAddressSigner, type Vault } from '../../platform/crypto/index.ts';

/** Where documents are downloaded. Outside `/api`: a link in a page carries no token. */
export const documentPrefix = '/files';

const hourMs = 3_600_000;

/** Addresses that open one document for an hour, to whoever has them. */
export interface DocumentAddresses {
  of(document: { id: number; fileName: string }): string;
  /** Whether the address was made here for that document and has not expired. */
  isGood(id: number, query: { expires?: unknown; signature?: unknown }): boolean;
}

export function createDocumentAddresses(vault: Vault, clock: Clock): DocumentAddresses {
  const signer = createAddressSigner(vault, clock, 'document address');
  return {
    of({ id, fileName }) {
      const until = new Date(clock.now().getTime() + hourMs);
      return `${documentPrefix}/${id}/${plainName(fileName)}?${signer.query(String(id), until)}`;
    },
    isGood: (id, query) => signer.isGood(String(id), query),
  };
}

// What a download is called stands in its headers; in the address it only has to be readable and short.
function plainName(name: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0].toLowerCase() ?? '';
  const plain = name
    .slice(0, name.length - extension.length)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'file' : plain}${extension}`;
}
