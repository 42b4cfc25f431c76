import {
  messageOf,
  type RtpGame,
  type RtpGameDetail,
  type RtpIntegration,
  type RtpMonitor,
  type RtpVerdict,
  rtpRules,
  rtpVerdicts,
  sessionTypes,
  worstVerdictOf,
} from '@ludus/contract';
import {
  type Actor,
  type IntegrationScope,
  integrationScope,
  systemActor,
} from '../../infra/access/index.ts';
import { addDays, type Clock, type Day, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { GameMaths } from '../games/index.ts';
import type { FreshnessOf, ReferenceData } from '../integrations/index.ts';
import type { SessionStore, StakeSums } from '../session-store/index.ts';
import type { CasePlace } from './cases.repo.ts';
import {
  addDeviationSums,
  addWindows,
  checksOf,
  type DaySums,
  daysOf,
  emptyWindows,
  expectedOf,
  noDeviationSums,
  type PlayedParts,
  playedParts,
  type Starts,
  type Windows,
  windowNames,
} from './rtp-monitor.mapper.ts';
import { daysOfWindow, stakeWindowsOf, startsOf } from './rtp-monitor.windows.ts';

export interface RtpMonitorDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'stakes' | 'state'>;
  referenceData: Pick<ReferenceData, 'read'>;
  freshness: FreshnessOf;
  /** Games that are not in development. */
  gameMaths(): Promise<GameMaths[]>;
  /** Where an alert is that no one has closed yet. */
  openCases(): Promise<CasePlace[]>;
  clock: Clock;
}

export interface JudgedGame {
  game: RtpGame;
  integrations: RtpIntegration[];
}

/** Every game with its integrations, judged only by what is measured. */
export interface MeasuredRun extends Pick<RtpMonitor, 'until' | 'ruleVersion' | 'asOf'> {
  measuredAt: string;
  games: JudgedGame[];
}

/** With the days behind its figures, read from the same state of the store. */
export interface MeasuredRunWithDays extends MeasuredRun {
  /** What was played by day and month, at one integration or at all. */
  playedAt(place: CasePlace): Promise<PlayedParts>;
}

/** One game with its integrations, judged only by what is measured. */
export type MeasuredGame = Omit<MeasuredRun, 'games'> & JudgedGame;
type MeasuredParts = MeasuredGame & { played: PlayedParts };

export interface RtpMonitorService {
  measureAll(): Promise<MeasuredRunWithDays>;
  /** With what was played by day and month, at one integration or at all; undefined for a game without sessions, or one in development. */
  measureOne(gameId: number, integrationId?: number): Promise<MeasuredParts | undefined>;
  /** @throws NotFoundError for an integration that does not exist */
  list(actor: Actor, options: { integrationId?: number | undefined }): Promise<RtpMonitor>;
  /** @throws NotFoundError for a game or an integration without sessions of it */
  game(
    actor: Actor,
    gameId: number,
    options: { integrationId?: number | undefined },
  ): Promise<Omit<RtpGameDetail, 'files' | 'awaitedCase'>>;
}

type StoreState = Awaited<ReturnType<RtpMonitorDeps['sessionStore']['state']>>;

/** A game with its windows at each integration. */
interface PlayedGame {
  maths: GameMaths;
  starts: Starts;
  windows: Map<number, Windows>;
  stakes: StakeSums[];
}

