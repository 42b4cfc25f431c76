/** Evaluates all rules at the end of an hour, and writes what comes of it. */
import { type AlertRule, plainRuleConfig, type RtpVerdict, sessionTypes } from '@ludus/contract';
import { type Clock, minuteText, romeDay, romeDayStart, startOfRomeDay } from '../../infra/clock/index.ts';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import { countNewQuarantinedRows } from '../fetching/index.ts';
import type { References } from '../integrations/index.ts';
import { assumedEnd, findMaintenanceTimes, type MaintenanceTime, takesPlace } from '../maintenances/index.ts';
import type { MeasuredRun } from '../rtp-monitor/index.ts';
import type { SessionStore, SessionStoreState } from '../session-store/index.ts';
import {
  type AlertState,
  compareSums,
  type Entity,
  type Measurement,
  measureLevel,
  measureOpen,
  nextState,
  quiet,
} from './alerts.evaluate.ts';
import {
  createFigureReader,
  entitiesOf,
  isDaily,
  isDailyHour,
  isWatched,
  type ReadSums,
  rangesOf,
  windowOf,
} from './alerts.figures.ts';
import { type AlertResult, alertKeyOf } from './alerts.incidents.ts';
import { entityOfRow, type PartRow, type StateRow } from './alerts.repo.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

export interface EvaluationDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'coverage'>;
  /** The run of the RTP monitor, once a day. */
  readRtp(): Promise<Pick<MeasuredRun, 'games'>>;
  clock: Clock;
  /** How often the hub fetches; 0 is never. */
  fetchIntervalMinutes: number;
}

/** What an evaluation knows beside the figures. */
export interface EvaluationInput {
  rules: readonly AlertRule[];
  references: References;
  states: readonly StateRow[];
  /** The end of the last whole hour that is judged. */
  hour: Date;
  /** Whether it is the last whole hour: only of now is it known how late a fetch is and what is in quarantine. */
  isLatest: boolean;
  storeState: SessionStoreState;
}

/** Measures every alert of the enabled rules, and those that are still standing of rules that are not in force any more. */
export async function measureAlerts(
  db: Db,
  input: EvaluationInput,
  deps: EvaluationDeps,
): Promise<AlertResult[]> {
  const { rules, references, hour } = input;
  const enabled = rules.filter(({ isEnabled }) => isEnabled);
  const active = new Set(
    [...references.integrations.values()].flatMap(({ id, isActive }) => (isActive ? [id] : [])),
  );
  const states = new Map(
    input.states.map((row) => [
      alertKeyOf(row.rule_key, entityOfRow(row)),
      { breaches: row.breaches, clears: row.clears, isOpen: row.is_open },
    ]),
  );
  const readAt = await deps.sessionStore.coverage.listReads();
  const readSums = createFigureReader({ sessionStore: deps.sessionStore, state: input.storeState });
  const context = { ...input, active, readAt, readSums, db, deps };
  const due = enabled.filter((rule) => (isDaily(rule) ? isDailyHour(hour) : true));
  const measured = (await Promise.all(due.map((rule) => measureRule(rule, context)))).flat();
  const results = measured.map((one): AlertResult => {
    const was = states.get(alertKeyOf(one.rule.key, one)) ?? quiet;
    return { ...one, was, is: nextState(was, one.measurement.verdict, one.rule.config) };
  });
  return [...results, ...endedAlerts(input, enabled, active)];
}

type Measured = Entity & { rule: AlertRule; measurement: Measurement; from: Date; to: Date };

interface Context extends EvaluationInput {
  active: ReadonlySet<number>;
  readAt: ReadonlyMap<number, Date>;
  readSums: ReadSums;
  db: Db;
  deps: EvaluationDeps;
}

async function measureRule(rule: AlertRule, context: Context): Promise<Measured[]> {
  switch (rule.kind) {
    case 'activity':
    case 'wins':
    case 'metric':
      return measureComparison(rule, context);
    case 'fetch':
      return context.isLatest ? measureFetches(rule, context) : [];
    case 'quarantine':
      return context.isLatest ? measureQuarantine(rule, context) : [];
    case 'open':
      return context.isLatest ? measureOpenSessions(rule, context) : [];
    case 'rtp':
      return measureRtp(rule, context);
  }
}

