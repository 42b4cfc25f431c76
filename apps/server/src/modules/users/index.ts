/** Everybody the hub knows: people with an account, and people of platforms. What they chose, and whom to tell. */
import { getPreferences, listUsers, savePreferences } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { ChangeFeed } from '../../platform/changes/index.ts';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createPeople, type IdentityDirectory } from './users.people.ts';
import { listPeople } from './users.picker.ts';
import { createUsersService, type UsersService } from './users.service.ts';

export type { IdentityDirectory } from './users.people.ts';
export type { Recipient, Recipients, UsersService } from './users.service.ts';
export type { UsersTable } from './users.tables.ts';

export interface UsersPorts {
  changes: ChangeFeed;
  /** Left out where the identity provider cannot be asked who has an account. */
  directory?: IdentityDirectory;
}

export interface UsersModule extends HubModule {
  service: UsersService;
  /** Notes somebody who uses the hub; answers at once. */
  seen(actor: Actor): void;
  /** Resolves when everybody seen so far is noted and the directory has been read. */
  settled(): Promise<void>;
}

export function createUsersModule(
  { postgres, clock, log }: Pick<Platform, 'postgres' | 'clock' | 'log'>,
  { changes, directory }: UsersPorts,
): UsersModule {
  const people = createPeople({ postgres, clock, log, ...(directory === undefined ? {} : { directory }) });
  const service = createUsersService(postgres, clock, people.record);
  // Tells also when the hub begins to listen, and when changes may have been missed.
  if (directory !== undefined) changes.onChange(['accounts'], people.synchronise);
  return {
    name: 'users',
    endpoints: [
      bind(listUsers, ({ query }) => listPeople(postgres.db, query)),
      bind(getPreferences, async ({ actor }) => ({ language: await service.language(actor) })),
      bind(savePreferences, async ({ actor, body }) => {
        await service.saveLanguage(actor, body.language);
        return { language: body.language };
      }),
    ],
    service,
    seen: people.seen,
    settled: people.settled,
    async start() {
      people.synchronise();
      await people.settled();
    },
    stop: people.stop,
  };
}
