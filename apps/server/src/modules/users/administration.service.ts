import { randomBytes } from 'node:crypto';
import {
  type BodyOf,
  type createDirectoryUser,
  type describeDirectory,
  type listDirectoryUsers,
  type QueryOf,
  type ResponseOf,
  recognisedRoles,
  type resetUserPassword,
  type User,
  type updateDirectoryUser,
  type userSession,
} from '@ludus/contract';
import type { z } from 'zod';
import { type Actor, visibleIntegrations } from '../../platform/access/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors/index.ts';
import type { Platform } from '../../platform/module.ts';
import { afterCommit, type Db, type Tx } from '../../platform/postgres/index.ts';
import type { AccessEnds } from './access-ends.ts';
import {
  type Integrations,
  integrationOf,
  integrationsOf,
  type Sides,
  userOf,
} from './administration.mapper.ts';
import {
  integrationFor,
  isAdministrator,
  refuseSelf,
  requireAnotherAdministrator,
  requireGivable,
  rightsAfter,
  seesUser,
} from './administration.policy.ts';
import {
  deleteHubUserOf,
  deleteHubUsers,
  findHubUser,
  findHubUsers,
  findIntegrationsByName,
  isPlatformOf,
  lockAccounts,
  updatePlatform,
} from './administration.repo.ts';
import type { DirectoryUser, IdentityDirectory } from './users.directory.ts';
import { personOfAccount } from './users.people.ts';
import { upsertProviderPeople } from './users.repo.ts';

export interface AdministrationDeps extends Pick<Platform, 'postgres' | 'clock' | 'log' | 'realtime'> {
  /** Left out where the identity provider cannot be administered; users are only shown then. */
  directory?: IdentityDirectory;
  accessEnds: Pick<AccessEnds, 'end' | 'limit'>;
}

/** Who has an account, and what people may do to whose. Every call decides by its actor; what they do not see is not found. */
export interface Administration {
  kind(): ResponseOf<typeof describeDirectory>['kind'];
  list(actor: Actor, query: QueryOf<typeof listDirectoryUsers>): Promise<User[]>;
  get(actor: Actor, subject: string): Promise<User>;
  sessions(actor: Actor, subject: string): Promise<z.output<typeof userSession>[]>;
  create(
    actor: Actor,
    body: BodyOf<typeof createDirectoryUser>,
  ): Promise<ResponseOf<typeof createDirectoryUser>>;
  update(actor: Actor, subject: string, body: BodyOf<typeof updateDirectoryUser>): Promise<User>;
  resetPassword(
    actor: Actor,
    subject: string,
    body: BodyOf<typeof resetUserPassword>,
  ): Promise<ResponseOf<typeof resetUserPassword>>;
  remove(actor: Actor, subject: string): Promise<void>;
  /** API-100: somebody the identity provider does not have. */
  removeLocal(actor: Actor, id: number): Promise<void>;
}

