import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actorOf, addIntegration } from '../../../test/catalogue.ts';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import type { Actor } from '../../infra/access/index.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { createInvalidationListener, type InvalidationListener } from '../../infra/invalidation/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import {
  createUsersModule,
  type IdentityProvider,
  type IdentityProviderUser,
  type UsersModule,
  type UsersService,
} from './index.ts';

const account = {
  emailVerified: false,
  enabled: true,
  mustChangePassword: false,
  hasSecondFactor: false,
  createdAt: new Date(0),
};
const readOnly = () => Promise.reject(new Error('no-one changes accounts here'));
const identityProviderOf = (list: IdentityProvider['list']): IdentityProvider => ({
  kind: 'built-in',
  list,
  find: readOnly,
  identity: readOnly,
  sessions: readOnly,
  create: readOnly,
  update: readOnly,
  resetPassword: readOnly,
  resetSecondFactor: readOnly,
  remove: readOnly,
});

const clock = fixedClock('2026-05-01T10:00:00Z');
const rest = { clock, log: silentLog, realtime: { publish: () => {} } };
let postgres: Postgres;
let changes: InvalidationListener;
let users: UsersModule;
let service: UsersService;
let alpina: { id: number; name: string };
let baltica: { id: number; name: string };

beforeAll(async () => {
  postgres = await openTestPostgres();
  changes = createInvalidationListener(postgres);
  users = createUsersModule({ postgres, ...rest }, { changes });
  service = users.service;
  alpina = await addIntegration(postgres.db, 'Alpina');
  baltica = await addIntegration(postgres.db, 'Baltica');
});
afterAll(() => postgres.close());
beforeEach(async () => {
  await postgres.db.deleteFrom('users').execute();
});

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => postgres.transaction(work);
const fromPlatform = (integrationId: number, ...names: string[]) =>
  inTransaction((tx) =>
    service.savePlatformUsers(
      tx,
      integrationId,
      names.map((username, n) => ({ userId: `p-${n}`, username, email: `${username}@platform.test` })),
    ),
  );
const see = async (...actors: Actor[]) => {
  const module = createUsersModule({ postgres, ...rest }, { changes });
  for (const actor of actors) {
    module.recordSeen(actor);
    await module.waitForCompletion();
  }
};
const rows = () => postgres.db.selectFrom('users').selectAll().orderBy('id').execute();
const chief = () => actorOf('integration_admin', alpina);
const admin = actorOf('ludus_admin');

describe('people of platforms', () => {
  it('[OPEN-51] are one person for one name at one integration, in any case, and stay when no longer named', async () => {
    await fromPlatform(alpina.id, 'Anna', 'bruno', 'ANNA');
    await fromPlatform(alpina.id, 'anna');
    await fromPlatform(baltica.id, 'anna');
    const known = await service.ofIntegrations(null);
    expect(known.map(({ integrationId, username }) => [integrationId, username.toLowerCase()])).toEqual([
      [alpina.id, 'anna'],
      [baltica.id, 'anna'],
      [alpina.id, 'bruno'],
    ]);
    expect(await service.countsByIntegration()).toEqual(
      new Map([
        [alpina.id, 2],
        [baltica.id, 1],
      ]),
    );
    expect(await service.ofIntegrations([baltica.id])).toEqual([
      { integrationId: baltica.id, username: 'anna', email: 'anna@platform.test' },
    ]);
    expect(await service.ofIntegrations([])).toEqual([]);
  });

  it('become the person who signs in under that name at that integration', async () => {
    await fromPlatform(alpina.id, chief().username.toUpperCase(), 'bruno');
    await fromPlatform(baltica.id, chief().username);
    const here = chief().username.toUpperCase();
    const before = (await rows()).find(({ username }) => username === here);
    await see(chief());
    const after = await rows();
    expect(after.length).toBe(3);
    expect(after.filter(({ subject }) => subject !== null)).toMatchObject([
      { id: before?.id, subject: chief().userId, username: chief().username, email: chief().email },
    ]);
    await fromPlatform(alpina.id, chief().username);
    expect((await rows()).length).toBe(3);
  });

  it('never replace the address of an account, and fill in a missing one', async () => {
    const silent = { ...chief(), email: null };
    await see(silent, actorOf('integration_guest', alpina));
    await fromPlatform(alpina.id, silent.username, 'alpina.integration_guest');
    await see(silent);
    const emails = (await service.ofIntegrations([alpina.id])).map(({ username, email }) => [
      username,
      email,
    ]);
    expect(emails).toEqual([
      [silent.username, `${silent.username}@platform.test`],
      ['alpina.integration_guest', 'alpina.integration_guest@example.com'],
    ]);
  });

  it('are forgotten with their integration, except for those who can sign in', async () => {
    const gone = await addIntegration(postgres.db, 'Gone');
    const stays = actorOf('integration_admin', gone);
    await see(stays);
    await fromPlatform(gone.id, stays.username, 'no-one');
    await inTransaction(async (tx) => {
      await service.forgetIntegration(tx, gone.id);
      await tx.deleteFrom('integrations').where('id', '=', gone.id).execute();
    });
    expect((await rows()).map(({ subject }) => subject)).toEqual([stays.userId]);
    expect(await service.integrationIdsWithUsers()).toEqual(new Set());
  });
});

