import type { DemoGame, PlatformOperator, PlatformUser, PlatformVersion } from '@ludus/contract/operator-api';
import { DAY_MS } from '../clock.ts';
import { hashText, mix } from '../random.ts';
import { dayNumberOf, romeDayNumber, startOfRomeDay } from '../zone.ts';

/** What is fixed about an invented operator platform. */
export interface PlatformPlan {
  key: string;
  name: string;
  version: PlatformVersion;
  /** First letters of its session ids. */
  prefix: string;
  /** Share of all sessions of the sandbox. */
  share: number;
  players: number;
  /** Due, in thousandths of net win. */
  duePermille: number;
  /** Where older play than the usual 150 days is wanted: first Rome day, played thinly until the usual days begin. */
  longHistoryFrom?: string;
  games: { active: number; requested: number; roulette: boolean };
  /** A game that was set up with another variant than the provider sold: it pays back this percentage. */
  misconfigured?: { slug: string; rtp: number };
  /** Weight is the operator's share of players. */
  operators: (PlatformOperator & { weight: number })[];
  users: PlatformUser[];
}

function operator(code: string, name: string, platform: string | null, weight: number) {
  return { code, name, platform, weight };
}

function staff(key: string, people: string[]): PlatformUser[] {
  return people.map((username, i) => ({
    userId: `${key}-staff-${i + 1}`,
    username,
    email: `${username}@${key}.example`,
  }));
}

export const PLATFORM_PLANS: readonly PlatformPlan[] = [
  {
    key: 'alpina',
    name: 'Alpina',
    version: 'GAI2',
    prefix: 'ALP',
    share: 0.45,
    players: 6200,
    duePermille: 120,
    longHistoryFrom: '2026-03-20',
    games: { active: 48, requested: 3, roulette: true },
    operators: [
      operator('RIFUGIO', 'Rifugio Casino', 'Cime', 26),
      operator('GENZIANA', 'Genziana Play', 'Cime', 17),
      operator('EDELVISS', 'Edelviss Slots', 'Cime', 9),
      operator('FUNIVIA', 'Funivia Gioco', 'Valico', 14),
      operator('BAITA', 'Baita Bet', 'Valico', 8),
      operator('GHIACCIO', 'Ghiaccio Blu', null, 16),
      operator('MARMOTTA', 'Marmotta Club', null, 10),
    ],
    users: staff('alpina', ['giulia.ferri', 'marco.valle', 'sara.conti', 'luca.monti']),
  },
  {
    key: 'baltica',
    name: 'Baltica',
    version: 'GAI-INTERNATIONAL',
    prefix: 'BAL',
    share: 0.2,
    players: 2800,
    duePermille: 140,
    games: { active: 40, requested: 2, roulette: true },
    // Often played and of little volatility: the RTP monitor finds it within the history.
    misconfigured: { slug: 'seven_royale', rtp: 82.02 },
    operators: [
      operator('GANNET', 'Gannet Play', 'Merikivi', 30),
      operator('DRIFTWOOD', 'Driftwood Casino', 'Merikivi', 21),
      operator('PHAROS', 'Pharos Quay', null, 29),
      operator('SALTMARSH', 'Saltmarsh Slots', null, 20),
    ],
    users: staff('baltica', ['anna.lind', 'jonas.berg', 'mika.saar']),
  },
  {
    key: 'meridiana',
    name: 'Meridiana',
    version: 'GAI2',
    prefix: 'MER',
    share: 0.17,
    players: 2300,
    duePermille: 125,
    games: { active: 36, requested: 3, roulette: true },
    operators: [
      operator('LAMPARA', 'Lampara Casino', 'Zagara', 41),
      operator('LIBECCIO', 'Libeccio Play', 'Zagara', 27),
      operator('FICODINDIA', 'Fico e Fortuna', null, 32),
    ],
    users: staff('meridiana', ['rosa.greco', 'pietro.marino']),
  },
  {
    key: 'castello',
    name: 'Castello',
    version: 'GAI2',
    prefix: 'CAS',
    share: 0.08,
    players: 1100,
    duePermille: 150,
    games: { active: 24, requested: 2, roulette: false },
    operators: [operator('TORRE', 'Torre Bianca', null, 62), operator('PONTE', 'Ponte Levatoio', null, 38)],
    users: staff('castello', ['elena.rocca']),
  },
  {
    key: 'nordwind',
    name: 'Nordwind',
    version: 'GAI-INTERNATIONAL',
    prefix: 'NOR',
    share: 0.1,
    players: 1500,
    duePermille: 135,
    games: { active: 30, requested: 1, roulette: true },
    operators: [
      operator('FJORDLY', 'Fjordly', null, 45),
      operator('POLARDECK', 'Polar Deck', null, 33),
      operator('WINDROSE', 'Windrose Games', null, 22),
    ],
    users: staff('nordwind', ['ingrid.holm', 'sven.aker']),
  },
];

export type TokenName = 'gaming' | 'data' | 'play' | 'launch' | 'bookkeeping' | 'operator' | 'maintenance';

/** The token of a call. It is derived, so that a restarted sandbox knows the tokens that a hub has stored. */
export function tokenOf(platform: PlatformPlan, name: TokenName): string {
  const parts = [1, 2, 3].map((part) =>
    mix(hashText(`${platform.key}/${name}`), part)
      .toString(16)
      .padStart(8, '0'),
  );
  return `sbx_${platform.key}_${name}_${parts.join('')}`;
}

/** Days of dense history before the first start of a sandbox. */
export const HISTORY_DAYS = 150;

/** First Rome midnight of the usual history, and of the platform's own, as instants. */
export function historyStart(platform: PlatformPlan, epoch: number): { dense: number; first: number } {
  const dense = startOfRomeDay(romeDayNumber(epoch) - HISTORY_DAYS);
  const long = platform.longHistoryFrom;
  return { dense, first: long ? Math.min(dense, startOfRomeDay(dayNumberOf(long))) : dense };
}

export interface Offer {
  game: DemoGame;
  state: 'active' | 'visible' | 'requested';
  since: number;
}

/**
 * Which games stand how at a platform: the most played first are active, the next few asked for, then some visible only,
 * and the rest unknown to it. A game is active since its release, or since a few weeks where it came late.
 */
export function offersOf(platform: PlatformPlan, catalogue: readonly DemoGame[], epoch: number): Offer[] {
  const { first } = historyStart(platform, epoch);
  const taste = (game: DemoGame): number =>
    game.popularity * (0.25 + 1.5 * (mix(hashText(platform.key), hashText(game.slug)) / 4_294_967_296));
  const known = catalogue
    .filter((game) => !game.isDev && (platform.games.roulette || game.type !== 'ROULETTE'))
    .sort((a, b) => taste(b) - taste(a));
  const visible = Math.max(3, Math.floor((known.length - platform.games.active) / 2));
  const shown = known.slice(0, platform.games.active + platform.games.requested + visible);
  return shown.map((game, rank) => {
    const h = mix(hashText(game.slug), hashText(platform.name));
    const recent = h % 9 === 0 && rank > 5;
    const release = Date.parse(`${game.release_date}T00:00:00Z`);
    const usual = Math.max(release, first - (30 + (h % 400)) * DAY_MS);
    const since = recent ? epoch - (12 + (h % 90)) * DAY_MS : Math.min(usual, epoch - 20 * DAY_MS);
    const { active, requested } = platform.games;
    const state = rank < active ? 'active' : rank < active + requested ? 'requested' : 'visible';
    return { game, state, since: Math.floor(since / DAY_MS) * DAY_MS } satisfies Offer;
  });
}
