/** Evaluates the default rules hour by hour over a world, with the functions that the hub evaluates them with. */
import {
  type AlertRule,
  defaultAlertRules,
  measureRtp,
  type RtpMeasure,
  rtpRules,
  verdictOf,
  worstVerdictOf,
} from '@ludus/contract';
import { addDays, dayAfter, romeDay } from '../../../src/infra/clock/index.ts';
import {
  type AlertState,
  compareSums,
  type Entity,
  type Measurement,
  measureLevel,
  measureOpen,
  nextState,
  quiet,
} from '../../../src/modules/alerts/alerts.evaluate.ts';
import { rtpMeasurement } from '../../../src/modules/alerts/alerts.evaluation.ts';
import { isDaily, isDailyHour, rangesOf } from '../../../src/modules/alerts/alerts.figures.ts';
import {
  type AlertResult,
  alertKeyOf,
  type OpenIncident,
  planIncidents,
} from '../../../src/modules/alerts/alerts.incidents.ts';
import type { WeekRange } from '../../../src/modules/alerts/alerts.windows.ts';
import { type Aggregates, noAggregates } from '../../../src/modules/session-store/index.ts';
import {
  hourMs,
  type ReplayedGame,
  type ReplayedPlatform,
  type ReplayedWorld,
  type RunningSums,
} from './replay-world.ts';

/** What happens to the fetching of a platform: its sessions are as they are. */
export interface FetchTrouble {
  integrationId: number;
  from: number;
  to: number;
  kind: 'late' | 'rejected';
  /** Rows rejected in each hour. */
  rows?: number;
}

export interface ReplayedIncident {
  id: number;
  cause: string;
  integrationId: number;
  openedAt: number;
  closedAt: number | null;
  /** The alerts that were ever part of it. */
  parts: string[];
}

export interface ReplayOptions {
  world: ReplayedWorld;
  troubles?: readonly FetchTrouble[];
  rules?: readonly AlertRule[];
}

const evaluatedAfterMs = 25 * 60_000;

const sumsBetween = (sums: RunningSums, from: number, to: number): Aggregates => ({
  ...noAggregates,
  sessions: BigInt((sums.sessions[to] ?? 0) - (sums.sessions[from] ?? 0)),
  bet: BigInt((sums.bet[to] ?? 0) - (sums.bet[from] ?? 0)),
  win: BigInt((sums.win[to] ?? 0) - (sums.win[from] ?? 0)),
  rounds: BigInt((sums.rounds[to] ?? 0) - (sums.rounds[from] ?? 0)),
});

const add = (a: Aggregates, b: Aggregates): Aggregates => ({
  ...a,
  sessions: a.sessions + b.sessions,
  bet: a.bet + b.bet,
  win: a.win + b.win,
  rounds: a.rounds + b.rounds,
});

export function replay({
  world,
  troubles = [],
  rules = defaultAlertRules,
}: ReplayOptions): ReplayedIncident[] {
  const states = new Map<string, AlertState>();
  const incidents: ReplayedIncident[] = [];
  const open = new Map<number, OpenIncident & { openParts: Set<string> }>();
  for (let hour = 1; hour <= world.hours; hour++) {
    const end = new Date(world.first + hour * hourMs);
    const results: AlertResult[] = [];
    for (const rule of rules) {
      if (!rule.isEnabled || (isDaily(rule) && !isDailyHour(end))) continue;
      for (const { entity, measurement } of measure(rule, end, hour, { world, troubles })) {
        const key = alertKeyOf(rule.key, entity);
        const was = states.get(key) ?? quiet;
        const is = nextState(was, measurement.verdict, rule.config);
        if (is === quiet) states.delete(key);
        else states.set(key, is);
        results.push({ ...entity, rule, measurement, was, is, from: end, to: end });
      }
    }
    for (const change of planIncidents(results, [...open.values()], () => false)) {
      const id = change.incident?.id ?? incidents.length + 1;
      if (change.incident === null)
        incidents.push({
          id,
          cause: change.cause,
          integrationId: change.integrationId,
          openedAt: end.getTime(),
          closedAt: null,
          parts: [],
        });
      const known = incidents[id - 1] as ReplayedIncident;
      const parts = open.get(id)?.openParts ?? new Set<string>();
      for (const one of change.opened) {
        parts.add(alertKeyOf(one.rule.key, one));
        known.parts.push(alertKeyOf(one.rule.key, one));
      }
      for (const one of change.closed) parts.delete(alertKeyOf(one.rule.key, one));
      if (change.isClosed) {
        open.delete(id);
        known.closedAt = end.getTime();
      } else
        open.set(id, {
          id,
          openedAt: new Date(known.openedAt),
          cause: change.cause,
          integrationId: change.integrationId,
          isMuted: false,
          isNotified: change.isNotified,
          notifiedDeviation: change.notifiedDeviation,
          openParts: parts,
        });
    }
  }
  return incidents;
}

interface Measured {
  entity: Entity;
  measurement: Measurement;
}
type Context = Required<Pick<ReplayOptions, 'world' | 'troubles'>>;

