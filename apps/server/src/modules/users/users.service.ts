import { type Language, languages, providerRoles, type Role, recognisedRoles } from '@ludus/contract';
import type { PlatformUser } from '@ludus/contract/operator-api';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import {
  administratorRoles,
  integrationAdministratorRoles,
  integrationSpeakerRoles,
} from './users.policy.ts';
import {
  countMembers,
  deletePlatformPeople,
  findLanguage,
  findMembers,
  findPeople,
  updateLanguage,
  upsertPlatformPeople,
} from './users.repo.ts';

/** Someone who can receive notifications: in the hub when they have a subject, by mail when they have an address. */
export interface Recipient {
  /** The `sub` of the identity provider; null for people who cannot sign in. */
  subject: string | null;
  username: string;
  email: string | null;
  /** The chosen language, else English. */
  language: Language;
  integrationId: number | null;
  /** None for people who cannot sign in. */
  roles: Role[];
}

/** The recipients of a notification: everyone who matches any of these, each person once. */
export interface Recipients {
  integrationIds?: readonly number[];
  /** Every administrator of the provider. */
  admins?: true;
  /** Everyone of the provider. */
  staff?: true;
  /** The administrators among the people of these integrations. */
  administratorsOf?: readonly number[];
  /** The administrators and managers among the people of these integrations. */
  speakersOf?: readonly number[];
  subjects?: readonly string[];
  /** Who is left out, by subject, though meant by one of the others. */
  except?: string;
}

/** Finds people by what they are; a part of its own, because notifications need no more of the users. */
export interface RecipientLookup {
  /** The people who are meant, without those whose account is disabled. Sees what `tx` has written. */
  recipients(to: Recipients, tx?: Db): Promise<Recipient[]>;
}

export interface UsersService extends RecipientLookup {
  /** People of these integrations, or of all of them when null; by username. */
  ofIntegrations(
    ids: readonly number[] | null,
  ): Promise<{ integrationId: number; username: string; email: string | null }[]>;
  /** How many people each integration has; those without any are left out. */
  countsByIntegration(): Promise<Map<number, number>>;
  /** Only these can be notified of a maintenance. */
  integrationIdsWithUsers(): Promise<Set<number>>;
  /**
   * Stores the users that the platform of an integration reports. The same name there, in any case, is one person; no one is
   * removed.
   */
  savePlatformUsers(tx: Db, integrationId: number, users: readonly PlatformUser[]): Promise<void>;
  /** For the deletion of an integration: deletes users known only from its platform; users with an account stay. */
  forgetIntegration(tx: Db, integrationId: number): Promise<void>;
  language(actor: Actor): Promise<Language | null>;
  saveLanguage(actor: Actor, language: Language): Promise<void>;
}

export function createUsersService(
  postgres: Postgres,
  clock: Clock,
  record: (tx: Db, actor: Actor) => Promise<void>,
): UsersService {
  const { db } = postgres;
  return {
    async ofIntegrations(ids) {
      const rows = await findMembers(db, ids);
      return rows.map(({ integration_id, ...person }) => ({ integrationId: integration_id, ...person }));
    },
    countsByIntegration: () => countMembers(db),
    integrationIdsWithUsers: async () => new Set((await countMembers(db)).keys()),
    ...createRecipientLookup(postgres),
    async savePlatformUsers(tx, integrationId, users) {
      const byName = new Map(
        users.map(({ username, email }) => [username.toLowerCase(), { username, email }]),
      );
      await upsertPlatformPeople(tx, integrationId, [...byName.values()], clock.now());
    },
    forgetIntegration: deletePlatformPeople,
    language: (actor) => findLanguage(db, actor.userId),
    async saveLanguage(actor, language) {
      await postgres.transaction(async (tx) => {
        await record(tx, actor);
        await updateLanguage(tx, actor.userId, language);
      });
    },
  };
}

export function createRecipientLookup({ db }: Pick<Postgres, 'db'>): RecipientLookup {
  return {
    async recipients(
      { integrationIds = [], admins, staff, administratorsOf = [], speakersOf = [], subjects = [], except },
      tx = db,
    ) {
      const rows = await findPeople(tx, {
        integrationIds,
        roles: staff ? providerRoles : admins ? administratorRoles : [],
        rolesAt: [
          { roles: integrationAdministratorRoles, integrationIds: administratorsOf },
          { roles: integrationSpeakerRoles, integrationIds: speakersOf },
        ],
        subjects,
        except: except ?? null,
      });
      return rows.map(({ subject, username, email, language, integration_id, roles }) => ({
        subject,
        username,
        email,
        language: language ?? languages[0],
        integrationId: integration_id,
        roles: recognisedRoles(roles),
      }));
    },
  };
}