describe('people who use the hub', () => {
  it('are known after their first call, with roles and integration', async () => {
    await see(chief(), admin);
    expect((await rows()).map((row) => [row.subject, row.roles, row.integration_name])).toEqual([
      [chief().userId, ['integration_admin'], 'Alpina'],
      [admin.userId, ['ludus_admin'], null],
    ]);
  });

  it('are written once in ten minutes, and at once when something about them changed', async () => {
    const { recordSeen, waitForCompletion } = createUsersModule({ postgres, ...rest }, { changes });
    const seenAt = async (actor: Actor) => {
      recordSeen(actor);
      await waitForCompletion();
      return (await rows())[0]?.last_seen_at?.toISOString();
    };
    const first = await seenAt(chief());
    clock.advance(9 * 60_000);
    expect(await seenAt(chief())).toBe(first);
    const changed: Actor = { ...chief(), email: 'new@alpina.test' };
    expect(await seenAt(changed)).toBe(clock.now().toISOString());
    expect((await rows())[0]?.email).toBe('new@alpina.test');
    const moved: Actor = { ...changed, integration: baltica };
    await seenAt(moved);
    expect(await service.integrationIdsWithUsers()).toEqual(new Set([baltica.id]));
    clock.advance(11 * 60_000);
    expect(await seenAt(moved)).toBe(clock.now().toISOString());
  });

  it('cost a call nothing when the database does not answer, and are noted with the next one', async () => {
    let broken = true;
    const flaky: Postgres = {
      ...postgres,
      transaction: (work) => (broken ? Promise.reject(new Error('down')) : postgres.transaction(work)),
    };
    const { recordSeen, waitForCompletion } = createUsersModule({ postgres: flaky, ...rest }, { changes });
    recordSeen(chief());
    await waitForCompletion();
    expect(await rows()).toEqual([]);
    broken = false;
    recordSeen(chief());
    await waitForCompletion();
    expect((await rows()).length).toBe(1);
  });
});

describe('recipients', () => {
  it('[MAINT-10][OPEN-54] are everyone who is meant, each once, in the language they chose', async () => {
    const italian = actorOf('integration_guest', alpina);
    await see(chief(), italian, admin, actorOf('ludus_manager'), actorOf('integration_admin', baltica));
    await fromPlatform(alpina.id, 'anna');
    await service.saveLanguage(italian, 'it');
    const told = await service.recipients({
      integrationIds: [alpina.id, alpina.id],
      admins: true,
      subjects: [italian.userId, admin.userId, 'no-one'],
    });
    expect(told).toEqual([
      {
        subject: chief().userId,
        username: chief().username,
        email: chief().email,
        language: 'en',
        integrationId: alpina.id,
        roles: ['integration_admin'],
      },
      {
        subject: italian.userId,
        username: italian.username,
        email: italian.email,
        language: 'it',
        integrationId: alpina.id,
        roles: ['integration_guest'],
      },
      {
        subject: null,
        username: 'anna',
        email: 'anna@platform.test',
        language: 'en',
        integrationId: alpina.id,
        roles: [],
      },
      {
        subject: admin.userId,
        username: admin.username,
        email: admin.email,
        language: 'en',
        integrationId: null,
        roles: ['ludus_admin'],
      },
    ]);
    const manager = actorOf('integration_manager', alpina);
    await see(manager, actorOf('integration_manager', baltica));
    const namesOf = async (to: Parameters<typeof service.recipients>[0]) =>
      (await service.recipients(to)).map(({ username }) => username);
    expect(await namesOf({ administratorsOf: [alpina.id] })).toEqual([chief().username]);
    expect(await namesOf({ speakersOf: [alpina.id] })).toEqual([chief().username, manager.username]);
    const staff = await service.recipients({ staff: true });
    expect(staff.map(({ roles }) => roles).toSorted()).toEqual([['ludus_admin'], ['ludus_manager']]);
    expect(await service.recipients({})).toEqual([]);
    expect(await service.recipients({ integrationIds: [], subjects: [] })).toEqual([]);
  });

  it('belong to the integration their account names, also after it was renamed, and to none once it is deleted', async () => {
    const renamed = await addIntegration(postgres.db, 'Before');
    const person = actorOf('integration_admin', { id: renamed.id, name: '  BEFORE ' });
    await see(person);
    expect((await service.recipients({ integrationIds: [renamed.id] })).length).toBe(1);
    await postgres.db
      .updateTable('integrations')
      .set({ name: 'After' })
      .where('id', '=', renamed.id)
      .execute();
    expect((await service.recipients({ integrationIds: [renamed.id] })).length).toBe(1);
    await postgres.transaction((tx) => service.forgetIntegration(tx, renamed.id));
    expect(await service.recipients({ integrationIds: [renamed.id] })).toEqual([]);
  });

  it('are read in the caller’s transaction', async () => {
    await inTransaction(async (tx) => {
      await service.savePlatformUsers(tx, alpina.id, [{ userId: 'p', username: 'new', email: null }]);
      expect((await service.recipients({ integrationIds: [alpina.id] }, tx)).length).toBe(1);
    });
  });
});