export function createAdministration(deps: AdministrationDeps): Administration {
  const { postgres, clock, log, directory, accessEnds } = deps;
  const { db } = postgres;

  /** One change at a time, so that names stay single and somebody stays administrator. */
  function change<T>(work: (tx: Tx, accounts: IdentityDirectory) => Promise<T>): Promise<T> {
    const accounts = requireDirectory(directory);
    return postgres.transaction(async (tx) => {
      await lockAccounts(tx);
      return work(tx, accounts);
    });
  }

  const readIntegrations = async (tx: Db) => integrationsOf(await findIntegrationsByName(tx));

  async function find(
    tx: Db,
    actor: Actor,
    subject: string,
  ): Promise<Sides & { integrations: Integrations }> {
    const [hub, account, integrations] = [
      await findHubUser(tx, { subject }),
      await directory?.find(tx, subject),
      await readIntegrations(tx),
    ];
    const sides = { hub, account, isAsked: directory !== undefined };
    const source = sides.isAsked ? account : hub;
    if (source === undefined || !sees(actor, sides, integrations)) throw new NotFoundError();
    return { ...sides, integrations };
  }

  async function findAccount(tx: Db, actor: Actor, subject: string) {
    const { account, integrations } = await find(tx, actor, subject);
    if (account === undefined) throw new NotFoundError();
    return { account, integrations, integration: integrationOf({ hub: undefined, account }, integrations) };
  }

  /** Notes an account as it is now, and tells the screens of those who administer it. */
  async function note(
    tx: Tx,
    actor: Actor,
    account: DirectoryUser,
    platformId?: number | null,
  ): Promise<User> {
    await upsertProviderPeople(tx, [personOfAccount(account)], clock.now(), null);
    if (platformId !== undefined) await updatePlatform(tx, account.subject, platformId);
    const { integrations, ...sides } = await find(tx, actor, account.subject);
    const user = userOf(sides, integrations);
    tell(tx, user.integrationId);
    return user;
  }

  function tell(tx: Tx, integrationId: number | null): void {
    const integration = integrationId === null ? {} : { integration: integrationId };
    afterCommit(tx, () =>
      deps.realtime.publish(
        { name: 'changed', data: { topic: 'users' } },
        { providers: true, ...integration },
      ),
    );
  }

  /** Has an administrator stop being one only where another stays. */
  async function keepAdministrator(
    tx: Tx,
    accounts: IdentityDirectory,
    account: DirectoryUser,
  ): Promise<void> {
    if (!isAdministrator(account)) return;
    requireAnotherAdministrator(
      (await accounts.list(tx)).filter(({ subject }) => subject !== account.subject),
    );
  }

  return {
    kind: () => directory?.kind ?? 'other',

    async list(actor, { role, integration }) {
      const [accounts, people, integrations] = await Promise.all([
        directory?.list(db) ?? [],
        findHubUsers(db),
        readIntegrations(db),
      ]);
      const isAsked = directory !== undefined;
      const bySubject = new Map(people.flatMap((hub) => (hub.subject === null ? [] : [[hub.subject, hub]])));
      const subjects = new Set(accounts.map(({ subject }) => subject));
      const sides: Sides[] = [
        ...accounts.map((account) => ({ hub: bySubject.get(account.subject), account, isAsked })),
        ...people
          .filter(({ subject }) => subject === null || !subjects.has(subject))
          .map((hub) => ({ hub, account: undefined, isAsked })),
      ];
      const visible = visibleIntegrations(actor, integration === undefined ? null : [integration]);
      return sides
        .filter((one) => sees(actor, one, integrations))
        .map((one) => userOf(one, integrations))
        .filter((user) => role === undefined || user.role === role)
        .filter(({ integrationId }) =>
          visible === null ? true : integrationId !== null && visible.includes(integrationId),
        )
        .sort((a, b) => byName(a.username, b.username));
    },

    async get(actor, subject) {
      const { integrations, ...sides } = await find(db, actor, subject);
      return userOf(sides, integrations);
    },

    async sessions(actor, subject) {
      const accounts = requireDirectory(directory);
      await findAccount(db, actor, subject);
      return (await accounts.sessions(subject)).map(({ id, ipAddress, start, lastAccess }) => ({
        id,
        ipAddress,
        start: start.toISOString(),
        lastAccess: lastAccess.toISOString(),
      }));
    },

    create: (actor, { username, email, role, tempPass, integration }) =>
      change(async (tx, accounts) => {
        requireGivable(actor, [role]);
        const asked = integration ?? actor.integration?.name ?? null;
        const integrationName = integrationFor(role, namedBy(actor, asked, await readIntegrations(tx)));
        const password = tempPass ?? madeUpPassword();
        const account = await accounts.create(tx, { username, email, role, integrationName, password });
        const user = await note(tx, actor, account);
        log.info({ by: actor.userId, subject: account.subject, role }, 'a user was created');
        return { ...user, password: tempPass === undefined ? password : null };
      }),

    update: (actor, subject, body) =>
      change(async (tx, accounts) => {
        const { account, integration: current, integrations } = await findAccount(tx, actor, subject);
        const { clientRolesToAdd: added = [], clientRolesToRemove: removed = [] } = body;
        requireGivable(actor, [...added, ...removed]);
        const move =
          body.integration === undefined ? undefined : namedBy(actor, body.integration, integrations);
        const rights = rightsAfter(account, current, { added, removed, move });
        const integration = integrations.byName(rights.integrationName);
        await requirePlatformOf(tx, body.platformId ?? null, integration?.id ?? null);
        const [role] = rights.roles;
        const newRole = role !== undefined && rights.roles.join() !== recognisedRoles(account.roles).join();
        const newIntegration = rights.integrationName !== account.integrationName;
        if (newRole) await keepAdministrator(tx, accounts, account);
        const email = body.userAttributes?.email;
        await accounts.update(tx, subject, {
          ...(email === undefined || email === account.email ? {} : { email }),
          ...(newRole ? { role } : {}),
          ...(newIntegration ? { integrationName: rights.integrationName } : {}),
        });
        if (newRole || newIntegration) await accessEnds.limit(tx, subject, clock.now(), rights);
        const changed = await accounts.find(tx, subject);
        if (changed === undefined) throw new NotFoundError();
        const leaves = integration?.id !== current?.id;
        if (leaves && current !== null) tell(tx, current.id);
        const platformId = body.platformId === undefined && leaves ? null : body.platformId;
        log.info({ by: actor.userId, subject, newRole, newIntegration }, 'a user was changed');
        return note(tx, actor, changed, platformId);
      }),

    resetPassword: (actor, subject, { tempPass }) =>
      change(async (tx, accounts) => {
        await findAccount(tx, actor, subject);
        const password = tempPass ?? madeUpPassword();
        await accounts.resetPassword(tx, subject, password);
        await accessEnds.limit(tx, subject, clock.now(), null);
        log.info({ by: actor.userId, subject }, 'a user was given a temporary password');
        return { password: tempPass === undefined ? password : null };
      }),

    remove: (actor, subject) =>
      change(async (tx, accounts) => {
        const { account, integration } = await findAccount(tx, actor, subject);
        refuseSelf(actor, subject);
        await keepAdministrator(tx, accounts, account);
        await accounts.remove(tx, subject);
        await deleteHubUserOf(tx, subject);
        await accessEnds.end(tx, [account], clock.now());
        tell(tx, integration?.id ?? null);
        log.info({ by: actor.userId, subject }, 'a user was deleted');
      }),

    async removeLocal(actor, id) {
      await postgres.transaction(async (tx) => {
        await lockAccounts(tx);
        const hub = await findHubUser(tx, { id });
        const integrations = await readIntegrations(tx);
        const sides = { hub, account: undefined, isAsked: true };
        if (hub === undefined || !sees(actor, sides, integrations)) throw new NotFoundError();
        refuseSelf(actor, hub.subject);
        if (hub.subject !== null) {
          const account = await requireDirectory(directory).find(tx, hub.subject);
          if (account !== undefined) throw new ConflictError('This user has an account: delete that one.');
          await accessEnds.end(tx, [{ subject: hub.subject, email: hub.email }], clock.now());
        }
        await deleteHubUsers(tx, [id]);
        tell(tx, integrationOf(sides, integrations)?.id ?? null);
        log.info({ by: actor.userId, id }, 'a user that stood in the hub alone was deleted');
      });
    },
  };
}