/** Measures the RTP of games by whole Rome days, up to yesterday, so that everyone reads the same run all day. */
export function createRtpMonitorService(deps: RtpMonitorDeps): RtpMonitorService {
  const { sessionStore, referenceData, freshness, clock } = deps;

  /** Reads the windows of games. Those whose variants began on the same day share a statement. */
  async function readGames(
    games: readonly GameMaths[],
    today: Day,
    scope: IntegrationScope,
    integrationId: number | undefined,
    state: StoreState,
  ): Promise<PlayedGame[]> {
    const integrations = integrationId === undefined ? null : [integrationId];
    const played = new Map(
      games.map((maths): [number, PlayedGame] => [
        maths.id,
        { maths, starts: startsOf(maths, today), windows: new Map(), stakes: [] },
      ]),
    );
    const windowsOf = (gameId: number, at: number): Windows | undefined => {
      const game = played.get(gameId);
      const known = game?.windows.get(at) ?? emptyWindows();
      game?.windows.set(at, known);
      return game && known;
    };
    const [sums, stakes] = await Promise.all([
      Promise.all(
        [...Map.groupBy(played.values(), ({ starts }) => starts.variant).values()].map((group) =>
          readSums(group, today, { scope, state, integrations }),
        ),
      ),
      sessionStore.stakes.sum(
        {
          windows: stakeWindowsOf([...played.values()], today),
          estimatedFrom: windowNames.indexOf('variant'),
          games: games.map(({ id }) => id),
          integrations,
        },
        scope,
        state,
      ),
    ]);
    for (const row of sums.flat()) {
      const name = windowNames[row.bucket];
      const windows = windowsOf(row.gameId, row.integrationId);
      if (windows && name) windows[name] = { ...windows[name], aggregates: row };
    }
    for (const row of stakes) {
      const windows = windowsOf(row.gameId, row.integrationId);
      if (!windows) continue;
      for (const [index, name] of windowNames.entries())
        windows[name] = { ...windows[name], stakeSquares: row.stakeSquares[index] ?? 0 };
      played.get(row.gameId)?.stakes.push(row);
    }
    return [...played.values()].filter(({ windows }) => windows.size > 0);
  }

  function readSums(
    group: readonly PlayedGame[],
    today: Day,
    {
      scope,
      state,
      integrations,
    }: { scope: IntegrationScope; state: StoreState; integrations: number[] | null },
  ) {
    const starts = group[0]?.starts;
    if (starts === undefined) return Promise.resolve([]);
    return sessionStore.queryAggregates(
      {
        periods: windowNames.map((name) => {
          const { from, to } = daysOfWindow(name, starts, today);
          return { from: startOfRomeDay(from), to: startOfRomeDay(to) };
        }),
        sessionType: sessionTypes.real,
        by: ['integration', 'game'],
        games: group.map(({ maths }) => maths.id),
        integrations,
      },
      scope,
      state,
    );
  }

  /** The integrations of a played game, the most urgent first, and the game as a whole. */
  async function judge(game: PlayedGame): Promise<JudgedGame> {
    const { maths, starts, windows } = game;
    const names = (await referenceData.read()).integrations;
    const expected = expectedOf(
      maths,
      addDeviationSums([noDeviationSums, ...game.stakes.map((row) => row.deviation)]),
    );
    const integrations = [...windows]
      .map(([integrationId, own]) => ({
        integrationId,
        integrationName: names.get(integrationId)?.name ?? `#${integrationId}`,
        ...checksOf(own, expected, starts),
      }))
      .toSorted((a, b) => byUrgency(a, b) || a.integrationName.localeCompare(b.integrationName));
    const whole = checksOf(addWindows([...windows.values()]), expected, starts);
    return {
      game: {
        gameId: maths.id,
        name: maths.name,
        sub_name: maths.sub_name,
        slug: maths.slug,
        ...expected,
        ...whole,
        // What is wrong at one integration must not drown in what is right at the others.
        verdict: worstVerdictOf([whole.verdict, ...integrations.map(({ verdict }) => verdict)]),
        integrations: integrations.map(({ integrationId, integrationName, verdict }) => ({
          integrationId,
          integrationName,
          verdict,
        })),
        judgedBy: null,
      },
      integrations,
    };
  }

  async function checkIntegration(integrationId: number | undefined): Promise<void> {
    if (integrationId === undefined) return;
    if (!(await referenceData.read()).integrations.has(integrationId))
      throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  }

  async function runOf(actor: Actor, today: Day, integrationId: number | undefined) {
    const fresh = await freshness(actor, integrationId === undefined ? null : [integrationId]);
    return { until: addDays(today, -1), ruleVersion: rtpRules.version, ...fresh };
  }

  async function measure(actor: Actor, integrationId: number | undefined) {
    const today = romeDay(clock.now());
    const [run, maths, state] = await Promise.all([
      runOf(actor, today, integrationId),
      deps.gameMaths(),
      sessionStore.state(),
    ]);
    const played = await readGames(maths, today, integrationScope(actor), integrationId, state);
    return { run, today, state, played, games: await Promise.all(played.map(judge)) };
  }

  /** One state for all statements: the days of a chart add up to the game's sums. */
  async function readOne(actor: Actor, gameId: number, today: Day) {
    const maths = (await deps.gameMaths()).filter(({ id }) => id === gameId);
    const state = await sessionStore.state();
    const [run, [played]] = await Promise.all([
      runOf(actor, today, undefined),
      readGames(maths, today, integrationScope(actor), undefined, state),
    ]);
    return { run, played, state };
  }

  /** The sums of each day since the variant is in force, or of all, at one integration or (undefined) at all. */
  async function readDays(
    { maths: { id }, starts }: PlayedGame,
    today: Day,
    integrationId: number | undefined,
    scope: IntegrationScope,
    state: StoreState,
    window: 'variant' | 'lifetime' = 'variant',
  ): Promise<DaySums[]> {
    const { from, to } = daysOfWindow(window, starts, today);
    const range = { from: startOfRomeDay(from), to: startOfRomeDay(to) };
    const integrations = integrationId === undefined ? null : [integrationId];
    const own = { sessionType: sessionTypes.real, games: [id], integrations };
    const [sums, squares] = await Promise.all([
      sessionStore.queryAggregates(
        { ...own, periods: [range], grain: 'day', by: ['integration', 'game'] },
        scope,
        state,
      ),
      sessionStore.stakes.squaresByDay({ game: id, ...range, integrations }, scope, state),
    ]);
    return [
      ...sums.map(({ bucket, bet, win }) => ({
        day: bucket,
        bet: Number(bet),
        win: Number(win),
        stakeSquares: 0,
      })),
      ...squares.map(({ day, stakeSquares }) => ({ day, bet: 0, win: 0, stakeSquares })),
    ];
  }

  return {
    async measureOne(gameId, integrationId) {
      const now = clock.now();
      const today = romeDay(now);
      const { run, played, state } = await readOne(systemActor, gameId, today);
      if (played === undefined) return undefined;
      const { until, ruleVersion, asOf } = run;
      const [judged, sums] = await Promise.all([
        judge(played),
        readDays(played, today, integrationId, integrationScope(systemActor), state, 'lifetime'),
      ]);
      const parts = playedParts(sums, judged.game);
      return { measuredAt: now.toISOString(), until, ruleVersion, asOf, ...judged, played: parts };
    },

    async measureAll() {
      const measuredAt = clock.now().toISOString();
      const { run, today, state, played, games } = await measure(systemActor, undefined);
      const { until, ruleVersion, asOf } = run;
      return {
        measuredAt,
        until,
        ruleVersion,
        asOf,
        games,
        async playedAt({ gameId, integrationId }) {
          const own = played.findIndex(({ maths }) => maths.id === gameId);
          const [found, judged] = [played[own], games[own]];
          if (found === undefined || judged === undefined) return { days: [], dayCount: 0, months: [] };
          const at = integrationId ?? undefined;
          const scope = integrationScope(systemActor);
          const sums = await readDays(found, today, at, scope, state, 'lifetime');
          return playedParts(sums, judged.game);
        },
      };
    },

    async list(actor, { integrationId }) {
      await checkIntegration(integrationId);
      const { run, games } = await measure(actor, integrationId);
      const cases = Map.groupBy(await deps.openCases(), ({ gameId }) => gameId);
      const judged = games.map((one) => pinGame(one, cases.get(one.game.gameId) ?? [], integrationId).game);
      return { ...run, games: judged.toSorted(byUrgency) };
    },

    async game(actor, gameId, { integrationId }) {
      await checkIntegration(integrationId);
      const today = romeDay(clock.now());
      const scope = integrationScope(actor);
      const { run, played, state } = await readOne(actor, gameId, today);
      if (played === undefined) throw new NotFoundError(messageOf('refusals.gameNotFound'));
      if (integrationId !== undefined && !played.windows.has(integrationId))
        throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      const cases = (await deps.openCases()).filter((place) => place.gameId === gameId);
      const { game, integrations } = pinGame(await judge(played), cases, undefined);
      const days = await readDays(played, today, integrationId, scope, state);
      return { ...run, game, integrations, days: daysOf(days, game) };
    },
  };
}

