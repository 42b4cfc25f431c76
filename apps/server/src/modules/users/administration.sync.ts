import type { ResponseOf, synchroniseUsers } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { ConflictError, UpstreamError } from '../../platform/errors/index.ts';
import type { Platform } from '../../platform/module.ts';
import { afterCommit } from '../../platform/postgres/index.ts';
import type { AccessEnds } from './access-ends.ts';
import { requireProviderSide } from './administration.policy.ts';
import { deleteHubUsers, findHubUsers, type HubUserRow, lockAccounts } from './administration.repo.ts';
import type { DirectoryUser, IdentityDirectory } from './users.directory.ts';
import { personOfAccount, takeAccounts } from './users.people.ts';

export interface SynchronisationDeps extends Pick<Platform, 'postgres' | 'clock' | 'log' | 'realtime'> {
  directory?: IdentityDirectory;
  accessEnds: Pick<AccessEnds, 'end' | 'restore'>;
}

type Synchronised = ResponseOf<typeof synchroniseUsers>;

/**
 * API-101: what the hub knows of people with an account becomes what the identity provider says. Who has none any more
 * is deleted and their access ends; people whom only a platform named stay. Without `confirm` nothing is changed.
 */
export function createSynchronisation({
  postgres,
  clock,
  log,
  realtime,
  directory,
  accessEnds,
}: SynchronisationDeps): (actor: Actor, confirm: boolean) => Promise<Synchronised> {
  return async (actor, confirm) => {
    requireProviderSide(actor);
    if (directory === undefined) {
      throw new ConflictError('The accounts of this identity provider cannot be read.');
    }
    return postgres.transaction(async (tx) => {
      await lockAccounts(tx);
      const accounts = await directory.list(tx);
      // Whoever asks is signed in: a list without them is not the list of this hub's people.
      if (!accounts.some(({ subject }) => subject === actor.userId)) {
        throw new UpstreamError(
          'The identity provider does not name you among its users; nothing was changed.',
        );
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
      await accessEnds.restore(
        tx,
        accounts.map(({ subject }) => subject),
      );
      await takeAccounts(tx, accounts, clock.now());
      await deleteHubUsers(
        tx,
        gone.map(({ id }) => id),
      );
      await accessEnds.end(
        tx,
        gone.flatMap(({ subject, email }) => (subject === null ? [] : [{ subject, email }])),
        clock.now(),
      );
      afterCommit(tx, () =>
        realtime.publish({ name: 'changed', data: { topic: 'users' } }, { everyone: true }),
      );
      const { created, updated } = answer;
      log.info({ by: actor.userId, created, updated, deleted: gone.length }, 'users were synchronised');
      return answer;
    });
  };
}

function isOutdated(person: HubUserRow | undefined, account: DirectoryUser): boolean {
  if (person === undefined) return false;
  const { username, email, roles, integrationName } = personOfAccount(account);
  const is = [person.username, person.email, person.roles, person.integration_name, person.enabled];
  const shall = [username, email ?? person.email, roles, integrationName, account.enabled];
  return JSON.stringify(is) !== JSON.stringify(shall);
}
