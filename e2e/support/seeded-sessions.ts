import type { Api } from './api.ts';
import { type Platform, type PlatformSession, someSession } from './sandbox.ts';

/** Days of February 2026, when no platform of the sandbox has sessions of its own: its history begins later. */
export interface PlantedDays {
  from: `2026-02-${number}`;
  to: `2026-02-${number}`;
}

const minute = 60_000;

/**
 * Sessions with known figures for the screens: 24 real ones of Meridiana that differ in game, operator, player and
 * amounts, two without rounds, three of fun money, two open ones (one quiet for months, one just changed), and two of
 * Baltica by a player whose id also plays at Meridiana. They take three days.
 */
export function plantedSessions(meridiana: Platform, baltica: Platform, days: PlantedDays) {
  const start = Date.parse(`${days.from}T09:00:00.000Z`);
  const active = (platform: Platform) => platform.facts.games.filter(({ state }) => state === 'active');
  const common = active(meridiana)
    .map(({ slug }) => slug)
    .filter((slug) => active(baltica).some((game) => game.slug === slug))
    .slice(0, 2);
  const [even = '', odd = ''] = common;
  const operators = meridiana.facts.operators;
  const at = (n: number) => new Date(start + n * 97 * minute).toISOString();
  const played = Array.from({ length: 24 }, (_, n) =>
    someSession(meridiana, {
      userId: `planted-${n % 4}`,
      operatorCode: operators[n % operators.length]?.code ?? '',
      gameSlug: n % 2 === 0 ? even : odd,
      bet: (n + 1) * 12_345,
      win: n % 3 === 0 ? (n + 1) * 13_000 : n * 7_001,
      netWin: (n - 5) * 1_111,
      due: (n - 5) * 133,
      rounds: n + 1,
      isMobile: n % 2 === 0,
      createdAt: at(n),
    }),
  );
  const others = [
    someSession(meridiana, {
      userId: 'planted-0',
      bet: 0,
      win: 0,
      netWin: 0,
      due: 0,
      rounds: 0,
      createdAt: at(2),
    }),
    someSession(meridiana, {
      userId: 'planted-1',
      bet: 0,
      win: 0,
      netWin: 0,
      due: 0,
      rounds: 0,
      createdAt: at(3),
    }),
    ...[1, 2, 3].map((n) =>
      someSession(meridiana, { userId: 'planted-fun', sessionType: 4, bet: n * 100, createdAt: at(n + 4) }),
    ),
  ];
  const quiet = someSession(meridiana, { userId: 'planted-open', isOpen: true, createdAt: at(9) });
  const busy = someSession(meridiana, {
    userId: 'planted-open',
    isOpen: true,
    createdAt: at(10),
    updatedAt: new Date().toISOString(),
  });
  const elsewhere = [1, 2].map((n) =>
    someSession(baltica, { userId: 'planted-0', gameSlug: even, bet: n * 55_500, createdAt: at(n + 11) }),
  );
  return {
    games: { even, odd },
    played,
    quiet,
    busy,
    meridiana: [...played, ...others, quiet, busy],
    baltica: elsewhere,
  };
}

/** Plants them and has them fetched. */
export async function plant(api: Api, meridiana: Platform, baltica: Platform, days: PlantedDays) {
  const planted = plantedSessions(meridiana, baltica, days);
  await meridiana.put(planted.meridiana);
  await baltica.put(planted.baltica);
  const ids = await Promise.all(
    ['Meridiana', 'Baltica'].map(async (name) => (await api.integration(name)).id),
  );
  const job = await api.fetchAndWait(days.from, days.to, ids);
  if (job.state !== 'completed') throw new Error(`The planted sessions were not fetched: ${job.error}`);
  return planted;
}

export type Planted = ReturnType<typeof plantedSessions>;

export function isPlayedReal(session: PlatformSession): boolean {
  return session.sessionType === 1 && session.rounds > 0;
}
