import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock/index.ts';
import type { Vault } from '../../platform/crypto/index.ts';

/** Where documents are downloaded. Outside `/api`: a link in a page carries no token. */
export const documentPrefix = '/files';

const hourMs = 3_600_000;
const purpose = 'document address';

/** Addresses that open one document for an hour, to whoever has them. */
export interface DocumentAddresses {
  of(document: { id: number; fileName: string }): string;
  /** Whether the address was made here for that document and has not expired. */
  isGood(id: number, expires: string, signature: string): boolean;
}

export function createDocumentAddresses(vault: Vault, clock: Clock): DocumentAddresses {
  const sign = (id: number, expires: string) => vault.sign(`${id} ${expires}`, purpose);
  return {
    of({ id, fileName }) {
      const expires = String(clock.now().getTime() + hourMs);
      return `${documentPrefix}/${id}/${plainName(fileName)}?expires=${expires}&signature=${sign(id, expires)}`;
    },
    isGood(id, expires, signature) {
      if (!/^\d{1,15}$/.test(expires) || Number(expires) <= clock.now().getTime()) return false;
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(id, expires))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
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

/** `Content-Disposition` of a download with that name, whatever is in it (RFC 6266). */
export function dispositionOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