async function measureComparison(rule: AlertRule, context: Context): Promise<Measured[]> {
  const { hour, active, readAt, readSums } = context;
  const window = windowOf(rangesOf(rule, hour));
  const isRead = (id: number) => (readAt.get(id)?.getTime() ?? 0) >= window.to.getTime();
  const entities = entitiesOf(rule, await readSums(rule, hour));
  return entities
    .filter(({ integrationId }) => integrationId === 0 || active.has(integrationId))
    .map(({ sums, ...entity }) => {
      const measurement = compareSums(rule, sums);
      const { integrationId } = entity;
      // What is not fetched yet is no loss: the fetch has a rule of its own.
      const isKnown = integrationId === 0 ? [...active].every(isRead) : isRead(integrationId);
      return {
        ...entity,
        rule,
        ...window,
        measurement: isKnown ? measurement : { ...measurement, verdict: 'unknown' },
      };
    });
}

const atIntegration = (integrationId: number): Entity => ({ integrationId, operatorId: 0, gameId: 0 });

function watchedIntegrations({ config }: AlertRule, active: ReadonlySet<number>): number[] {
  return [...active].filter((id) => isWatched({ ...config, level: 'integration' }, atIntegration(id)));
}

const lateAfterIntervals = 3;

/** Whole minutes since the platform was last read to its end, beyond what its schedule allows. */
async function measureFetches(rule: AlertRule, context: Context): Promise<Measured[]> {
  const { active, readAt, references, deps } = context;
  const { fetchIntervalMinutes, clock } = deps;
  const now = clock.now();
  const absolute = Math.max(rule.config.absolute, lateAfterIntervals * fetchIntervalMinutes);
  const limited = { ...rule, config: { ...rule.config, absolute } };
  return watchedIntegrations(rule, active).map((id) => {
    const since = readAt.get(id) ?? references.integrations.get(id)?.createdAt ?? now;
    const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / minuteMs));
    const measurement = measureLevel(limited, fetchIntervalMinutes === 0 ? null : minutes);
    // Quiet while the maintenance lasts, and no longer: until it is fetched again, this stays late.
    return { ...atIntegration(id), rule, from: now, to: now, measurement };
  });
}

async function measureQuarantine(rule: AlertRule, { active, db, deps }: Context): Promise<Measured[]> {
  const to = deps.clock.now();
  const from = new Date(to.getTime() - rule.config.windowHours * hourMs);
  const counts = await countNewQuarantinedRows(db, { from, to });
  return watchedIntegrations(rule, active).map((id) => ({
    ...atIntegration(id),
    rule,
    from,
    to,
    measurement: measureLevel(rule, counts.get(id) ?? 0),
  }));
}

/** The sessions of a day that began an hour ago or earlier: until then any of them may well be open. */
export function openWindow(rule: AlertRule, hour: Date): { from: Date; to: Date } {
  const to = new Date(hour.getTime() - hourMs);
  return { from: new Date(to.getTime() - rule.config.windowHours * hourMs), to };
}

async function measureOpenSessions(rule: AlertRule, context: Context): Promise<Measured[]> {
  const { active, readAt, hour, deps, storeState } = context;
  const window = openWindow(rule, hour);
  const rows = await deps.sessionStore.queryAggregates(
    { periods: [window], sessionType: sessionTypes.real, by: ['integration'] },
    { kind: 'all' },
    storeState,
  );
  const watched = new Set(watchedIntegrations(rule, active));
  return rows
    .filter(({ integrationId }) => watched.has(integrationId))
    .map(({ integrationId, ...sums }) => {
      const measurement = measureOpen(rule, sums);
      const isKnown = (readAt.get(integrationId)?.getTime() ?? 0) >= hour.getTime();
      return {
        ...atIntegration(integrationId),
        rule,
        ...window,
        measurement: isKnown ? measurement : { ...measurement, verdict: 'unknown' },
      };
    });
}

async function measureRtp(rule: AlertRule, { active, hour, deps }: Context): Promise<Measured[]> {
  const { games } = await deps.readRtp();
  const to = startOfRomeDay(hour);
  const from = new Date(romeDayStart(romeDay(new Date(to.getTime() - hourMs))));
  return games.flatMap(({ game, integrations }) =>
    integrations.flatMap(({ integrationId, verdict, month, variant }): Measured[] => {
      const entity = { integrationId, operatorId: 0, gameId: game.gameId };
      if (!active.has(integrationId) || !isWatched(rule.config, entity)) return [];
      const z = Math.abs(month.z ?? 0) >= Math.abs(variant.z ?? 0) ? month.z : variant.z;
      return [{ ...entity, rule, from, to, measurement: rtpMeasurement(verdict, z) }];
    }),
  );
}