describe('the accounts of the identity provider', () => {
  const anna: IdentityProviderUser = {
    ...account,
    subject: 'anna',
    username: 'anna',
    email: 'anna@alpina.test',
    roles: ['integration_admin'],
    integrationName: 'alpina',
  };
  const boss: IdentityProviderUser = {
    ...account,
    subject: 'boss',
    username: 'boss',
    email: 'boss@ludus.test',
    roles: ['ludus_admin'],
    integrationName: 'Alpina',
  };

  it('makes people known before they ever signed in, follows changes, and tells no one who may not sign in', async () => {
    let listed: IdentityProviderUser[] = [anna, boss];
    const feed = createInvalidationListener(postgres);
    const known = createUsersModule(
      { postgres, ...rest },
      { changes: feed, identityProvider: identityProviderOf(async () => listed) },
    );
    await known.start?.();
    const names = async () =>
      (await service.recipients({ admins: true, integrationIds: [alpina.id] })).map(
        ({ username }) => username,
      );
    expect(await names()).toEqual(['anna', 'boss']);
    // Staff of the provider belong to no integration, whatever their account names.
    expect((await service.ofIntegrations([alpina.id])).map(({ username }) => username)).toEqual(['anna']);
    expect((await rows()).map(({ last_seen_at }) => last_seen_at)).toEqual([null, null]);
    listed = [{ ...anna, username: 'annamaria' }];
    feed.invalidate('accounts');
    await known.waitForCompletion();
    expect(await names()).toEqual(['annamaria']);
    listed = [anna, { ...boss, enabled: false }];
    feed.invalidate('accounts');
    await known.waitForCompletion();
    expect(await names()).toEqual(['anna']);
    listed = [anna, boss];
    feed.invalidate('accounts');
    await known.waitForCompletion();
    expect(await names()).toEqual(['anna', 'boss']);
  });

  it('is read again when an account is made or changed, in whichever process, and not for a sign-in', async () => {
    const feed = createInvalidationListener(postgres);
    await feed.start();
    let heard = 0;
    const next = () => new Promise<void>((resolve) => feed.onChange(['accounts'], resolve));
    const made = next();
    feed.onChange(['accounts'], () => heard++);
    await postgres.db
      .insertInto('accounts')
      .values({
        id: '7b0a4b5e-2c41-4d55-9d1d-5a8f3f0f2a11',
        username: 'carla',
        email: 'carla@alpina.test',
        password_hash: 'x',
        roles: ['integration_admin'],
        integration_name: 'Alpina',
        created_at: clock.now(),
        last_login_at: null,
      })
      .execute();
    await made;
    await postgres.db.updateTable('accounts').set({ last_login_at: clock.now() }).execute();
    const disabled = next();
    await postgres.db.updateTable('accounts').set({ enabled: false }).execute();
    await disabled;
    expect(heard).toBe(2);
    await feed.stop();
  });

  it('that cannot be read leaves everyone as they were', async () => {
    await see(chief());
    const known = createUsersModule(
      { postgres, ...rest },
      { changes, identityProvider: identityProviderOf(() => Promise.reject(new Error('down'))) },
    );
    await known.start?.();
    expect((await service.recipients({ integrationIds: [alpina.id] })).length).toBe(1);
  });
});
