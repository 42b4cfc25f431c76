import { z } from 'zod';
import { instant, instantOrDay, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';

/** 1 low, 2 medium, 3 high, 4 critical. Availability is asked for below 4. */
export const severities = [1, 2, 3, 4] as const;
export type Severity = (typeof severities)[number];
export const severityNames = {
  1: 'Low',
  2: 'Medium',
  3: 'High',
  4: 'Critical',
} as const satisfies Record<Severity, string>;

export const maxMaintenanceDescription = 255;
/** Rome calendar days from today to the first day a maintenance may be announced for. */
export const maintenanceNoticeDays = 14;

/**
 * `confirmed`: true available, false not, null not decided yet. With a decision come its instant and the username of
 * who gave it, as it was then.
 */
export const maintenanceIntegration = z.strictObject({
  id: recordId,
  name: z.string(),
  maintenance_integrations: z.strictObject({
    confirmed: z.boolean().nullable(),
    answeredAt: instant.nullable(),
    answeredBy: z.string().nullable(),
  }),
});

/** Work at the provider that integrations are notified of. `date` is its start; a plain day starts at 00:00 in Rome. */
export const maintenance = z
  .strictObject({
    id: rowId,
    date: instant,
    description: z.string(),
    severity: z.int().min(1).max(4),
    createdAt: instant,
    integrations: z.array(maintenanceIntegration),
  })
  .meta({ id: 'Maintenance' });
export type Maintenance = z.infer<typeof maintenance>;

/** Confirmed if all are true, Denied if any is false, otherwise Pending. */
export function overallStatus(entry: Pick<Maintenance, 'integrations'>): 'confirmed' | 'denied' | 'pending' {
  const answers = entry.integrations.map((one) => one.maintenance_integrations.confirmed);
  if (answers.includes(false)) return 'denied';
  return answers.length > 0 && answers.every((answer) => answer === true) ? 'confirmed' : 'pending';
}

/** Oldest first as documented; clients show them reversed. */
export const listMaintenances = endpoint({
  id: 'listMaintenances',
  method: 'GET',
  path: '/maintenances',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Maintenances',
  response: z.array(maintenance),
});

/** People of a notified integration read it with only their own confirmation; 404 for everyone else's. */
export const getMaintenance = endpoint({
  id: 'getMaintenance',
  method: 'GET',
  path: '/maintenances/:id',
  access: 'notifications:read',
  tag: 'maintenances',
  summary: 'One maintenance',
  params: z.strictObject({ id: queryRowId }),
  response: maintenance,
  failures: [404],
});

/** What a maintenance is announced with. */
export const maintenanceCreation = z.strictObject({
  args: z.strictObject({
    description: z
      .string({ error: fieldCode('fields.descriptionRequired') })
      .trim()
      .min(1, fieldCode('fields.descriptionRequired'))
      .max(maxMaintenanceDescription, fieldCode('fields.tooLong')),
    date: z
      .string({ error: fieldCode('fields.dateRequired') })
      .min(1, fieldCode('fields.dateRequired'))
      .pipe(instantOrDay),
    severity: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], {
      error: fieldCode('fields.severityRequired'),
    }),
  }),
  integrations: z
    .array(recordId, { error: fieldCode('fields.integrationsRequired') })
    .min(1, fieldCode('fields.integrationsRequired'))
    .max(2000),
});

/** Only integrations with users can be notified; 404 for one that there is not. */
export const createMaintenance = endpoint({
  id: 'createMaintenance',
  method: 'POST',
  path: '/maintenances/create',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Announce a maintenance to integrations',
  body: maintenanceCreation,
  response: maintenance,
  failures: [404],
});

export const maintenanceEndpoints = [listMaintenances, getMaintenance, createMaintenance] as const;