const measuredVerdicts: Record<RtpVerdict, Measurement['verdict']> = {
  pinned: 'breach',
  alert: 'breach',
  watch: 'between',
  normal: 'clear',
  gathering: 'unknown',
};

export function rtpMeasurement(verdict: RtpVerdict | null, z: number | null): Measurement {
  return {
    verdict: verdict === null ? 'unknown' : measuredVerdicts[verdict],
    value: z,
    expected: null,
    deviation: z === null ? null : Math.abs(z),
    low: null,
    high: null,
  };
}

/** Alerts whose rule is off, deleted, or about something else by now, and those of integrations that are gone. */
function endedAlerts(
  { rules, states, hour }: EvaluationInput,
  enabled: readonly AlertRule[],
  active: ReadonlySet<number>,
): AlertResult[] {
  const inForce = new Map(enabled.map((rule) => [rule.key, rule]));
  return states.flatMap((row): AlertResult[] => {
    const entity = entityOfRow(row);
    const rule = inForce.get(row.rule_key);
    const levelFits = rule === undefined || levelOf(entity) === ruleLevelOf(rule);
    const isInForce =
      rule !== undefined &&
      levelFits &&
      isWatched(rule.config, entity) &&
      (entity.integrationId === 0 || active.has(entity.integrationId));
    if (isInForce) return [];
    const known = rule ?? rules.find(({ key }) => key === row.rule_key) ?? goneRule(row.rule_key);
    const was: AlertState = { breaches: row.breaches, clears: row.clears, isOpen: row.is_open };
    const measurement: Measurement = {
      verdict: 'unknown',
      value: null,
      expected: null,
      deviation: null,
      low: null,
      high: null,
    };
    return [{ ...entity, rule: known, was, is: quiet, measurement, from: hour, to: hour }];
  });
}

const levelOf = ({ integrationId, operatorId, gameId }: Entity) =>
  gameId > 0 ? 'game' : operatorId > 0 ? 'operator' : integrationId > 0 ? 'integration' : 'all';

const ruleLevelOf = ({ kind, config }: AlertRule) =>
  kind === 'fetch' || kind === 'quarantine' || kind === 'open'
    ? 'integration'
    : kind === 'rtp'
      ? 'game'
      : config.level;

/** Only rules that people have made can be deleted: their key is their cause. */
const goneRule = (key: string): AlertRule => ({
  key,
  kind: 'metric',
  name: null,
  isEnabled: false,
  config: plainRuleConfig,
});

/** The rule of a part as it was when its alert opened. */
export const ruleOfPart = (
  kind: AlertRule['kind'],
  part: Pick<PartRow, 'rule_key' | 'rule_name' | 'config'>,
): AlertRule => ({
  key: part.rule_key,
  kind,
  name: part.rule_name,
  isEnabled: true,
  config: part.config,
});

/** When a maintenance keeps an integration quiet. */
export interface MuteSpan {
  integrationId: number;
  from: Date;
  /** Its end with the grace period. */
  until: Date;
  text: { from: string; until: string };
}

const dayMs = 24 * hourMs;

/** From the start of a maintenance to its end; one that was announced without is a plain day, or lasts so many hours. */
export function muteSpanOf(
  { integrationId, startsAt, endsAt }: Pick<MaintenanceTime, 'integrationId' | 'startsAt' | 'endsAt'>,
  { maintenanceHours, graceHours }: { maintenanceHours: number; graceHours: number },
): MuteSpan {
  const end = (endsAt ?? assumedEnd(startsAt, maintenanceHours)).getTime();
  const until = new Date(end + graceHours * hourMs);
  return {
    integrationId,
    from: startsAt,
    until,
    text: { from: minuteText(startsAt), until: minuteText(until) },
  };
}

/** The spans that touch the windows of an evaluation. What an integration has denied may not take place, unless it is critical. */
export async function readMuteSpans(
  tx: Tx,
  hour: Date,
  settings: { maintenanceHours: number; graceHours: number },
): Promise<MuteSpan[]> {
  const from = new Date(hour.getTime() - 9 * dayMs);
  const times = await findMaintenanceTimes(tx, { from, to: hour });
  return times.filter(takesPlace).map((time) => muteSpanOf(time, settings));
}
