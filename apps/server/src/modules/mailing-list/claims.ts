import { type Message, messageOf, routes } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { NotificationTexts, Notify } from '../notifications/index.ts';
import { type ClaimRow, deleteOldClaims, findClaims, lockClaims, saveClaim } from './claims.repo.ts';

/**
 * Compares the mailing list with the people of integrations and notifies the provider's administrators when an account or a
 * platform claims an address of the list, or no longer has it: each once per address. Entries are not changed.
 */
export type ClaimCheck = (tx: Tx) => Promise<void>;

export function createClaimCheck({ clock, notify }: { clock: Clock; notify: Notify }): ClaimCheck {
  return async (tx) => {
    await lockClaims(tx);
    await deleteOldClaims(tx);
    const now = clock.now();
    const claimed: ClaimRow[] = [];
    const dropped: ClaimRow[] = [];
    for (const row of await findClaims(tx)) {
      const isClaimed = row.claim_reported_at === null && (row.needs_report || (row.is_held && row.exceeds));
      const isDropped = row.drop_reported_at === null && row.was_held === true && !row.is_held;
      if (!isClaimed && !isDropped && row.was_held === row.is_held) continue;
      if (isClaimed) claimed.push(row);
      if (isDropped) dropped.push(row);
      await saveClaim(tx, {
        address: row.address,
        is_held: row.is_held,
        claim_reported_at: isClaimed ? now : row.claim_reported_at,
        drop_reported_at: isDropped ? now : row.drop_reported_at,
      });
    }
    const addresses = (rows: readonly ClaimRow[]) => ({ addresses: listed(rows) });
    if (claimed.length > 0) {
      await notifyAdmins(tx, {
        title: messageOf('notifications.addressClaimed'),
        description: messageOf('notifications.addressClaimedText', addresses(claimed)),
      });
    }
    if (dropped.length > 0) {
      await notifyAdmins(tx, {
        title: messageOf('notifications.addressDropped'),
        description: messageOf('notifications.addressDroppedText', addresses(dropped)),
      });
    }
  };

  async function notifyAdmins(tx: Tx, texts: NotificationTexts): Promise<void> {
    await notify(tx, { admins: true }, { severity: 2, path: routes.mailingList.path, texts, mail: false });
  }
}

const mostNamed = 10;

function listed(rows: readonly ClaimRow[]): Message | string {
  const shown = rows.slice(0, mostNamed).map(({ address, integrations }) => {
    return integrations.length === 0 ? address : `${address} (${integrations.join(', ')})`;
  });
  const addresses = shown.join(', ');
  const more = rows.length - mostNamed;
  return more > 0 ? messageOf('notifications.addressesAndMore', { addresses, more }) : addresses;
}
