export type Grain = 'hour' | 'day' | 'month';
/** A platform is a group of operators; `platformOf` says which. */
export type Dimension = 'integration' | 'platform' | 'operator' | 'game';

export interface Period {
  /** Half-open. */
  from: Date;
  to: Date;
}

/** Which sessions figures cover, beside the period. Empty lists are no filter. */
export interface FiguresFilter {
  sessionType?: 1 | 4 | null | undefined;
  integrations?: readonly number[] | null | undefined;
  operators?: readonly number[] | null | undefined;
  games?: readonly number[] | null | undefined;
  /** Only open or only closed sessions; answered from the base. */
  isOpen?: boolean | null | undefined;
}

export interface FiguresRequest extends FiguresFilter {
  /** Sums of each of them; several only without `grain`. */
  periods: readonly Period[];
  /** Cuts the period into hours, days or months; absent: one sum per period. */
  grain?: Grain | undefined;
  by?: readonly Dimension[];
  /** With `platform`: the platform of each operator that has one; the others are summed under 0. */
  platformOf?: ReadonlyMap<number, number> | undefined;
  /** One row per session type, and one more for all of them where both are asked for. */
  byType?: boolean;
  /** Distinct players of each row; otherwise `players` is 0. */
  players?: boolean;
}

/** Exact sums: cents and counts. Players are distinct within the row and must not be added up. */
export interface Figures {
  sessions: bigint;
  open: bigint;
  idle: bigint;
  openIdle: bigint;
  bet: bigint;
  win: bigint;
  net: bigint;
  due: bigint;
  rounds: bigint;
  players: number;
}

/** Figures with what they are of; rows without sessions are not there. */
export interface FiguresRow extends Figures {
  /**
   * Without a grain the index of the period; an hour: its start in epoch seconds; a day: 20261025; a month: 202610.
   */
  bucket: number;
  /** 0 where the request does not ask for the dimension. */
  integrationId: number;
  operatorId: number;
  gameId: number;
  /** There only where it is asked for; 0 are the operators without one. */
  platformId?: number;
  /** 0: all types. */
  sessionType: 0 | 1 | 4;
}

export const noFigures: Figures = {
  sessions: 0n,
  open: 0n,
  idle: 0n,
  openIdle: 0n,
  bet: 0n,
  win: 0n,
  net: 0n,
  due: 0n,
  rounds: 0n,
  players: 0,
};

/** Sums of figures. Players are added too: right only where no player can be in two of them. */
export function addFigures(all: Iterable<Figures>): Figures {
  const total = { ...noFigures };
  for (const one of all) {
    total.sessions += one.sessions;
    total.open += one.open;
    total.idle += one.idle;
    total.openIdle += one.openIdle;
    total.bet += one.bet;
    total.win += one.win;
    total.net += one.net;
    total.due += one.due;
    total.rounds += one.rounds;
    total.players += one.players;
  }
  return total;
}
