import { randomBytes } from 'node:crypto';
import {
  type BodyOf,
  type createAccount,
  type describeIdentityProvider,
  type listAccounts,
  messageOf,
  type QueryOf,
  type ResponseOf,
  recognisedRoles,
  type resetUserPassword,
  type User,
  type updateAccount,
  type userSession,
} from '@ludus/contract';
import type { z } from 'zod';
import { type Actor, visibleIntegrations } from '../../infra/access/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import type { Infra } from '../../infra/module.ts';
import { afterCommit, type Db, type Tx } from '../../infra/postgres/index.ts';
import { type GuardedUsers, guardUsers, type NewUser, type UserChange } from './administration.approval.ts';
import { namedBy, requireIdentityProvider, requirePlatformOf, sees } from './administration.checks.ts';
import { recordUser } from './administration.log.ts';
import {
  type Integrations,
  integrationOf,
  integrationsOf,
  type Sides,
  userOf,
} from './administration.mapper.ts';
import {
  emailScope,
  hiddenConflict,
  integrationFor,
  isAdministrator,
  refuseSelf,
  requireAnotherAdministrator,
  requireGivable,
  rightsAfter,
} from './administration.policy.ts';
import {
  deleteHubUserOf,
  deleteHubUsers,
  findHubUser,
  findHubUsers,
  findIntegrationsByName,
  lockAccounts,
  updatePlatform,
} from './administration.repo.ts';
import type { IdentityProvider, IdentityProviderUser } from './identity-provider.ts';
import type { TokenRevocations } from './token-revocations.ts';
import { saveFormerStaff, upsertProviderUsers } from './users.repo.ts';
import { userOfAccount } from './users.sync.ts';

export interface AdministrationDeps extends Pick<Infra, 'postgres' | 'clock' | 'log' | 'realtime'> {
  /** Left out where the identity provider cannot be administered; users are only shown then. */
  identityProvider?: IdentityProvider;
  tokenRevocations: Pick<TokenRevocations, 'end' | 'limit'>;
  /** Called in the transaction that changes who has which address. */
  addressesChanged(tx: Tx): Promise<void>;
}

/** Who has an account, and what people may do to whose. Every call decides by its actor; what they do not see is not found. */
export interface Administration extends GuardedUsers {
  kind(): ResponseOf<typeof describeIdentityProvider>['kind'];
  list(actor: Actor, query: QueryOf<typeof listAccounts>): Promise<User[]>;
  get(actor: Actor, subject: string): Promise<User>;
  sessions(actor: Actor, subject: string): Promise<z.output<typeof userSession>[]>;
  create(actor: Actor, body: BodyOf<typeof createAccount>): Promise<ResponseOf<typeof createAccount>>;
  update(actor: Actor, subject: string, body: BodyOf<typeof updateAccount>): Promise<User>;
  resetPassword(
    actor: Actor,
    subject: string,
    body: BodyOf<typeof resetUserPassword>,
  ): Promise<ResponseOf<typeof resetUserPassword>>;
  resetSecondFactor(actor: Actor, subject: string): Promise<void>;
  remove(actor: Actor, subject: string): Promise<void>;
  /** A user without an account at the identity provider. */
  removeLocal(actor: Actor, id: number): Promise<void>;
}

