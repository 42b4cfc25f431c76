import { messageOf, type ResponseOf, type synchroniseUsers } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { ConflictError, UpstreamError } from '../../infra/errors/index.ts';
import type { Infra } from '../../infra/module.ts';
import { afterCommit, type Tx } from '../../infra/postgres/index.ts';
import { recordSynchronisation } from './administration.log.ts';
import { requireProviderSide } from './administration.policy.ts';
import { deleteHubUsers, findHubUsers, type HubUserRow, lockAccounts } from './administration.repo.ts';
import type { IdentityProvider, IdentityProviderUser } from './identity-provider.ts';
import type { TokenRevocations } from './token-revocations.ts';
import { saveFormerStaff } from './users.repo.ts';
import { importAccounts, userOfAccount } from './users.sync.ts';

export interface SynchronisationDeps extends Pick<Infra, 'postgres' | 'clock' | 'log' | 'realtime'> {
  identityProvider?: IdentityProvider;
  tokenRevocations: Pick<TokenRevocations, 'end' | 'restore'>;
  /** Called in the transaction that changes who has which address. */
  addressesChanged(tx: Tx): Promise<void>;
}

type Synchronised = ResponseOf<typeof synchroniseUsers>;

/**
 * Updates the hub's users from the accounts of the identity provider. Users without an account any more are deleted and
 * their tokens revoked; users known only from a platform stay. Without `confirm` nothing is changed.
 */
export function createSynchronisation({
  postgres,
  clock,
  log,
  realtime,
  identityProvider,
  tokenRevocations,
  addressesChanged,
}: SynchronisationDeps): (actor: Actor, confirm: boolean) => Promise<Synchronised> {
  return async (actor, confirm) => {
    requireProviderSide(actor);
    if (identityProvider === undefined) {
      throw new ConflictError(messageOf('refusals.accountsUnreadable'));
    }
    return postgres.transaction(async (tx) => {
      await lockAccounts(tx);
      const accounts = await identityProvider.list(tx);
      // Whoever asks is signed in: a list without them is not the list of this hub's people.
      if (!accounts.some(({ subject }) => subject === actor.userId)) {
        throw new UpstreamError(messageOf('refusals.notAmongUsers'));
      }
      const people = (await findHubUsers(tx)).filter(({ subject }) => subject !== null);
      const known = new Map(people.map((person) => [person.subject, person]));
      const subjects = new Set<string | null>(accounts.map(({ subject }) => subject));
      const gone = people.filter(({ subject }) => !subjects.has(subject));
      const answer = {
        usersToDelete: gone.map(({ id, username, email }) => ({ id, username, email })),
        created: accounts.filter(({ subject }) => !known.has(subject)).length,
        updated: accounts.filter((account) => isOutdated(known.get(account.subject), account)).length,
      };
      if (!confirm) return answer;
      await tokenRevocations.restore(
        tx,
        accounts.map(({ subject }) => subject),
      );
      await importAccounts(tx, accounts, clock.now());
      await deleteHubUsers(
        tx,
        gone.map(({ id }) => id),
      );
      await tokenRevocations.end(
        tx,
        gone.flatMap(({ subject, email }) => (subject === null ? [] : [{ subject, email }])),
        clock.now(),
      );
      await saveFormerStaff(tx, gone, clock.now());
      await addressesChanged(tx);
      afterCommit(tx, () =>
        realtime.publish({ name: 'changed', data: { topic: 'users' } }, { everyone: true }),
      );
      const { created, updated } = answer;
      await recordSynchronisation(tx, actor, { created, updated, deleted: gone });
      log.info({ by: actor.userId, created, updated, deleted: gone.length }, 'users were synchronised');
      return answer;
    });
  };
}

function isOutdated(person: HubUserRow | undefined, account: IdentityProviderUser): boolean {
  if (person === undefined) return false;
  const { username, email, roles, integrationName } = userOfAccount(account);
  const is = [person.username, person.email, person.roles, person.integration_name, person.enabled];
  const shall = [username, email ?? person.email, roles, integrationName, account.enabled];
  return JSON.stringify(is) !== JSON.stringify(shall);
}
