import type { Encryptor } from './encryptor.ts';

/** How many stored credentials were encrypted anew, and how many no key opens. */
export interface Renewed {
  renewed: number;
  unreadable: number;
}

export interface EncryptedRow {
  ciphertext: string;
  purpose: string;
  /** Stores the new ciphertext, unless the row has changed meanwhile. */
  save(ciphertext: string): Promise<unknown>;
}

/** Encrypts with the present key what the other one has encrypted. What no key opens is left as it is. */
export async function renewRows(rows: readonly EncryptedRow[], encryptor: Encryptor): Promise<Renewed> {
  const counts: Renewed = { renewed: 0, unreadable: 0 };
  for (const { ciphertext, purpose, save } of rows) {
    let fresh: string | undefined;
    try {
      fresh = encryptor.renew(ciphertext, purpose);
    } catch {
      counts.unreadable += 1;
    }
    if (fresh === undefined) continue;
    await save(fresh);
    counts.renewed += 1;
  }
  return counts;
}
