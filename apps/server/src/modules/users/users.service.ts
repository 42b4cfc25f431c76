import { type Language, languages, type Role, recognisedRoles } from '@ludus/contract';
import type { PlatformUser } from '@ludus/contract/operator-api';
import type { Actor } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db, Postgres } from '../../platform/postgres/index.ts';
import { administratorRoles, integrationAdministratorRoles } from './users.policy.ts';
import {
  countMembers,
  deletePlatformPeople,
  findLanguage,
  findMembers,
  findPeople,
  updateLanguage,
  upsertPlatformPeople,
} from './users.repo.ts';

/** Somebody who can be told something: through the bell when they have a subject, by mail when they have an address. */
export interface Recipient {
  /** The `sub` of the identity provider; null for people who cannot sign in. */
  subject: string | null;
  username: string;
  email: string | null;
  /** What the person chose, else English. */
  language: Language;
  integrationId: number | null;
  /** None for people who cannot sign in. */
  roles: Role[];
}

/** Whom to tell: everybody who is meant by any of these, each person once. */
export interface Recipients {
  integrationIds?: readonly number[];
  /** Every administrator of the provider. */
  admins?: true;
  /** The administrators among the people of these integrations. */
  administratorsOf?: readonly number[];
  subjects?: readonly string[];
  /** Who is left out, by subject, though meant by one of the others. */
  except?: string;
}

export interface UsersService {
  /** People of these integrations, or of all of them when null; by username. */
  ofIntegrations(
    ids: readonly number[] | null,
  ): Promise<{ integrationId: number; username: string; email: string | null }[]>;
  /** How many people each integration has; those without any are left out. */
  countsByIntegration(): Promise<Map<number, number>>;
  /** MAINT-04: only these can be told of a maintenance. */
  integrationIdsWithUsers(): Promise<Set<number>>;
  /** The people who are meant, without those whose account is disabled. Sees what `tx` has written. */
  recipients(to: Recipients, tx?: Db): Promise<Recipient[]>;
  /**
   * OPEN-51: people the platform of an integration names. The same name there, in any case, is one person; nobody is
   * removed.
   */
  savePlatformUsers(tx: Db, integrationId: number, users: readonly PlatformUser[]): Promise<void>;
  /** For the deletion of an integration: whom only its platform knew is gone, who can sign in stays. */
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
    async recipients({ integrationIds = [], admins, administratorsOf = [], subjects = [], except }, tx = db) {
      const rows = await findPeople(tx, {
        integrationIds,
        roles: admins ? administratorRoles : [],
        rolesAt: { roles: integrationAdministratorRoles, integrationIds: administratorsOf },
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
