/** A hub with 40 days of sessions of some games at two integrations, one of which pays one of the games by another variant. */
import { type Identity, rtpMonitorEndpoints, systemEndpoints } from '@ludus/contract';
import type { ActorIntegration } from '../../../src/infra/access/index.ts';
import { fixedClock, startOfRomeDay } from '../../../src/infra/clock/index.ts';
import type { References } from '../../../src/modules/integrations/index.ts';
import type { NotificationContent } from '../../../src/modules/notifications/index.ts';
import { createRtpMonitorModule } from '../../../src/modules/rtp-monitor/index.ts';
import { createSessionStoreModule, type SessionStore } from '../../../src/modules/session-store/index.ts';
import type { Recipients } from '../../../src/modules/users/index.ts';
import { addGame, addIntegration } from '../../catalogue.ts';
import { startTestHub, testIdentity } from '../../hub.ts';
import { tokenFor } from '../../tokens.ts';
import { type KnownRow, randomFrom } from '../session-store/known-rows.ts';

/** After midnight in Rome, before it in UTC: the last whole day is the 20th. */
export const now = '2026-11-20T23:30:00Z';
const day = 86_400_000;
const lastDay = startOfRomeDay('2026-11-20').getTime();

/** Chances and wins in stakes: RTP 0.95, standard deviation 2.0365. */
const prizes: readonly (readonly [number, number])[] = [
  [0.25, 2],
  [0.05, 6],
  [0.01, 15],
];
/** The same game with fewer small wins: RTP 0.83. */
const otherVariant: readonly (readonly [number, number])[] = [[0.19, 2], ...prizes.slice(1)];

/** Staff of the provider, by the `sub` of their tokens; no one else may open a file. */
const people = new Map<string, Identity>(
  (['ludus_admin', 'ludus_manager'] as const).map((role) => [
    role,
    { userId: role, username: role, email: null, roles: [role], integrationName: null },
  ]),
);

function playDay(
  random: () => number,
  table: typeof prizes,
  at: { integrationId: number; gameId: number; startMs: number; name: string },
): KnownRow[] {
  const rows: KnownRow[] = [];
  for (let index = 0; index < 20; index++) {
    const stake = [20, 50, 100, 200, 400][Math.floor(random() * 5)] ?? 20;
    const rounds = 30 + Math.floor(random() * 70);
    let win = 0;
    for (let round = 0; round < rounds; round++) {
      let draw = random();
      const prize = table.find(([chance]) => {
        draw -= chance;
        return draw < 0;
      });
      win += stake * (prize?.[1] ?? 0);
    }
    const createdAtMs = at.startMs + Math.floor(random() * day);
    rows.push({
      integrationId: at.integrationId,
      sessionId: `${at.name}-${at.startMs}-${index}`,
      externalSessionId: null,
      externalTicketId: null,
      userId: `player-${index}`,
      operatorId: at.integrationId * 10,
      gameId: at.gameId,
      sessionType: 1,
      isOpen: index === 0 && at.startMs === lastDay,
      isMobile: false,
      bet: stake * rounds,
      win,
      netWin: 0,
      due: 0,
      rounds,
      createdAtMs,
      updatedAtMs: createdAtMs,
    });
  }
  return rows;
}

export type PlayedGames = Awaited<ReturnType<typeof startPlayedGames>>;

export async function startPlayedGames() {
  const rows: KnownRow[] = [];
  const games = {} as Record<'healthy' | 'wrong' | 'unknown' | 'noSheet' | 'inDev', number>;
  let alpina = {} as ActorIntegration;
  let baltica = {} as ActorIntegration;
  let store = {} as SessionStore;
  let monitor = {} as ReturnType<typeof createRtpMonitorModule>;
  const clock = fixedClock(now);
  const notified: { to: Recipients; content: NotificationContent }[] = [];
  const hub = await startTestHub({
    clock,
    async compose(infra) {
      const sessionStore = createSessionStoreModule(infra);
      const { db } = infra.postgres;
      alpina = await addIntegration(db, 'Alpina');
      baltica = await addIntegration(db, 'Baltica');
      const maths = { rtp: '95.00', rtp_std_dev: '2.04', rtp_since: '2026-10-01' } as object;
      games.healthy = await addGame(db, 'healthy', maths);
      games.wrong = await addGame(db, 'wrong', { ...maths, rtp_since: '2026-11-05' } as object);
      games.unknown = await addGame(db, 'unknown', { ...maths, rtp: null } as object);
      games.noSheet = await addGame(db, 'no_sheet', {
        ...maths,
        rtp_std_dev: null,
        rtp_since: null,
      } as object);
      games.inDev = await addGame(db, 'in_dev', { ...maths, is_dev: true });
      const random = randomFrom(11);
      for (const [name, gameId] of Object.entries(games)) {
        for (const { id: integrationId } of [alpina, baltica]) {
          const table = name === 'wrong' && integrationId === baltica.id ? otherVariant : prizes;
          for (let back = 0; back < 40; back++)
            rows.push(
              ...playDay(random, table, {
                integrationId,
                gameId,
                startMs: lastDay - back * day,
                name: `${name}`,
              }),
            );
        }
      }
      for (const { id } of [alpina, baltica])
        await sessionStore.service.ingest(
          id,
          rows.filter(({ integrationId }) => integrationId === id),
        );
      await sessionStore.service.refreshDirty();
      store = sessionStore.service;
      const known = [alpina, baltica];
      const referenceData = {
        read: async () =>
          ({ integrations: new Map(known.map((one) => [one.id, one])) }) as unknown as References,
        findByName: async (name: string) => known.find((one) => one.name === name) ?? null,
      };
      monitor = createRtpMonitorModule(infra, {
        sessionStore: sessionStore.service,
        referenceData,
        freshness: async () => ({ asOf: '2026-11-20T23:20:00.000Z', notFetched: 0 }),
        async notify(_tx, to, content) {
          notified.push({ to, content });
          return { notices: 1, mails: 1, people: [] };
        },
        rights: { identityOf: async (subject) => people.get(subject), integrations: referenceData },
      });
      return {
        modules: [sessionStore, monitor],
        integrations: referenceData,
        identity: testIdentity,
        contract: [...systemEndpoints, ...rtpMonitorEndpoints],
      };
    },
  });
  // The clock goes on by days.
  const options = { now: new Date(now), expiresIn: (30 * day) / 1_000 };
  const staff = (role: 'ludus_admin' | 'ludus_manager') =>
    tokenFor(role, { ...options, userId: role, username: role });
  const tokens = {
    admin: await staff('ludus_admin'),
    manager: await staff('ludus_manager'),
    alpina: await tokenFor('integration_admin', options),
    alpinaManager: await tokenFor('integration_manager', options),
    guest: await tokenFor('integration_guest', options),
  };
  async function add(integration: ActorIntegration, more: readonly KnownRow[]): Promise<void> {
    rows.push(...more);
    await store.ingest(integration.id, more);
    await store.refreshDirty();
  }
  /** Stores a day of one game at one integration. */
  async function play(
    paysBy: 'maths' | 'other variant',
    at: { integration: ActorIntegration; gameId: number; day: string; seed: number },
  ): Promise<void> {
    const table = paysBy === 'maths' ? prizes : otherVariant;
    const startMs = startOfRomeDay(at.day).getTime();
    const place = { integrationId: at.integration.id, gameId: at.gameId, startMs, name: `later-${at.seed}` };
    await add(at.integration, playDay(randomFrom(at.seed), table, place));
  }
  return { hub, clock, rows, games, tokens, alpina, baltica, monitor, notified, add, play };
}
