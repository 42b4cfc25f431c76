import type { Tx } from '../../infra/postgres/index.ts';
import { isAdministrator, requireAnotherAdministrator } from './administration.policy.ts';
import { deleteHubUserOf, deleteHubUsers, lockAccounts } from './administration.repo.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { saveGone } from './token-revocations.repo.ts';

/**
 * Removes someone with their account, and revokes their tokens. Unlike a removal by an administrator it leaves no address, and
 * no name in the log.
 * @throws ConflictError for the last administrator
 */
export async function eraseUser(
  tx: Tx,
  identityProvider: IdentityProvider | undefined,
  { id, subject }: { id: number | null; subject: string | null },
  at: Date,
): Promise<void> {
  await lockAccounts(tx);
  if (subject !== null) {
    const account = await identityProvider?.find(tx, subject);
    if (identityProvider !== undefined && account !== undefined) {
      if (isAdministrator(account)) {
        const others = await identityProvider.list(tx);
        requireAnotherAdministrator(others.filter((other) => other.subject !== subject));
      }
      await identityProvider.remove(tx, subject);
    }
    await deleteHubUserOf(tx, subject);
    await saveGone(tx, [{ subject, email: null }], at);
  }
  if (id !== null) await deleteHubUsers(tx, [id]);
}
