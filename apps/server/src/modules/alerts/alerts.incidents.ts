/** How alerts become incidents. Pure, so that a year can be replayed in seconds. */
import type { AlertKind, AlertRule } from '@ludus/contract';
import type { AlertState, Entity, Measurement } from './alerts.evaluate.ts';

/** One evaluation of a rule for an entity. */
export interface AlertResult extends Entity {
  rule: AlertRule;
  measurement: Measurement;
  was: AlertState;
  is: AlertState;
  /** The window that was measured. */
  from: Date;
  to: Date;
}

/** Identifies an alert: a rule at an integration, an operator or a game. */
export const alertKeyOf = (ruleKey: string, { integrationId, operatorId, gameId }: Entity): string =>
  `${ruleKey} ${integrationId} ${operatorId} ${gameId}`;

/** An incident that is not closed yet. */
export interface OpenIncident {
  id: number;
  openedAt: Date;
  cause: string;
  integrationId: number;
  isMuted: boolean;
  isNotified: boolean;
  notifiedDeviation: number | null;
  /** Its alerts that are open. */
  openParts: ReadonlySet<string>;
}

/** What an evaluation adds to the timeline. */
export type IncidentTurn = 'opened' | 'worse' | 'better' | 'muted' | 'unmuted' | 'closed';

/** What an evaluation does to an incident, or to one that it begins. */
export interface IncidentChange {
  incident: OpenIncident | null;
  cause: string;
  kind: AlertKind;
  ruleName: string | null;
  integrationId: number;
  opened: AlertResult[];
  /** Alerts that stay open, with new figures. */
  kept: AlertResult[];
  closed: AlertResult[];
  isMuted: boolean;
  isNotified: boolean;
  notifiedDeviation: number | null;
  isClosed: boolean;
  turns: IncidentTurn[];
}

/**
 * Alerts of one kind at one integration have one cause, whatever their rules and levels: when an integration stops, so do its
 * operators and games. A rule that people have made is a cause of its own.
 */
export function causeOf({ kind, key }: Pick<AlertRule, 'kind' | 'key'>): string {
  return kind === 'metric' ? key : kind;
}

/** Deviations that differ less are the same to a reader of the timeline. */
const worseBy = 1.25;
const betterBy = 0.75;
const leastPoints = 10;

const levelRank = { all: 0, integration: 1, operator: 2, game: 3 } as const;

/** The alert that says most: of the widest level, then the greatest deviation. */
export function leadOf<Part extends { level: keyof typeof levelRank; deviation: number | null }>(
  parts: readonly Part[],
): Part | undefined {
  return parts.toSorted(
    (a, b) =>
      levelRank[a.level] - levelRank[b.level] || Math.abs(b.deviation ?? 0) - Math.abs(a.deviation ?? 0),
  )[0];
}

function leadDeviation(results: readonly AlertResult[]): number | null {
  const lead = leadOf(
    results.map(({ rule, measurement }) => ({
      level: rule.config.level,
      deviation: measurement.deviation,
    })),
  );
  return lead?.deviation ?? null;
}

/**
 * Groups the results of an evaluation into incidents. `isMuted` says whether a maintenance of an integration touches a window: then
 * an incident begins muted, and opens when the maintenance is over and its alerts are not.
 */
export function planIncidents(
  results: readonly AlertResult[],
  incidents: readonly OpenIncident[],
  isMuted: (integrationId: number, from: Date, to: Date) => boolean,
): IncidentChange[] {
  const keyOf = (cause: string, integrationId: number) => `${cause} ${integrationId}`;
  const known = new Map(incidents.map((one) => [keyOf(one.cause, one.integrationId), one]));
  const groups = Map.groupBy(results, ({ rule, integrationId }) => keyOf(causeOf(rule), integrationId));
  return [...groups].flatMap(([key, group]) => {
    const change = changeOf(group, known.get(key) ?? null, isMuted);
    return change === null ? [] : [change];
  });
}

function changeOf(
  group: readonly AlertResult[],
  incident: OpenIncident | null,
  isMutedAt: (integrationId: number, from: Date, to: Date) => boolean,
): IncidentChange | null {
  const [first] = group;
  if (first === undefined) return null;
  const parts = incident?.openParts ?? new Set<string>();
  const isPart = (one: AlertResult) => parts.has(alertKeyOf(one.rule.key, one));
  const opened = group.filter((one) => one.is.isOpen && !one.was.isOpen);
  const kept = group.filter((one) => one.is.isOpen && one.was.isOpen && isPart(one));
  const closed = group.filter((one) => !one.is.isOpen && isPart(one));
  if (incident === null && opened.length === 0) return null;

  const left = parts.size - closed.length + opened.length;
  const isClosed = left <= 0;
  // Windows differ in length: the shortest is the first without the maintenance, and what it says is said.
  const standing = [...opened, ...kept];
  const isMuted =
    standing.length > 0 &&
    standing.every(({ integrationId, from, to }) => isMutedAt(integrationId, from, to));
  const turns: IncidentTurn[] = [];
  let isNotified = incident?.isNotified ?? false;
  let notifiedDeviation = incident?.notifiedDeviation ?? null;
  const figures = standing.filter(({ measurement }) => measurement.verdict !== 'unknown');
  const deviation = leadDeviation(figures);

  if (isClosed) {
    turns.push('closed');
  } else if (isMuted && !incident?.isMuted) {
    turns.push('muted');
  } else if (!isMuted && incident?.isMuted && figures.length > 0) {
    turns.push(isNotified ? 'unmuted' : 'opened');
    isNotified = true;
  } else if (incident === null) {
    turns.push('opened');
    isNotified = true;
  }
  if (incident !== null && !isClosed) {
    const [from, to] = [notifiedDeviation ?? 0, deviation ?? notifiedDeviation ?? 0];
    const differs = Math.abs(to - from) >= leastPoints;
    const isWorse = opened.length > 0 || (differs && to >= from * worseBy);
    const isBetter = closed.length > 0 || (differs && to <= from * betterBy);
    if (isWorse) turns.push('worse');
    else if (isBetter) turns.push('better');
    if (isWorse || isBetter) notifiedDeviation = deviation ?? notifiedDeviation;
  } else notifiedDeviation = deviation ?? notifiedDeviation;

  const { rule, integrationId } = first;
  // Figures that are not known leave a muted incident as it is.
  const staysMuted = incident?.isMuted === true && figures.length === 0 && !isClosed;
  return {
    incident,
    cause: causeOf(rule),
    kind: rule.kind,
    ruleName: rule.name,
    integrationId,
    opened,
    kept,
    closed,
    isMuted: isMuted || staysMuted,
    isNotified,
    notifiedDeviation,
    isClosed,
    turns,
  };
}