function sees(actor: Actor, sides: Sides, integrations: Integrations): boolean {
  const roles = (sides.account ?? sides.hub)?.roles ?? [];
  return seesUser(actor, { roles, integrationId: integrationOf(sides, integrations)?.id ?? null });
}

function requireDirectory(directory: IdentityDirectory | undefined): IdentityDirectory {
  if (directory !== undefined) return directory;
  throw new ConflictError('Accounts are kept at an identity provider that this hub may not administer.');
}

/**
 * The integration of a name. To people of an integration every other one is as good as none.
 * @throws NotFoundError, or ValidationError naming `integration` for staff of the provider.
 */
function namedBy(actor: Actor, name: string | null, integrations: Integrations) {
  const integration = integrations.byName(name);
  if (actor.side === 'integration') {
    if (integration === null || integration.id !== actor.integration?.id) throw new NotFoundError();
  } else if (integration === null && name !== null) {
    throw new ValidationError({ integration: 'There is no such integration.' });
  }
  return integration;
}

async function requirePlatformOf(
  tx: Db,
  platformId: number | null,
  integrationId: number | null,
): Promise<void> {
  if (platformId === null) return;
  if (integrationId !== null && (await isPlatformOf(tx, platformId, integrationId))) return;
  throw new ValidationError({ platformId: 'This platform is not one of the integration’s.' });
}

const madeUpPassword = () => randomBytes(12).toString('base64url');

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { sensitivity: 'base' });
}