export function createAdministration(deps: AdministrationDeps): Administration {
  const { postgres, clock, log, identityProvider, tokenRevocations } = deps;
  const { db } = postgres;

  /** One change at a time, so that names stay single and someone stays administrator. */
  function change<T>(work: (tx: Tx, accounts: IdentityProvider) => Promise<T>): Promise<T> {
    const accounts = requireIdentityProvider(identityProvider);
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
      await identityProvider?.find(tx, subject),
      await readIntegrations(tx),
    ];
    const sides = { hub, account, isAsked: identityProvider !== undefined };
    const source = sides.isAsked ? account : hub;
    if (source === undefined || !sees(actor, sides, integrations)) throw new NotFoundError();
    return { ...sides, integrations };
  }

  async function findAccount(tx: Db, actor: Actor, subject: string) {
    const { account, hub, integrations } = await find(tx, actor, subject);
    if (account === undefined) throw new NotFoundError();
    return {
      account,
      hub,
      integrations,
      integration: integrationOf({ hub: undefined, account }, integrations),
    };
  }

  /** Stores an account as it is now, and publishes the change to the screens that list it. */
  async function note(
    tx: Tx,
    actor: Actor,
    account: IdentityProviderUser,
    platformId?: number | null,
  ): Promise<User> {
    await upsertProviderUsers(tx, [userOfAccount(account)], clock.now(), null);
    if (platformId !== undefined) await updatePlatform(tx, account.subject, platformId);
    await deps.addressesChanged(tx);
    const { integrations, ...sides } = await find(tx, actor, account.subject);
    const user = userOf(sides, integrations);
    publishChange(tx, user.integrationId);
    return user;
  }

  function publishChange(tx: Tx, integrationId: number | null): void {
    const integration = integrationId === null ? {} : { integration: integrationId };
    afterCommit(tx, () =>
      deps.realtime.publish(
        { name: 'changed', data: { topic: 'users' } },
        { providers: true, ...integration },
      ),
    );
  }

  /**
   * Runs a change that may conflict with an existing email. People of an integration learn only of accounts that they see: at a provider whose
   * emails are unique, one of someone else is refused without a reason.
   */
  async function hidingOthers<T>(
    tx: Tx,
    actor: Actor,
    accounts: IdentityProvider,
    email: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isTaken = error instanceof ConflictError && error.fields?.email !== undefined;
      if (!isTaken || actor.side === 'provider') throw error;
      const integrations = await readIntegrations(tx);
      const holders = (await accounts.list(tx)).filter(
        (account) => account.email?.toLowerCase() === email?.toLowerCase(),
      );
      const isSeen = (account: IdentityProviderUser) =>
        sees(actor, { hub: undefined, account, isAsked: true }, integrations);
      if (holders.some(isSeen)) throw error;
      throw hiddenConflict(error);
    }
  }

  /** Has an administrator stop being one only where another stays. */
  async function keepAdministrator(
    tx: Tx,
    accounts: IdentityProvider,
    account: IdentityProviderUser,
  ): Promise<void> {
    if (!isAdministrator(account)) return;
    requireAnotherAdministrator(
      (await accounts.list(tx)).filter(({ subject }) => subject !== account.subject),
    );
  }

  /** Who is created where. @throws as `create` */
  async function planCreation(tx: Tx, actor: Actor, { role, integration }: NewUser) {
    requireGivable(actor, [role]);
    const requestedName = integration ?? actor.integration?.name ?? null;
    const named = namedBy(actor, requestedName, await readIntegrations(tx));
    return { integrationName: integrationFor(role, named) };
  }

  async function create(tx: Tx, actor: Actor, body: NewUser): Promise<ResponseOf<typeof createAccount>> {
    const { username, email, role, tempPass } = body;
    const accounts = requireIdentityProvider(identityProvider);
    const { integrationName } = await planCreation(tx, actor, body);
    const password = tempPass ?? madeUpPassword();
    const scope = emailScope(actor);
    const account = await hidingOthers(tx, actor, accounts, email, () =>
      accounts.create(tx, { username, email, role, integrationName, password, ...scope }),
    );
    const user = await note(tx, actor, account);
    await recordUser(tx, actor, 'create', { after: user });
    log.info({ by: actor.userId, subject: account.subject, role }, 'a user was created');
    return { ...user, password: tempPass === undefined ? password : null };
  }

  /** What a change makes of someone's rights. @throws as `update` */
  async function planUpdate(tx: Tx, actor: Actor, { subject, body }: UserChange) {
    const { account, hub, integration: current, integrations } = await findAccount(tx, actor, subject);
    const before = userOf({ hub, account, isAsked: true }, integrations);
    const { clientRolesToAdd: added = [], clientRolesToRemove: removed = [] } = body;
    requireGivable(actor, [...added, ...removed]);
    const move = body.integration === undefined ? undefined : namedBy(actor, body.integration, integrations);
    const rights = rightsAfter(account, current, { added, removed, move });
    const integration = integrations.byName(rights.integrationName);
    await requirePlatformOf(tx, body.platformId ?? null, integration?.id ?? null);
    const [role] = rights.roles;
    const newRole = role !== undefined && rights.roles.join() !== recognisedRoles(account.roles).join();
    const newIntegration = rights.integrationName !== account.integrationName;
    return { account, before, current, integration, rights, role, newRole, newIntegration };
  }

  async function update(tx: Tx, actor: Actor, { subject, body }: UserChange): Promise<User> {
    const accounts = requireIdentityProvider(identityProvider);
    const plan = await planUpdate(tx, actor, { subject, body });
    const { account, before, current, integration, rights, role, newRole, newIntegration } = plan;
    if (newRole) await keepAdministrator(tx, accounts, account);
    const email = body.userAttributes?.email;
    const change = {
      ...(email === undefined || email === account.email ? {} : { email, ...emailScope(actor) }),
      ...(newRole && role !== undefined ? { role } : {}),
      ...(newIntegration ? { integrationName: rights.integrationName } : {}),
    };
    await hidingOthers(tx, actor, accounts, email, () => accounts.update(tx, subject, change));
    if (newRole || newIntegration) await tokenRevocations.limit(tx, subject, clock.now(), rights);
    const changed = await accounts.find(tx, subject);
    if (changed === undefined) throw new NotFoundError();
    const leaves = integration?.id !== current?.id;
    if (leaves && current !== null) publishChange(tx, current.id);
    const platformId = body.platformId === undefined && leaves ? null : body.platformId;
    log.info({ by: actor.userId, subject, newRole, newIntegration }, 'a user was changed');
    const after = await note(tx, actor, changed, platformId);
    await recordUser(tx, actor, 'update', { before, after });
    return after;
  }

  return {
    kind: () => identityProvider?.kind ?? 'other',

    async list(actor, { role, integration }) {
      const [accounts, people, integrations] = await Promise.all([
        identityProvider?.list(db) ?? [],
        findHubUsers(db),
        readIntegrations(db),
      ]);
      const isAsked = identityProvider !== undefined;
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
      const accounts = requireIdentityProvider(identityProvider);
      await findAccount(db, actor, subject);
      return (await accounts.sessions(subject)).map(({ id, ipAddress, start, lastAccess }) => ({
        id,
        ipAddress,
        start: start.toISOString(),
        lastAccess: lastAccess.toISOString(),
      }));
    },

    create: (actor, body) => change((tx) => create(tx, actor, body)),

    update: (actor, subject, body) => change((tx) => update(tx, actor, { subject, body })),

    ...guardUsers({
      accounts: () => requireIdentityProvider(identityProvider),
      planCreation,
      create,
      planUpdate,
      update,
      keepAdministrator,
    }),

    resetPassword: (actor, subject, { tempPass }) =>
      change(async (tx, accounts) => {
        const { account, hub, integrations } = await findAccount(tx, actor, subject);
        const password = tempPass ?? madeUpPassword();
        await accounts.resetPassword(tx, subject, password);
        await tokenRevocations.limit(tx, subject, clock.now(), null);
        const user = userOf({ hub, account, isAsked: true }, integrations);
        await recordUser(tx, actor, 'reset-password', { after: user });
        log.info({ by: actor.userId, subject }, 'a user was given a temporary password');
        return { password: tempPass === undefined ? password : null };
      }),

    resetSecondFactor: (actor, subject) =>
      change(async (tx, accounts) => {
        const { account, hub, integrations } = await findAccount(tx, actor, subject);
        if (actor.userId === subject) throw new ConflictError(messageOf('refusals.ownSecondFactor'));
        await accounts.resetSecondFactor(tx, subject);
        await tokenRevocations.limit(tx, subject, clock.now(), null);
        const user = userOf({ hub, account, isAsked: true }, integrations);
        await recordUser(tx, actor, 'reset-second-factor', { after: user });
        publishChange(tx, user.integrationId);
        log.info({ by: actor.userId, subject }, 'the second factor of a user was reset');
      }),

    remove: (actor, subject) =>
      change(async (tx, accounts) => {
        const { account, hub, integration, integrations } = await findAccount(tx, actor, subject);
        refuseSelf(actor, subject);
        await keepAdministrator(tx, accounts, account);
        await accounts.remove(tx, subject);
        await deleteHubUserOf(tx, subject);
        await saveFormerStaff(tx, [account], clock.now());
        await tokenRevocations.end(tx, [account], clock.now());
        await deps.addressesChanged(tx);
        const before = userOf({ hub, account, isAsked: true }, integrations);
        await recordUser(tx, actor, 'delete', { before });
        publishChange(tx, integration?.id ?? null);
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
          const account = await requireIdentityProvider(identityProvider).find(tx, hub.subject);
          if (account !== undefined) throw new ConflictError(messageOf('refusals.userHasAccount'));
          await tokenRevocations.end(tx, [{ subject: hub.subject, email: hub.email }], clock.now());
        }
        await deleteHubUsers(tx, [id]);
        await saveFormerStaff(tx, [hub], clock.now());
        await deps.addressesChanged(tx);
        await recordUser(tx, actor, 'delete', { before: userOf(sides, integrations) });
        publishChange(tx, integrationOf(sides, integrations)?.id ?? null);
        log.info({ by: actor.userId, id }, 'a user without an account was deleted');
      });
    },
  };
}

// 128 bits: it cannot be guessed however long it stays unused.
const madeUpPassword = () => randomBytes(16).toString('base64url');

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { sensitivity: 'base' });
}
