import type { DemoGame } from '@ludus/contract/operator-api';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { hashText, mix, Random, Weighted } from '../random.ts';
import { betLadder } from '../world/games.ts';
import { historyStart, offersOf, type PlatformPlan } from '../world/platforms.ts';
import { expectedSessions } from './calendar.ts';
import { Disturbances } from './disturbances.ts';
import { buildPaytable, type Paytable } from './paytable.ts';

/** Everything about a session that is decided before its first round. */
export interface SessionPlan {
  createdAt: number;
  seed: number;
  game: number;
  operator: number;
  player: number;
  isMobile: boolean;
  isFun: boolean;
  /** Cents per round. */
  stake: number;
  rounds: number;
  /** Milliseconds from round to round, and from one published change of the open session to the next. */
  pace: number;
  tick: number;
  /** Milliseconds from the last round to the end; infinite when it is left open. */
  closeDelay: number;
  corrected: boolean;
}

export interface PlayedGame {
  game: DemoGame;
  since: number;
  table: Paytable;
  bets: number[];
}

/** The sessions of one platform as a pure function of seed, platform and hour. */
export interface PlatformModel {
  plan: PlatformPlan;
  seed: number;
  firstHour: number;
  games: PlayedGame[];
  /** By player: text id, operator index, personal taste for higher stakes. */
  playerIds: string[];
  playerOperator: Uint8Array;
  playerStake: Float32Array;
  sessionsOfHour(hour: number): SessionPlan[];
  disturbances: Disturbances;
}

const paytables = new Map<string, Paytable>();

/** Tables take milliseconds each and depend only on the game, so that platforms share them. */
export function paytableOf(game: DemoGame): Paytable {
  const key = `${game.slug}/${game.rtp}/${game.rtpStdDev}/${game.hit_frequency}/${game.max_multiplier_win}`;
  const table = paytables.get(key) ?? buildPaytable(game);
  paytables.set(key, table);
  return table;
}

/** The game with the variant that the platform has of it. */
export function playedAs(game: DemoGame, { misconfigured }: Pick<PlatformPlan, 'misconfigured'>): DemoGame {
  return misconfigured?.slug === game.slug ? { ...game, rtp: misconfigured.rtp } : game;
}

function nearestBet(bets: readonly number[], wanted: number): number {
  let best = bets[0] ?? 1;
  for (const bet of bets)
    if (Math.abs(Math.log(bet / wanted)) < Math.abs(Math.log(best / wanted))) best = bet;
  return best;
}

function makePlayers(plan: PlatformPlan, seed: number) {
  const random = new Random(mix(seed, 11));
  const operators = new Weighted(plan.operators.map((operator) => operator.weight));
  const ids = new Set<string>();
  while (ids.size < plan.players) {
    const number = random.int(10_000_000, 99_999_999);
    ids.add(plan.version === 'GAI2' ? String(number) : `${plan.prefix.toLowerCase()}_${number.toString(36)}`);
  }
  return {
    playerIds: [...ids],
    playerOperator: Uint8Array.from(ids, () => operators.draw(random)),
    playerStake: Float32Array.from(ids, () => random.logNormal(1, 0.5)),
  };
}

/**
 * Builds the model of a platform. `epoch` is the moment of the sandbox's first start, which fixes where history begins;
 * `perDay` is the mean number of sessions per day over all platforms.
 */
export function buildModel(
  plan: PlatformPlan,
  catalogue: readonly DemoGame[],
  options: { seed: number; epoch: number; perDay: number; disturbances?: Disturbances },
): PlatformModel {
  const disturbances = options.disturbances ?? new Disturbances();
  const seed = mix(options.seed, hashText(plan.key));
  const { dense, first } = historyStart(plan, options.epoch);
  const games = offersOf(plan, catalogue, options.epoch)
    .filter((offer) => offer.state === 'active')
    .map(({ game, since }) => ({
      game,
      since,
      table: paytableOf(playedAs(game, plan)),
      bets: betLadder(game),
    }));
  const players = makePlayers(plan, seed);
  const byPopularity = new Weighted(games.map(({ game }) => game.popularity));
  const byActivity = new Weighted(players.playerIds.map((_, rank) => 1 / (rank + 8) ** 0.85));
  const perDay = options.perDay * plan.share;

  function planSession(hour: number, seedOfSession: number): SessionPlan {
    const random = new Random(seedOfSession);
    const createdAt = hour + random.int(0, HOUR_MS - 1);
    const player = byActivity.draw(random);
    let game = byPopularity.draw(random);
    for (let again = 0; again < 40 && (games[game]?.since ?? 0) > createdAt; again++)
      game = byPopularity.draw(random);
    const played = games[game] as PlayedGame;
    const isRoulette = played.game.type === 'ROULETTE';
    const wanted = random.logNormal(isRoulette ? 220 : 75, 0.7) * (players.playerStake[player] ?? 1);
    const wantsMobile = random.unit() < 0.68;
    const { mobile, desktop } = played.game.supportedPlatforms;
    const looksIn = random.unit() < 0.04;
    const pace = random.int(3_000, 9_000);
    const rounds = Math.round(random.logNormal(isRoulette ? 28 : 62, 0.95));
    const fate = random.unit();
    const idle = random.int(5_000, 90_000);
    const swept = random.int(2 * DAY_MS, 12 * DAY_MS);
    return {
      createdAt,
      seed: seedOfSession,
      game,
      operator: players.playerOperator[player] ?? 0,
      player,
      isMobile: mobile && (wantsMobile || !desktop),
      isFun: random.unit() < 0.15,
      stake: nearestBet(played.bets, wanted),
      rounds: looksIn ? 0 : Math.min(Math.max(1, rounds), Math.floor((58 * 60_000) / pace)),
      pace,
      tick: random.int(15_000, 60_000),
      closeDelay:
        fate < 0.0012 || disturbances.isLeftOpen(createdAt)
          ? Number.POSITIVE_INFINITY
          : fate < 0.006
            ? swept
            : idle,
      corrected: fate > 0.997,
    };
  }

  return {
    plan,
    seed,
    firstHour: first,
    games,
    ...players,
    disturbances,
    sessionsOfHour(hour) {
      const hourNumber = hour / HOUR_MS;
      const count = new Random(mix(seed, 21, hourNumber)).poisson(expectedSessions(perDay, dense, hour));
      const plans = Array.from({ length: count }, (_, i) => planSession(hour, mix(seed, 31, hourNumber, i)));
      if (disturbances.all.length === 0) return plans;
      return plans.filter(
        (one) => !disturbances.isQuiet(one.createdAt, plan.operators[one.operator]?.code ?? ''),
      );
    },
  };
}