/** Pins a game where a case of it is open, and as a whole where any is; `only` leaves what concerns one integration. */
function pinGame(
  { game, integrations }: JudgedGame,
  cases: readonly CasePlace[],
  only: number | undefined,
): JudgedGame {
  const places = new Set(cases.map(({ integrationId }) => integrationId));
  const isConcerned = only === undefined ? places.size > 0 : places.has(only) || places.has(null);
  const pin = <Row extends { integrationId: number; verdict: RtpVerdict | null }>(row: Row): Row =>
    places.has(row.integrationId) ? { ...row, verdict: 'pinned' } : row;
  const verdict = isConcerned ? 'pinned' : game.verdict;
  const pinned = integrations.map(pin).toSorted(byUrgency);
  // The figures that a game is judged by are those of the integration that it is named with, the most deviating one.
  const isNamed = verdict !== null && ['pinned', 'alert', 'watch'].includes(verdict);
  return {
    game: {
      ...game,
      verdict,
      integrations: game.integrations.map(pin),
      judgedBy: (isNamed && pinned.find((row) => row.verdict === verdict)) || null,
    },
    integrations: pinned,
  };
}

type Urgent = Pick<RtpGame, 'verdict' | 'month' | 'variant'>;

/** By verdict, then by how far the more deviating window is off; what is not judged comes last. */
function byUrgency(a: Urgent, b: Urgent): number {
  const rank = ({ verdict }: Urgent) =>
    verdict === null ? rtpVerdicts.length : rtpVerdicts.indexOf(verdict);
  const deviation = ({ month, variant }: Urgent) =>
    Math.max(Math.abs(month.z ?? 0), Math.abs(variant.z ?? 0));
  return rank(a) - rank(b) || deviation(b) - deviation(a);
}
