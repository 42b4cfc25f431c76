import { z } from 'zod';
import {
  costlyReadsPerMinute,
  instant,
  pageOf,
  queryId,
  queryInteger,
  queryList,
  queryRowId,
  rowsOf,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { incident, incidentChart, incidentDetail } from './incidents.ts';
import { alertRuleConfig } from './rule-schema.ts';
import { alertKinds, incidentStates, incidentsPerPage, longestIncidentNote } from './rules.ts';

export const alertRule = z
  .strictObject({
    key: z.string(),
    kind: z.enum(alertKinds),
    name: z.string().nullable(),
    isEnabled: z.boolean(),
    config: alertRuleConfig,
    /** Whether it is one that every hub has: such a rule is restored, not deleted. */
    isDefault: z.boolean(),
    /** Whether a default differs from what it was. */
    isChanged: z.boolean(),
    updatedAt: instant.nullable(),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: 'AlertRule' });
export type AlertRuleView = z.infer<typeof alertRule>;

const ruleName = z.string().trim().min(1).max(80);
const ruleKey = z.strictObject({ key: z.string().min(1).max(60) });
const incidentId = z.strictObject({ id: queryRowId });

/** Open and muted ones first, then the newest. */
export const listIncidents = endpoint({
  id: 'listIncidents',
  method: 'GET',
  path: '/alerts/incidents',
  access: 'alerts:read',
  tag: 'alerts',
  summary: 'Incidents, those that are open first',
  query: z.strictObject({
    /** None sent: all. */
    states: queryList(z.enum(incidentStates), incidentStates.length),
    kinds: queryList(z.enum(alertKinds), alertKinds.length),
    integrationId: queryId.optional(),
    page: queryInteger(1, 100_000).optional(),
    limit: queryInteger(1, incidentsPerPage).optional(),
  }),
  response: pageOf(incident).extend({
    /** When the rules were evaluated, and the end of the last hour that they looked at; null before the first time. */
    evaluatedAt: instant.nullable(),
    evaluatedUntil: instant.nullable(),
    /** When the schedule evaluates them next, for the first hour that is not evaluated yet. */
    nextEvaluationAt: instant,
    /** Open cases of the RTP monitor, which wait for someone beside the incidents; whatever the filters. */
    openCases: z.int().nonnegative(),
  }),
});

export const getIncident = endpoint({
  id: 'getIncident',
  method: 'GET',
  path: '/alerts/incidents/:id',
  access: 'alerts:read',
  tag: 'alerts',
  summary: 'An incident with its parts, timeline and deliveries',
  params: incidentId,
  response: incidentDetail,
  failures: [404],
});

/** The part that leads unless `part` is the index of another one of `allParts`. */
export const getIncidentChart = endpoint({
  id: 'getIncidentChart',
  method: 'GET',
  path: '/alerts/incidents/:id/chart',
  access: 'alerts:read',
  tag: 'alerts',
  summary: 'The figure of an incident beside what was expected',
  params: incidentId,
  query: z.strictObject({ part: queryInteger(0, 100_000).optional() }),
  response: incidentChart,
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

const note = z.string().trim().min(1).max(longestIncidentNote);

/** 409 when it is closed, or when someone has acknowledged it. */
export const acknowledgeIncident = endpoint({
  id: 'acknowledgeIncident',
  method: 'POST',
  path: '/alerts/incidents/:id/acknowledge',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Say that someone takes care of an incident',
  params: incidentId,
  response: incidentDetail,
  failures: [404, 409],
});

export const noteIncident = endpoint({
  id: 'noteIncident',
  method: 'POST',
  path: '/alerts/incidents/:id/notes',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Add a note to the timeline of an incident',
  params: incidentId,
  body: z.strictObject({ text: note }),
  response: incidentDetail,
  failures: [404],
});

/** Its alerts stay quiet until they are over; 409 when it is closed. */
export const closeIncident = endpoint({
  id: 'closeIncident',
  method: 'POST',
  path: '/alerts/incidents/:id/close',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Close an incident with a reason',
  params: incidentId,
  body: z.strictObject({ reason: note }),
  response: incidentDetail,
  failures: [404, 409],
});

export const listAlertRules = endpoint({
  id: 'listAlertRules',
  method: 'GET',
  path: '/alerts/rules',
  access: 'alerts:read',
  tag: 'alerts',
  summary: 'The rules of alerts, defaults first',
  response: rowsOf(alertRule),
});

export const createAlertRule = endpoint({
  id: 'createAlertRule',
  method: 'POST',
  path: '/alerts/rules',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Add a rule on a metric',
  body: z.strictObject({ name: ruleName, isEnabled: z.boolean(), config: alertRuleConfig }),
  response: alertRule,
});

/** The name is given for rules that people have made, and null for defaults. */
export const updateAlertRule = endpoint({
  id: 'updateAlertRule',
  method: 'PUT',
  path: '/alerts/rules/:key',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Change a rule, or turn it off',
  params: ruleKey,
  body: z.strictObject({ name: ruleName.nullable(), isEnabled: z.boolean(), config: alertRuleConfig }),
  response: alertRule,
  failures: [404],
});

/** Restores a default to what it was, and deletes a rule that people have made. */
export const removeAlertRule = endpoint({
  id: 'removeAlertRule',
  method: 'DELETE',
  path: '/alerts/rules/:key',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Restore a default rule, or delete one of your own',
  params: ruleKey,
  response: z.null(),
  failures: [404],
});

/**
 * Evaluates the rules for the whole hours that they have not looked at yet, as the schedule does every hour: the last 24 at most.
 * `hours` is how many that were; none means that nothing is due before the next whole hour.
 * `rules` is how many are on, `opened` how many incidents were opened.
 */
export const evaluateAlertRules = endpoint({
  id: 'evaluateAlertRules',
  method: 'POST',
  path: '/alerts/runs',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Evaluate the rules of alerts now',
  response: z.strictObject({
    hours: z.int().nonnegative(),
    rules: z.int().nonnegative(),
    opened: z.int().nonnegative(),
    evaluatedAt: instant.nullable(),
    evaluatedUntil: instant.nullable(),
  }),
  perMinute: 6,
});

export const alertEndpoints = [
  listIncidents,
  getIncident,
  getIncidentChart,
  acknowledgeIncident,
  noteIncident,
  closeIncident,
  listAlertRules,
  createAlertRule,
  updateAlertRule,
  removeAlertRule,
  evaluateAlertRules,
] as const;
