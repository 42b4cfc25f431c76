/** The whole hub with two administrators of the provider, for tests of changes that need both. */
import {
  type ApprovalSettings,
  type ChangeRequest,
  defaultApprovalSettings,
  type Role,
} from '@ludus/contract';
import { sql } from 'kysely';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import { addGame, addOperator, linkGame } from '../../catalogue.ts';
import { tokenFor } from '../../tokens.ts';
import { type FakeGaming, startFakeGaming } from '../bets/fake-gaming.ts';
import { type ManagedHub, startManagedHub } from '../integrations/managed-hub.ts';

export const start = new Date('2026-11-20T12:00:00Z');

export interface ApprovalsHub {
  managed: ManagedHub;
  gaming: FakeGaming;
  clock: FixedClock;
  alpina: number;
  baltica: number;
  /** Ids of ten catalogue games, the first of which Alpina plays. */
  games: number[];
  /** Access tokens: anna and bruno are administrators of the provider, carla of Alpina, dario is a manager. */
  anna: string;
  bruno: string;
  carla: string;
  dario: string;
  call: ManagedHub['hub']['call'];
  /** Stores the settings as they are for the next test, and takes everything back that the last one has left. */
  reset(settings?: Partial<ApprovalSettings>): Promise<void>;
  /** The change request of a call that was held. */
  held(method: string, path: string, body: object | undefined, token: string): Promise<ChangeRequest>;
  decide(id: number, token: string, body?: object): ReturnType<ManagedHub['hub']['call']>;
  entries(): Promise<{ action: string; description: string; username: string; type: number }[]>;
  notices(): Promise<{ user_id: string; title: string }[]>;
  close(): Promise<void>;
}

const people: readonly [string, Role, string | null][] = [
  ['anna', 'ludus_admin', null],
  ['bruno', 'ludus_admin', null],
  ['carla', 'integration_admin', 'Alpina'],
  ['dario', 'ludus_manager', null],
  ['gina', 'integration_guest', 'Alpina'],
];

/** The id of one of these people at the identity provider. */
export const idOf = (name: string) =>
  `00000000-0000-4000-8000-00000000000${people.findIndex(([one]) => one === name)}`;

export async function startApprovalsHub(): Promise<ApprovalsHub> {
  const gaming = await startFakeGaming();
  const clock = fixedClock(start.toISOString());
  const managed = await startManagedHub({ clock });
  const { db, transaction } = managed.hub.stores.postgres;
  const signIn = async (name: string) => {
    const [, role = 'ludus_admin', integration = null] = people.find(([one]) => one === name) ?? [];
    return tokenFor(role, {
      userId: idOf(name),
      username: name,
      integration,
      now: clock.now(),
      expiresIn: 40 * 86_400,
    });
  };
  // Tokens of the helper are of today, which is another day for this clock.
  const anna = await signIn('anna');
  const add = async (name: string) => {
    const body = { ...managed.entry(name), gamingServiceURL: gaming.url };
    const reply = await managed.hub.call('POST', '/integrations', { token: anna, body });
    if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body[0].id as number;
  };
  const alpina = await add('Alpina');
  const baltica = await add('Baltica');
  await addOperator(db, alpina, 'RIFUGIO');
  const games: number[] = [];
  for (let n = 0; n < 10; n++) games.push(await addGame(db, `game_${n}`));
  const [bruno, carla, dario] = [await signIn('bruno'), await signIn('carla'), await signIn('dario')];
  const call = managed.hub.call;

  return {
    managed,
    gaming,
    clock,
    alpina,
    baltica,
    games,
    anna,
    bruno,
    carla,
    dario,
    call,

    async reset(settings = {}) {
      gaming.lists.clear();
      gaming.lists.set('RIFUGIO/game_0', [10, 20, 50]);
      gaming.changes.length = 0;
      gaming.faults.length = 0;
      await transaction(async (tx) => {
        await sql`LOCK TABLE users IN EXCLUSIVE MODE`.execute(tx);
        for (const table of [
          'change_requests',
          'approval_settings',
          'settlement_terms',
          'notifications',
          'integration_games',
          'accounts',
          'users',
          'token_revocations',
        ] as const)
          await tx.deleteFrom(table).execute();
        for (const [name, role, integration] of people) {
          const person = { username: name, email: `${name}@ludus.test`, created_at: start };
          const rights = { roles: [role], integration_name: integration };
          await tx
            .insertInto('accounts')
            .values({ id: idOf(name), ...person, ...rights, password_hash: 'none', last_login_at: null })
            .execute();
          await tx
            .insertInto('users')
            .values({ subject: idOf(name), ...person, ...rights } as never)
            // The hub may have read the new account by now.
            .onConflict((conflict) => conflict.column('subject').doNothing())
            .execute();
        }
        await tx
          .insertInto('approval_settings')
          .values({ settings: JSON.stringify({ ...defaultApprovalSettings, ...settings }) })
          .execute();
      });
      await linkGame(db, alpina, games[0] ?? 0);
    },

    async held(method, path, body, token) {
      const reply = await call(method, path, { token, ...(body === undefined ? {} : { body }) });
      if (reply.status !== 202) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
      return (await call('GET', `/approvals/${reply.body.changeRequest.id}`, { token })).body;
    },

    decide: (id, token, body = { decision: 'approve' }) =>
      call('POST', `/approvals/${id}/decision`, { token, body }),

    async entries() {
      const rows = await db
        .selectFrom('logs')
        .select(['action', 'description', 'username', 'log_type_id as type'])
        .orderBy('id', 'desc')
        .limit(4)
        .execute();
      return rows.reverse();
    },

    notices: () =>
      db.selectFrom('notifications').select(['user_id', 'title']).orderBy('user_id').orderBy('id').execute(),

    async close() {
      await managed.close();
      await gaming.close();
    },
  };
}
