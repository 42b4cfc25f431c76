/** A year of the sandbox's platforms as sums by hour and day, with what goes wrong in it. */
import { type Disturbance, Disturbances } from '../../../../sandbox/src/history/disturbances.ts';
import { PlatformHistory } from '../../../../sandbox/src/history/history.ts';
import { InjectedLines } from '../../../../sandbox/src/history/injected.ts';
import { buildModel } from '../../../../sandbox/src/history/model.ts';
import { loadGames } from '../../../../sandbox/src/world/games.ts';
import { PLATFORM_PLANS } from '../../../../sandbox/src/world/platforms.ts';
import { romeDay } from '../../../src/infra/clock/index.ts';

export const hourMs = 3_600_000;
/** Sessions a day of all platforms, as in the demo. */
const perDay = 2_000;
const seed = 20_261;

/** Sums by hour, as running totals: the sum of hours [a, b) is `at(b) - at(a)`. */
export class RunningSums {
  readonly sessions: Float64Array;
  readonly bet: Float64Array;
  readonly win: Float64Array;
  readonly rounds: Float64Array;

  constructor(hours: number) {
    this.sessions = new Float64Array(hours + 1);
    this.bet = new Float64Array(hours + 1);
    this.win = new Float64Array(hours + 1);
    this.rounds = new Float64Array(hours + 1);
  }

  add(hour: number, bet: number, win: number, rounds: number): void {
    this.sessions[hour + 1] = (this.sessions[hour + 1] ?? 0) + 1;
    this.bet[hour + 1] = (this.bet[hour + 1] ?? 0) + bet;
    this.win[hour + 1] = (this.win[hour + 1] ?? 0) + win;
    this.rounds[hour + 1] = (this.rounds[hour + 1] ?? 0) + rounds;
  }

  close(): void {
    for (const column of [this.sessions, this.bet, this.win, this.rounds])
      for (let hour = 1; hour < column.length; hour++)
        column[hour] = (column[hour] ?? 0) + (column[hour - 1] ?? 0);
  }
}

/** Sums of a game by Rome day. */
export interface DaySums {
  sessions: number;
  bet: number;
  win: number;
  rounds: number;
  squares: number;
}

export interface ReplayedGame {
  id: number;
  slug: string;
  rtp: number;
  deviation: number;
  days: Map<string, DaySums>;
}

export interface ReplayedPlatform {
  id: number;
  name: string;
  all: RunningSums;
  /** By operator's place. */
  operators: RunningSums[];
  games: ReplayedGame[];
  /** Sessions of the day before an hour that are open an hour after they began, by hour. */
  stillOpen: Float64Array;
}

export interface ReplayedWorld {
  first: number;
  hours: number;
  platforms: ReplayedPlatform[];
}

export interface WorldOptions {
  /** The start of the first and the end of the last hour, in milliseconds since 1970. */
  from: number;
  to: number;
  /** By the key of the platform. */
  disturbances?: Readonly<Record<string, readonly Disturbance[]>>;
}

/** Days before the epoch from which on platforms play as usual; the same as the sandbox's. */
const epochAfterMs = 150 * 24 * hourMs;

export async function buildWorld({ from, to, disturbances = {} }: WorldOptions): Promise<ReplayedWorld> {
  const { catalogue } = loadGames();
  const hours = (to - from) / hourMs;
  const gameIds = new Map(catalogue.map(({ slug }, index) => [slug, index + 1]));
  const platforms: ReplayedPlatform[] = [];
  for (const [place, plan] of PLATFORM_PLANS.entries()) {
    const model = buildModel(plan, catalogue, {
      seed,
      epoch: from + epochAfterMs,
      perDay,
      disturbances: new Disturbances(disturbances[plan.key] ?? []),
    });
    const history = new PlatformHistory(model, new InjectedLines());
    await history.build(to - 1, {});
    const { table } = history;
    const all = new RunningSums(hours);
    const operators = plan.operators.map(() => new RunningSums(hours));
    const games = model.games.map(
      ({ game }): ReplayedGame => ({
        id: gameIds.get(game.slug) ?? 0,
        slug: game.slug,
        rtp: game.rtp / 100,
        deviation: game.rtpStdDev,
        days: new Map(),
      }),
    );
    const stillOpen = new Float64Array(hours + 1);
    const dayOfHour: string[] = [];
    for (let i = 0; i < table.count; i++) {
      const created = table.createdAt[i] ?? 0;
      if (created < from || created >= to || table.isFun(i)) continue;
      const hour = Math.floor((created - from) / hourMs);
      const [bet, win, rounds] = [table.bet[i] ?? 0, table.win[i] ?? 0, table.rounds[i] ?? 0];
      all.add(hour, bet, win, rounds);
      operators[table.operator[i] ?? 0]?.add(hour, bet, win, rounds);
      const day = dayOfHour[hour] ?? romeDay(new Date(from + hour * hourMs));
      dayOfHour[hour] = day;
      const { days } = games[table.game[i] ?? 0] as ReplayedGame;
      const sums = days.get(day) ?? { sessions: 0, bet: 0, win: 0, rounds: 0, squares: 0 };
      sums.sessions += 1;
      sums.bet += bet;
      sums.win += win;
      sums.rounds += rounds;
      if (rounds > 0) sums.squares += bet ** 2 / rounds;
      days.set(day, sums);
      const closes =
        created + (table.plannedRounds[i] ?? 0) * (table.pace[i] ?? 0) + (table.closeDelay[i] ?? 0);
      // At the end of hour `at` it is of the day before when it began 1 to 25 hours ago.
      for (let at = hour + 2; at <= Math.min(hours, hour + 25); at++) {
        if (closes <= from + at * hourMs) break;
        stillOpen[at] = (stillOpen[at] ?? 0) + 1;
      }
    }
    for (const sums of [all, ...operators]) sums.close();
    platforms.push({ id: place + 1, name: plan.name, all, operators, games, stillOpen });
  }
  return { first: from, hours, platforms };
}
