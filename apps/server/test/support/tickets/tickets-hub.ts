import type { Role } from '@ludus/contract';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import type { HubModule } from '../../../src/infra/module.ts';
import type { Audience } from '../../../src/infra/realtime/index.ts';
import { createIntegrationsModule } from '../../../src/modules/integrations/index.ts';
import { createNotificationsModule } from '../../../src/modules/notifications/index.ts';
import {
  createSessionStoreModule,
  type IngestRow,
  type SessionStoreModule,
  sessionIdOf,
} from '../../../src/modules/session-store/index.ts';
import { createTicketsModule, type TicketsModule } from '../../../src/modules/tickets/index.ts';
import { createUsersModule } from '../../../src/modules/users/index.ts';
import { addGame, addIntegration, addOperator, linkGame } from '../../catalogue.ts';
import { asOwner } from '../../harness.ts';
import { startTestHub, type TestHub, type TestReply } from '../../hub.ts';
import { recordedRealtime } from '../../realtime.ts';
import { type TokenOptions, tokenFor } from '../../tokens.ts';

const start = '2026-05-04T10:00:00Z';

export interface TicketsFixture {
  hub: TestHub;
  clock: FixedClock;
  alpina: number;
  baltica: number;
  games: { own: number; dev: number; foreign: number };
  /** The hub's ids of a session of each integration. */
  sessions: { alpina: string; baltica: string; goneGame: string };
  operator: number;
  /** Tokens: two administrators of the provider, two of Alpina, one of Baltica. */
  tokens: Record<'admin' | 'second' | 'anna' | 'alan' | 'boris', string>;
  token(role: Role, options?: TokenOptions): Promise<string>;
  create(body?: object, token?: string): Promise<TestReply>;
  answer(ticketId: number, part?: object, token?: string): Promise<TestReply>;
  attach(
    ticketId: number,
    file?: { name?: string; content?: string | Uint8Array<ArrayBuffer>; answerId?: number },
    token?: string | null,
  ): Promise<TestReply>;
  /** Addresses of queued mails with their subjects, in order. */
  mailed(): Promise<{ to: string; subject: string; text: string }[]>;
  /** Who got a notice, with its title. */
  noticed(): Promise<{ user: string; title: string; severity: number }[]>;
  queued(name: string): Promise<unknown[]>;
  heard(): Audience[];
  /** What the quarter-hourly job does. */
  escalate(): Promise<number>;
  /** No ticket, notice or job is left, and the clock stands where it did. */
  forget(): Promise<void>;
}

const people = [
  ['admin', 'ludus_admin', null, null],
  ['second', 'ludus_admin', null, 'it'],
  ['mia', 'ludus_manager', null, null],
  ['anna', 'integration_admin', 'Alpina', 'it'],
  ['alan', 'integration_admin', 'Alpina', null],
  ['marco', 'integration_manager', 'Alpina', null],
  ['guest', 'integration_guest', 'Alpina', null],
  ['boris', 'integration_admin', 'Baltica', null],
] as const;

