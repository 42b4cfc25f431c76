/** Reads the figures that rules compare: one statement for all rules of the same level and window, whatever the entities. */
import { type AlertRule, type AlertRuleConfig, sessionTypes } from '@ludus/contract';
import { wallClock } from '../../infra/clock/index.ts';
import {
  type Aggregates,
  type AggregatesRequest,
  addAggregates,
  type Dimension,
  noAggregates,
  type SessionStore,
  type SessionStoreState,
} from '../session-store/index.ts';
import type { ComparedSums, Entity } from './alerts.evaluate.ts';
import { comparedDays, comparedHours, type WeekRange } from './alerts.windows.ts';

const hourMs = 3_600_000;

/** When the day before is complete: an hour that every day has, whatever the clocks do. */
const dailyHour = '03';

/** Whether the rules on whole days are evaluated at the end of this hour. */
export const isDailyHour = (hour: Date): boolean => wallClock(hour).slice(11, 13) === dailyHour;

/** Rules on whole days: figures of games have no hours, and the RTP monitor runs once a day. */
export const isDaily = ({ kind, config }: Pick<AlertRule, 'kind' | 'config'>): boolean =>
  kind === 'rtp' || (kind !== 'open' && config.level === 'game');

/** Sessions last up to an hour: that they began is known at once, what they bet and won an hour later. */
function settlesAfterHours({ metric }: AlertRuleConfig): number {
  return metric === 'sessionsTotal' ? 0 : 1;
}

/** The ranges that a rule compares at the end of an hour, the window first. */
export function rangesOf({ config }: AlertRule, hour: Date): WeekRange[] {
  if (config.level === 'game') return comparedDays(hour, config.windowHours / 24, config.weeks);
  const end = new Date(hour.getTime() - settlesAfterHours(config) * hourMs);
  return comparedHours(end, config.windowHours, config.weeks);
}

/** From the first to the last instant of the window itself. */
export function windowOf(ranges: readonly WeekRange[]): { from: Date; to: Date } {
  const own = ranges.filter(({ week }) => week === 0);
  return { from: own[0]?.from ?? new Date(0), to: own.at(-1)?.to ?? new Date(0) };
}

/** Sums of an entity by week: the window is 0. */
export interface EntitySums extends Entity {
  sums: ComparedSums;
}

const dimensionsOfLevel = {
  all: ['integration'],
  integration: ['integration'],
  operator: ['integration', 'operator'],
  game: ['integration', 'game'],
} as const satisfies Record<AlertRuleConfig['level'], readonly Dimension[]>;

export type ReadSums = (rule: AlertRule, hour: Date) => Promise<EntitySums[]>;

export interface FigureDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates'>;
  state: SessionStoreState;
}

/** Reads sums for the rules of one evaluation: those that rules share are read once. */
export function createFigureReader({ sessionStore, state }: FigureDeps): ReadSums {
  const reads = new Map<string, Promise<EntitySums[]>>();

  async function read(config: AlertRuleConfig, ranges: readonly WeekRange[]) {
    const request: AggregatesRequest = {
      periods: ranges.map(({ from, to }) => ({ from, to })),
      sessionType: sessionTypes.real,
      by: dimensionsOfLevel[config.level],
    };
    const rows = await sessionStore.queryAggregates(request, { kind: 'all' }, state);
    const entities = new Map<string, Entity & { weeks: Map<number, Aggregates[]> }>();
    for (const { integrationId, operatorId, gameId, bucket, ...sums } of rows) {
      const key = `${integrationId} ${operatorId} ${gameId}`;
      const known = entities.get(key) ?? { integrationId, operatorId, gameId, weeks: new Map() };
      const week = ranges[bucket]?.week ?? 0;
      known.weeks.set(week, [...(known.weeks.get(week) ?? []), sums]);
      entities.set(key, known);
    }
    const sumOf = (all: Aggregates[] | undefined) => (all === undefined ? noAggregates : addAggregates(all));
    return [...entities.values()].map(({ weeks, ...entity }) => ({
      ...entity,
      sums: {
        actual: sumOf(weeks.get(0)),
        past: Array.from({ length: config.weeks }, (_, index) => sumOf(weeks.get(index + 1))),
      },
    }));
  }

  return (rule, hour) => {
    const { config } = rule;
    const ranges = rangesOf(rule, hour);
    const { from, to } = windowOf(ranges);
    const dimensions = dimensionsOfLevel[config.level].join();
    const key = [dimensions, from.getTime(), to.getTime(), config.weeks].join(' ');
    const known = reads.get(key) ?? read(config, ranges);
    reads.set(key, known);
    return known;
  };
}

const has = (chosen: readonly number[], id: number) => chosen.length === 0 || chosen.includes(id);

/** Whether a rule is about an entity. */
export function isWatched(
  { integrationIds, operatorIds, gameIds, level }: AlertRuleConfig,
  { integrationId, operatorId, gameId }: Entity,
): boolean {
  if (level === 'all') return true;
  return (
    has(integrationIds, integrationId) &&
    (level !== 'operator' || has(operatorIds, operatorId)) &&
    (level !== 'game' || has(gameIds, gameId))
  );
}

/** The entities of a rule with their sums; of a rule over all integrations one, the sum of those it is about. */
export function entitiesOf({ config }: AlertRule, read: readonly EntitySums[]): EntitySums[] {
  if (config.level !== 'all') return read.filter((one) => isWatched(config, one));
  const chosen = read.filter(({ integrationId }) => has(config.integrationIds, integrationId));
  const past = Array.from({ length: config.weeks }, (_, week) =>
    addAggregates(chosen.map(({ sums }) => sums.past[week] ?? noAggregates)),
  );
  const actual = addAggregates(chosen.map(({ sums }) => sums.actual));
  return [{ integrationId: 0, operatorId: 0, gameId: 0, sums: { actual, past } }];
}
