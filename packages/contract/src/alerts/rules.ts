import type { MetricId } from '../metrics.ts';

/**
 * What a rule watches. `activity`, `wins` and `metric` compare figures with the same hours of past weeks; the others look at the
 * state of an integration: how late its fetch is, how many rows were quarantined, what the RTP monitor says, how many sessions
 * stay open.
 */
export const alertKinds = ['activity', 'wins', 'fetch', 'quarantine', 'rtp', 'open', 'metric'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Whose figures are compared. Those of a game at an integration are of whole Rome days; all others of hours. */
export const alertLevels = ['all', 'integration', 'operator', 'game'] as const;
export type AlertLevel = (typeof alertLevels)[number];

export const alertDirections = ['below', 'above', 'either'] as const;
export type AlertDirection = (typeof alertDirections)[number];

/** The kinds that compare figures with those of past weeks. */
export const comparingKinds = ['activity', 'wins', 'metric'] as const satisfies readonly AlertKind[];
export const isComparing = (kind: AlertKind): kind is (typeof comparingKinds)[number] =>
  (comparingKinds as readonly AlertKind[]).includes(kind);

/**
 * What rules compare. Net win and due are not among them, because not all who see incidents may see those; nor are open and closed
 * sessions, of which past weeks say nothing, because by now nearly all of theirs are closed; nor players, who do not add up over hours.
 */
export const alertMetrics = [
  'sessionsTotal',
  'rounds',
  'bet',
  'win',
  'grosswin',
  'rtp',
] as const satisfies readonly MetricId[];
export type AlertMetric = (typeof alertMetrics)[number];

/** Rules compare with this many past weeks; fewer are no baseline. */
export const alertWeeks = { least: 4, most: 8 } as const;
export const longestAlertWindow = 168;

/** See `rule-schema.ts`. */
export interface AlertRuleConfig {
  level: AlertLevel;
  metric: AlertMetric;
  direction: AlertDirection;
  integrationIds: number[];
  operatorIds: number[];
  gameIds: number[];
  windowHours: number;
  weeks: number;
  volumeFloor: number;
  percent: number;
  absolute: number;
  closeBelow: number;
  openAfter: number;
  closeAfter: number;
  webhookUrl: string | null;
}

/**
 * The threshold that an alert of a rule is over below; it may not lie beyond `startsAt`, or the alert would be over where it begins.
 * Null of a kind that has none.
 */
export function closeLimits(
  kind: AlertKind,
  { percent, absolute, closeBelow }: Pick<AlertRuleConfig, 'percent' | 'absolute' | 'closeBelow'>,
): { startsAt: number; isBeyond: boolean } | null {
  if (kind === 'rtp') return null;
  const startsAt = kind === 'fetch' || kind === 'quarantine' ? absolute : percent;
  return { startsAt, isBeyond: closeBelow > startsAt };
}

export interface AlertRule {
  /** `activity-integration` for a default, `custom-7` for one that people have made. */
  key: string;
  kind: AlertKind;
  /** Given by people; null for defaults, whose names are texts of the screens. */
  name: string | null;
  isEnabled: boolean;
  config: AlertRuleConfig;
}

/** The metrics that a kind can be about; those that compare nothing have none. */
export const metricsOfKind: Record<AlertKind, readonly AlertMetric[]> = {
  activity: ['sessionsTotal', 'rounds', 'bet'],
  wins: ['rtp'],
  metric: alertMetrics,
  fetch: [],
  quarantine: [],
  rtp: [],
  open: [],
};

export const incidentStates = ['open', 'muted', 'closed'] as const;
export type IncidentState = (typeof incidentStates)[number];

/** What happened to an incident. `notified` is a message that people or a webhook were sent. */
export const incidentEventKinds = [
  'opened',
  'worse',
  'better',
  'muted',
  'unmuted',
  'notified',
  'acknowledged',
  'note',
  'closed',
] as const;
export type IncidentEventKind = (typeof incidentEventKinds)[number];

export const longestIncidentNote = 1_000;
export const incidentsPerPage = 50;

/** Of a call of a webhook. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