function measure(rule: AlertRule, end: Date, hour: number, { world, troubles }: Context): Measured[] {
  const now = end.getTime() + evaluatedAfterMs;
  const at = (integrationId: number): Entity => ({ integrationId, operatorId: 0, gameId: 0 });
  const troubleOf = (id: number, kind: FetchTrouble['kind']) =>
    troubles.find((one) => one.integrationId === id && one.kind === kind && now >= one.from && now < one.to);
  const isRead = (id: number) => {
    const late = troubleOf(id, 'late');
    return late === undefined || late.from >= end.getTime();
  };
  switch (rule.kind) {
    case 'fetch':
      return world.platforms.map(({ id }) => {
        const late = troubleOf(id, 'late');
        const minutes = late === undefined ? 5 : Math.floor((now - late.from) / 60_000);
        return { entity: at(id), measurement: measureLevel(rule, minutes) };
      });
    case 'quarantine':
      return world.platforms.map(({ id }) => {
        const rejected = troubleOf(id, 'rejected');
        return { entity: at(id), measurement: measureLevel(rule, rejected?.rows ?? 0) };
      });
    case 'open':
      return world.platforms.map(({ id, all, stillOpen }) => {
        const sums = sumsBetween(all, Math.max(0, hour - 25), Math.max(0, hour - 1));
        const open = BigInt(stillOpen[hour] ?? 0);
        return { entity: at(id), measurement: measureOpen(rule, { ...sums, open }) };
      });
    case 'rtp':
      return world.platforms.flatMap((platform) => measureRtpOf(platform, end));
    default:
      return world.platforms.flatMap((platform) => {
        const ranges = rangesOf(rule, end);
        const found = compared(rule, platform, ranges, world);
        return isRead(platform.id)
          ? found
          : found.map(({ entity, measurement }) => ({
              entity,
              measurement: { ...measurement, verdict: 'unknown' as const },
            }));
      });
  }
}

function compared(
  rule: AlertRule,
  platform: ReplayedPlatform,
  ranges: readonly WeekRange[],
  { first, hours }: ReplayedWorld,
): Measured[] {
  const { level, weeks } = rule.config;
  const of = (entity: Entity, read: (range: WeekRange) => Aggregates): Measured => {
    const byWeek = Array.from({ length: weeks + 1 }, () => noAggregates);
    for (const range of ranges) byWeek[range.week] = add(byWeek[range.week] ?? noAggregates, read(range));
    const [actual = noAggregates, ...past] = byWeek;
    return { entity, measurement: compareSums(rule, { actual, past }) };
  };
  const clamp = (at: Date) => Math.min(hours, Math.max(0, (at.getTime() - first) / hourMs));
  const hourly = (sums: RunningSums) => (range: WeekRange) =>
    sumsBetween(sums, clamp(range.from), clamp(range.to));
  const { id: integrationId } = platform;
  if (level === 'integration') return [of({ integrationId, operatorId: 0, gameId: 0 }, hourly(platform.all))];
  if (level === 'operator')
    return platform.operators.map((sums, place) =>
      of({ integrationId, operatorId: place + 1, gameId: 0 }, hourly(sums)),
    );
  return platform.games.map((game) =>
    of({ integrationId, operatorId: 0, gameId: game.id }, (range) => dailySums(game, range)),
  );
}

function dailySums({ days }: ReplayedGame, { from, to }: WeekRange): Aggregates {
  let total = noAggregates;
  for (let day = romeDay(from); day < romeDay(to); day = dayAfter(day)) {
    const sums = days.get(day);
    if (sums === undefined) continue;
    const { sessions, bet, win, rounds } = sums;
    const own = { sessions: BigInt(sessions), bet: BigInt(bet), win: BigInt(win), rounds: BigInt(rounds) };
    total = add(total, { ...noAggregates, ...own });
  }
  return total;
}

/** Both windows of the monitor, and what they were a day before. The variant is in force since the first session. */
function measureRtpOf(platform: ReplayedPlatform, end: Date): Measured[] {
  const today = romeDay(end);
  return platform.games.map((game) => {
    const window = (from: string | null, until: string): RtpMeasure => {
      const sums = { bet: 0, win: 0, stakeSquares: 0 };
      for (const [day, { bet, win, squares }] of game.days) {
        if (day >= until || (from !== null && day < from)) continue;
        sums.bet += bet;
        sums.win += win;
        sums.stakeSquares += squares;
      }
      return measureRtp(sums, { rtp: game.rtp, deviation: game.deviation });
    };
    const [yesterday, start] = [addDays(today, -1), addDays(today, -rtpRules.windowDays)];
    const month = window(start, today);
    const variant = window(null, today);
    const monthBefore = window(addDays(start, -1), yesterday);
    const variantBefore = window(null, yesterday);
    const verdict = worstVerdictOf([
      verdictOf(month, { others: [monthBefore, variant] }),
      verdictOf(variant, { others: [variantBefore, month] }),
    ]);
    const z = Math.abs(month.z ?? 0) > Math.abs(variant.z ?? 0) ? month.z : variant.z;
    return {
      entity: { integrationId: platform.id, operatorId: 0, gameId: game.id },
      measurement: rtpMeasurement(verdict, z),
    };
  });
}
