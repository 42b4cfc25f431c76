/** Everybody the hub knows: people with an account, and people of platforms. What they chose, and whom to tell. */
import { getPreferences, type Identity, listUsers, savePreferences } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { ChangeFeed } from '../../platform/changes/index.ts';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { type AccessEnds, createAccessEnds } from './access-ends.ts';
import { administrationBindings } from './administration.routes.ts';
import { createAdministration } from './administration.service.ts';
import { createSynchronisation } from './administration.sync.ts';
import type { IdentityDirectory } from './users.directory.ts';
import { identityOf } from './users.identity.ts';
import { createPeople } from './users.people.ts';
import { listPeople } from './users.picker.ts';
import { createUsersService, type UsersService } from './users.service.ts';

export type {
  AccountChange,
  DirectorySession,
  DirectoryUser,
  IdentityDirectory,
} from './users.directory.ts';
export type { Recipient, Recipients, UsersService } from './users.service.ts';
export type { UsersTable } from './users.tables.ts';

export interface UsersPorts {
  changes: ChangeFeed;
  /** Left out where the identity provider cannot be administered. */
  directory?: IdentityDirectory;
}

export interface UsersModule extends HubModule {
  service: UsersService;
  /** Which access tokens count no more although they have not expired. */
  accessEnds: AccessEnds;
  /**
   * What a token of somebody would say now; undefined for who would get none.
   * @throws UpstreamError or UnavailableError when nobody can tell
   */
  identityOf(subject: string): Promise<Identity | undefined>;
  /** Notes somebody who uses the hub; answers at once. */
  seen(actor: Actor): void;
  /** Resolves when everybody seen so far is noted and the directory has been read. */
  settled(): Promise<void>;
}

export function createUsersModule(
  { postgres, clock, log, realtime }: Pick<Platform, 'postgres' | 'clock' | 'log' | 'realtime'>,
  { changes, directory }: UsersPorts,
): UsersModule {
  // Accounts in this database are read whenever one changes; those elsewhere when an administrator asks for it.
  const inDatabase = directory?.kind === 'built-in' ? { directory } : {};
  const people = createPeople({ postgres, clock, log, ...inDatabase });
  const accessEnds = createAccessEnds(postgres, changes);
  const administers = {
    postgres,
    clock,
    log,
    realtime,
    accessEnds,
    ...(directory === undefined ? {} : { directory }),
  };
  const service = createUsersService(postgres, clock, people.record);
  // Tells also when the hub begins to listen, and when changes may have been missed.
  if (directory?.kind === 'built-in') changes.onChange(['accounts'], people.synchronise);
  return {
    name: 'users',
    endpoints: [
      bind(listUsers, ({ query }) => listPeople(postgres.db, query)),
      bind(getPreferences, async ({ actor }) => ({ language: await service.language(actor) })),
      bind(savePreferences, async ({ actor, body }) => {
        await service.saveLanguage(actor, body.language);
        return { language: body.language };
      }),
      ...administrationBindings(createAdministration(administers), createSynchronisation(administers)),
    ],
    service,
    accessEnds,
    identityOf: (subject) => identityOf(postgres.db, directory, subject),
    seen: people.seen,
    settled: people.settled,
    async start() {
      people.synchronise();
      await people.settled();
    },
    stop: people.stop,
  };
}
