import type { Clock } from '../../platform/clock/index.ts';
import { createAddressSigner, type Vault } from '../../platform/crypto/index.ts';

/** Where files of tickets are opened. Outside `/api`: a new window carries no token. */
export const ticketFilePrefix = '/files/tickets';

const hourMs = 3_600_000;

/** Addresses that open one file for an hour, to whoever has them. */
export interface TicketFileAddresses {
  /** A path of the hub. */
  of(file: { id: number; name: string }): string;
  isGood(id: number, query: { expires?: unknown; signature?: unknown }): boolean;
}

export function createTicketFileAddresses(vault: Vault, clock: Clock): TicketFileAddresses {
  const signer = createAddressSigner(vault, clock, 'ticket file address');
  return {
    of({ id, name }) {
      const until = new Date(clock.now().getTime() + hourMs);
      return `${ticketFilePrefix}/${id}/${encodeURIComponent(name)}?${signer.query(String(id), until)}`;
    },
    isGood: (id, query) => signer.isGood(String(id), query),
  };
}
