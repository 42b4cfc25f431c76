import { z } from 'zod';
import { instant, recordId, rowId } from '../common.ts';
import { message } from '../messages/schema.ts';
import { alertDelivery } from './delivery.ts';
import { alertRuleConfig } from './rule-schema.ts';
import { alertKinds, alertLevels, alertMetrics, incidentEventKinds, incidentStates } from './rules.ts';

const named = z.strictObject({ id: recordId, name: z.string() });

/** One of the alerts that an incident is made of: a rule at an integration, an operator or a game. */
export const incidentPart = z
  .strictObject({
    ruleKey: z.string(),
    ruleName: z.string().nullable(),
    level: z.enum(alertLevels),
    metric: z.enum(alertMetrics),
    integration: named.nullable(),
    operator: named.nullable(),
    game: named.nullable(),
    openedAt: instant,
    closedAt: instant.nullable(),
    /** Of the last evaluation; in the unit of the rule: euro, sessions, minutes, rows, a ratio or standard errors. */
    value: z.number().nullable(),
    expected: z.number().nullable(),
    /** In percent of the expected value, towards what the rule watches for; null where nothing is expected. */
    deviation: z.number().nullable(),
  })
  .meta({ id: 'IncidentPart' });
export type IncidentPart = z.infer<typeof incidentPart>;

export const incident = z
  .strictObject({
    id: rowId,
    kind: z.enum(alertKinds),
    /** Of a rule that people have made. */
    ruleName: z.string().nullable(),
    /** Null for a rule over all integrations together. */
    integration: named.nullable(),
    state: z.enum(incidentStates),
    openedAt: instant,
    closedAt: instant.nullable(),
    /** Null while open, and where it closed by itself. */
    closedBy: z.string().nullable(),
    closeReason: z.string().nullable(),
    acknowledgedAt: instant.nullable(),
    acknowledgedBy: z.string().nullable(),
    parts: z.int().nonnegative(),
    openParts: z.int().nonnegative(),
    /** The part that says most: of the widest level, then the greatest deviation. */
    lead: incidentPart.nullable(),
  })
  .meta({ id: 'Incident' });
export type Incident = z.infer<typeof incident>;

export const incidentEvent = z
  .strictObject({
    id: rowId,
    at: instant,
    kind: z.enum(incidentEventKinds),
    /** Null where the hub did it. */
    username: z.string().nullable(),
    /** A note or a reason, as people wrote it. */
    text: z.string().nullable(),
    /** What the hub says, for a reader of any language. */
    detail: message.nullable(),
  })
  .meta({ id: 'IncidentEvent' });
export type IncidentEvent = z.infer<typeof incidentEvent>;

export const incidentDetail = incident
  .extend({
    allParts: z.array(incidentPart),
    events: z.array(incidentEvent),
    /** Calls of webhooks, newest first. */
    deliveries: z.array(alertDelivery),
  })
  .meta({ id: 'IncidentDetail' });
export type IncidentDetail = z.infer<typeof incidentDetail>;

/** The value of a part and what was expected, in the hours or days around an incident. */
export const incidentPoint = z
  .strictObject({
    /** The end of the window whose sum it is. */
    at: instant,
    value: z.number().nullable(),
    expected: z.number().nullable(),
    /** The thresholds; null where the rule has none on that side. */
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .meta({ id: 'IncidentPoint' });
export type IncidentPoint = z.infer<typeof incidentPoint>;

export const incidentChart = z
  .strictObject({
    part: incidentPart,
    rule: alertRuleConfig,
    points: z.array(incidentPoint),
  })
  .meta({ id: 'IncidentChart' });
export type IncidentChart = z.infer<typeof incidentChart>;
