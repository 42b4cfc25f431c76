import {
  eurosFromCents,
  type Role,
  type StatisticsRequest,
  type StatisticsRequestInput,
  statisticsRequest,
} from '@ludus/contract';
import { type Actor, actorFromIdentity } from '../../../src/infra/access/index.ts';
import { parsePeriod } from '../../../src/infra/clock/index.ts';
import type { References } from '../../../src/modules/integrations/index.ts';
import { type KnownRow, makeRows, sumsOf } from '../session-store/known-rows.ts';

const person = (role: Role, integration: { id: number; name: string } | null = null): Actor =>
  actorFromIdentity({ userId: role, username: role, email: null, roles: [role] }, integration);
export const admin = person('ludus_admin');
export const manager = person('ludus_manager');
export const alpina = person('integration_admin', { id: 2, name: 'Alpina' });
export const lost = person('integration_admin');

export const names = {
  integrations: new Map([1, 2, 3].map((id) => [id, { id, name: `Platform ${id}` }])),
  operators: new Map([[10, { id: 10, name: 'Ten', integrationId: 1 }]]),
  platforms: new Map(),
  games: new Map(
    [1, 2, 3, 4].map((id) => [
      id,
      {
        id,
        slug: `game_${id}`,
        summary: {
          id,
          name: `Game ${id}`,
          sub_name: id === 1 ? 'Deluxe' : null,
          slug: `game_${id}`,
          isCatalog: id !== 3,
          isDev: false,
          game_media: [],
        },
        miniBannerUrl: id === 1 ? '/media/mini.webp' : null,
        thumbUrl: null,
      },
    ]),
  ),
  gameIdBySlug: new Map(),
} as unknown as References;

const row = (change: Partial<KnownRow> & { at: string }): KnownRow => {
  const [one] = makeRows(Date.parse(change.at) % 99_991, 1, change.at, change.at);
  if (one === undefined) throw new Error('No row');
  const createdAtMs = Date.parse(change.at);
  const { at, ...rest } = change;
  return {
    ...one,
    integrationId: 1,
    operatorId: 10,
    sessionId: `${at}-${rest.userId ?? ''}-${rest.integrationId ?? ''}`,
    sessionType: 1,
    isOpen: false,
    ...rest,
    createdAtMs,
    updatedAtMs: createdAtMs,
  };
};

// The days around the change of the clocks, some weeks of autumn, and hand-made rows for the dashboard.
export const rows: KnownRow[] = [
  ...makeRows(1, 200, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'),
  ...makeRows(2, 200, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'),
  ...makeRows(4, 900, '2026-05-15T00:00:00Z', '2026-11-20T11:00:00Z'),
  row({ at: '2025-01-10T09:00:00Z', bet: 0, win: 500, rounds: 0 }),
  row({ at: '2025-01-11T09:00:00Z', bet: 100, win: 1_000_050, userId: 'lucky' }),
  row({ at: '2025-01-12T09:00:00Z', bet: 200, win: 0, userId: 'lucky' }),
  row({ at: '2025-01-12T10:00:00Z', bet: 200, win: 0, userId: 'lucky', integrationId: 3, operatorId: 30 }),
];

export const ask = (input: Partial<StatisticsRequestInput>): StatisticsRequest =>
  statisticsRequest.parse({ from: '2026-05-15', to: '2026-11-20', ...input });
/** The sessions created in a period, of those that were stored. */
export const created = (from: string, to: string, only: (row: KnownRow) => boolean = () => true) => {
  const period = parsePeriod({ from, to });
  return rows.filter(
    (one) => one.createdAtMs >= period.from.getTime() && one.createdAtMs < period.to.getTime() && only(one),
  );
};
export const real = (one: KnownRow) => one.sessionType === 1;

/** The totals that the statistics call should return for these sessions, by plain arithmetic. */
export function totalsOf(source: readonly KnownRow[]) {
  const sums = sumsOf(source);
  return {
    bet: eurosFromCents(sums.bet),
    win: eurosFromCents(sums.win),
    grosswin: eurosFromCents(sums.bet - sums.win),
    rtp: sums.bet === 0n ? null : Number(sums.win) / Number(sums.bet),
    netwin: eurosFromCents(sums.netWin),
    due: eurosFromCents(sums.due),
    sessionsTotal: Number(sums.sessions),
    sessionsOpen: Number(sums.open),
    sessionsClosed: Number(sums.sessions - sums.open),
    rounds: Number(sums.rounds),
    usersCount: sums.players,
  };
}