/** A hub with real stores, a session store, users, notices and tickets; it queues jobs and works none, so that tests see them. */
export async function startTickets(): Promise<TicketsFixture> {
  const clock = fixedClock(start);
  const realtime = recordedRealtime();
  let sessionStore: SessionStoreModule | undefined;
  let ticketsModule: TicketsModule | undefined;
  const hub = await startTestHub({
    role: 'api',
    clock,
    settings: { publicUrl: 'https://localhost' },
    modules: (given, { changes, operatorApi, sendMail }): HubModule[] => {
      const infra = { ...given, realtime };
      sessionStore = createSessionStoreModule(infra);
      const users = createUsersModule(infra, { changes });
      const notifications = createNotificationsModule(infra, {
        users: users.service,
        mail: sendMail,
        confirmMaintenance: async () => {},
      });
      const { referenceData } = createIntegrationsModule(infra, {
        changes,
        operatorApi,
        people: users.service,
        isFetching: async () => false,
      });
      const tickets = createTicketsModule(infra, {
        sessionStore: sessionStore.service,
        referenceData,
        notify: notifications.service.notify,
        identityOf: users.identityOf,
      });
      ticketsModule = tickets;
      return [sessionStore, users, notifications, tickets];
    },
  });
  const { db, pool } = hub.stores.postgres;
  const alpina = (await addIntegration(db, 'Alpina')).id;
  const baltica = (await addIntegration(db, 'Baltica')).id;
  const games = {
    own: await addGame(db, 'sugar_cascade', { sub_name: 'Deluxe' }),
    dev: await addGame(db, 'not_done', { is_dev: true }),
    foreign: await addGame(db, 'far_away'),
  };
  await linkGame(db, alpina, games.own);
  await linkGame(db, alpina, games.dev);
  await linkGame(db, baltica, games.foreign);
  const operator = (await addOperator(db, alpina, 'VIVA')).id;
  const at = clock.now().getTime() - 3_600_000;
  const row = (sessionId: string, gameId: number): IngestRow => ({
    sessionId,
    externalSessionId: `M${sessionId}`,
    externalTicketId: `N${sessionId}`,
    userId: 'player',
    operatorId: operator,
    gameId,
    sessionType: 1,
    isOpen: false,
    isMobile: false,
    bet: 100,
    win: 50,
    netWin: 30,
    due: 5,
    rounds: 1,
    createdAtMs: at,
    updatedAtMs: at,
  });
  await sessionStore?.service.ingest(alpina, [row('A-1', games.own), row('A-2', 4_000)]);
  await sessionStore?.service.ingest(baltica, [row('B-1', games.foreign)]);
  await db
    .insertInto('users')
    .values(
      people.map(([subject, role, integration_name, language]) => ({
        subject,
        username: subject,
        email: `${subject}@example.com`,
        roles: [role],
        integration_name,
        integration_id: null,
        language,
        created_at: clock.now(),
        last_seen_at: null,
      })),
    )
    .execute();

  const token = (role: Role, options: TokenOptions = {}) => tokenFor(role, { now: clock.now(), ...options });
  const long = { expiresIn: 100_000 };
  const tokens = {
    admin: await token('ludus_admin', { userId: 'admin', ...long }),
    second: await token('ludus_admin', { userId: 'second', ...long }),
    anna: await token('integration_admin', { userId: 'anna', ...long }),
    alan: await token('integration_admin', { userId: 'alan', ...long }),
    boris: await token('integration_admin', { userId: 'boris', integration: 'Baltica', ...long }),
  };
  const queued = async (name: string) => {
    const { rows } = await pool.query('SELECT data FROM jobs WHERE name = $1 ORDER BY created_at, id', [
      name,
    ]);
    return rows.map(({ data }) => data);
  };
  return {
    hub,
    clock,
    alpina,
    baltica,
    games,
    sessions: {
      alpina: sessionIdOf(alpina, 'A-1'),
      baltica: sessionIdOf(baltica, 'B-1'),
      goneGame: sessionIdOf(alpina, 'A-2'),
    },
    operator,
    tokens,
    token,
    create: (body = {}, as = tokens.anna) =>
      hub.call('POST', '/tickets', {
        token: as,
        body: { title: 'Reels stand still', description: '<p>After a free spin.</p>', ...body },
      }),
    answer: (ticketId, part = {}, as = tokens.admin) =>
      hub.call('POST', '/answers', {
        token: as,
        body: { ticketId, status: 'ongoing', description: '<p>We look into it.</p>', ...part },
      }),
    attach(
      ticketId,
      { name = 'screen.png', content = '\x89PNG\r\n\x1a\n picture', answerId } = {},
      as = tokens.anna,
    ) {
      const body = new FormData();
      if (answerId !== undefined) body.append('answerId', String(answerId));
      const bytes = typeof content === 'string' ? Uint8Array.from(Buffer.from(content, 'latin1')) : content;
      body.append('file', new Blob([bytes]), name);
      const headers: Record<string, string> = as === null ? {} : { authorization: `Bearer ${as}` };
      return hub.fetch(`/api/tickets/${ticketId}/media`, { method: 'POST', headers, body });
    },
    async mailed() {
      const mails = (await queued('send-mail')) as { to: string[]; subject: string; text: string }[];
      return mails
        .map(({ to, subject, text }) => ({ to: to[0] ?? '', subject, text }))
        .toSorted((a, b) => (a.to < b.to ? -1 : 1));
    },
    async noticed() {
      const { rows } = await pool.query(
        'SELECT user_id, title, severity FROM notifications ORDER BY user_id, id',
      );
      return rows.map(({ user_id, title, severity }) => ({ user: user_id, title, severity }));
    },
    queued,
    escalate: async () => (await ticketsModule?.targets.escalate()) ?? 0,
    heard: () =>
      realtime.events
        .filter(([{ data }]) => 'topic' in data && data.topic === 'tickets')
        .map(([, audience]) => audience),
    async forget() {
      clock.set(start);
      realtime.events.length = 0;
      await asOwner(
        hub.stores.postgres,
        'TRUNCATE tickets, ticket_answers, ticket_media, ticket_settings, saved_replies, notifications, topic_mails, jobs CASCADE',
      );
    },
  };
}
