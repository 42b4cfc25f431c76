/** The figure of an alert around its incident, beside what was expected of each hour or day. */
import { type IncidentPoint, isComparing, sessionTypes } from '@ludus/contract';
import { addDays, type Range, romeDay, romeDayStart, startOfRomeDay } from '../../infra/clock/index.ts';
import { type Aggregates, addAggregates, type SessionStore } from '../session-store/index.ts';
import { type ComparedSums, compareSums } from './alerts.evaluate.ts';
import { openWindow, ruleOfPart } from './alerts.evaluation.ts';
import { rangesOf } from './alerts.figures.ts';
import type { IncidentRow, PartRow } from './alerts.repo.ts';
import type { WeekRange } from './alerts.windows.ts';

const hourMs = 3_600_000;

/** What is shown before and after an incident, and at most. */
const hours = { before: 24, after: 12, most: 24 * 7 };
const days = { before: 14, after: 3, most: 60 };

export interface ChartDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'state'>;
  now: Date;
}

/** Kinds whose figures are not sums of sessions have no points. */
export async function chartPoints(
  incident: IncidentRow,
  part: PartRow,
  { sessionStore, now }: ChartDeps,
): Promise<IncidentPoint[]> {
  if (!isComparing(incident.kind) && incident.kind !== 'open') return [];
  const isDaily = incident.kind !== 'open' && part.level === 'game';
  const ends = isDaily ? dayEnds(incident, now) : hourEnds(incident, now);
  const [first, last] = [ends[0], ends.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rule = ruleOfPart(incident.kind, part);
  const ranges = (end: Date): WeekRange[] =>
    incident.kind === 'open'
      ? [{ week: 0, ...openWindow({ ...rule, config: { ...rule.config, windowHours: 1 } }, end) }]
      : rangesOf(rule, end);
  const all = ends.map((end) => ({ end, ranges: ranges(end) }));
  const from = Math.min(...all.flatMap((one) => one.ranges.map((range) => range.from.getTime())));
  const rows = await sessionStore.queryAggregates(
    {
      periods: [{ from: new Date(from), to: last }],
      grain: isDaily ? 'day' : 'hour',
      sessionType: sessionTypes.real,
      by: part.integration_id === 0 ? [] : ['integration'],
      integrations: part.integration_id === 0 ? part.config.integrationIds : [part.integration_id],
      operators: part.operator_id === 0 ? null : [part.operator_id],
      games: part.game_id === 0 ? null : [part.game_id],
    },
    { kind: 'all' },
  );
  const sums = new Map<number, Aggregates>(rows.map((row) => [row.bucket, row]));
  const sumOf = (range: Range) =>
    addAggregates(bucketsOf(range, isDaily).flatMap((at) => sums.get(at) ?? []));
  return all.map(({ end, ranges: own }) => {
    const byWeek = Map.groupBy(own, ({ week }) => week);
    const sumsOfWeek = (week: number) => addAggregates((byWeek.get(week) ?? []).map(sumOf));
    const at = end.toISOString();
    const actual = sumsOfWeek(0);
    if (incident.kind === 'open') {
      return { at, value: Number(actual.open), expected: null, low: null, high: null };
    }
    const past = Array.from({ length: part.config.weeks }, (_, index) => sumsOfWeek(index + 1));
    const compared: ComparedSums = { actual, past };
    const { value, expected, low, high } = compareSums(rule, compared);
    return { at, value, expected, low, high };
  });
}

function hourEnds({ opened_at, closed_at }: IncidentRow, now: Date): Date[] {
  const whole = (at: number) => Math.floor(at / hourMs) * hourMs;
  const end = Math.min(
    whole(now.getTime()),
    whole((closed_at ?? now).getTime()) + hours.after * hourMs,
    whole(opened_at.getTime()) + (hours.most - hours.before) * hourMs,
  );
  const ends: Date[] = [];
  for (let at = whole(opened_at.getTime()) - hours.before * hourMs; at <= end; at += hourMs)
    ends.push(new Date(at));
  return ends;
}

function dayEnds({ opened_at, closed_at }: IncidentRow, now: Date): Date[] {
  const last = [
    romeDay(now),
    addDays(romeDay(closed_at ?? now), days.after),
    addDays(romeDay(opened_at), days.most - days.before),
  ].toSorted()[0] as string;
  const ends: Date[] = [];
  for (let day = addDays(romeDay(opened_at), -days.before); day <= last; day = addDays(day, 1))
    ends.push(startOfRomeDay(day));
  return ends;
}

/** Keys of the store's rows: the start of an hour in epoch seconds, or a day as 20261025. */
function bucketsOf({ from, to }: Range, isDaily: boolean): number[] {
  const buckets: number[] = [];
  if (!isDaily) {
    for (let at = from.getTime(); at < to.getTime(); at += hourMs) buckets.push(at / 1000);
    return buckets;
  }
  for (let day = romeDay(from); romeDayStart(day) < to.getTime(); day = addDays(day, 1))
    buckets.push(Number(day.replaceAll('-', '')));
  return buckets;
}
