import { z } from 'zod';
import { instant, instantOrDay, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { messages } from '../errors.ts';

/** 1 low, 2 medium, 3 high, 4 critical. Availability is asked for below 4 (OPEN-53). */
export const severities = [1, 2, 3, 4] as const;
export type Severity = (typeof severities)[number];
export const severityNames = {
  1: 'Low',
  2: 'Medium',
  3: 'High',
  4: 'Critical',
} as const satisfies Record<Severity, string>;

export const maxMaintenanceDescription = 255;
/** Rome calendar days from today to the first day a maintenance may be announced for (MAINT-02). */
export const maintenanceNoticeDays = 14;

/**
 * `confirmed`: true available, false not, null no answer yet (MAINT-07). With an answer come its instant and the username of
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

/** Work at the provider that integrations are told of (ENT-14). `date` is its start; a plain day starts at 00:00 in Rome. */
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

/** MAINT-08: Confirmed if all are true, Denied if any is false, otherwise Pending. */
export function overallStatus(entry: Pick<Maintenance, 'integrations'>): 'confirmed' | 'denied' | 'pending' {
  const answers = entry.integrations.map((one) => one.maintenance_integrations.confirmed);
  if (answers.includes(false)) return 'denied';
  return answers.length > 0 && answers.every((answer) => answer === true) ? 'confirmed' : 'pending';
}

/** API-049: oldest first as documented; clients show them reversed. */
export const listMaintenances = endpoint({
  id: 'listMaintenances',
  method: 'GET',
  path: '/maintenances',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Maintenances',
  response: z.array(maintenance),
});

/** API-050, OPEN-21: people of a told integration read it with their own answer alone; 404 for everybody else's. */
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
      .string({ error: messages.descriptionRequired })
      .trim()
      .min(1, messages.descriptionRequired)
      .max(maxMaintenanceDescription, `At most ${maxMaintenanceDescription} characters.`),
    date: z.string({ error: messages.dateRequired }).min(1, messages.dateRequired).pipe(instantOrDay),
    severity: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], {
      error: messages.severityRequired,
    }),
  }),
  integrations: z
    .array(recordId, { error: messages.integrationRequired })
    .min(1, messages.integrationRequired)
    .max(2000),
});

/** API-051, MAINT-02, MAINT-03. Only integrations with users can be told (MAINT-04); 404 for one that there is not. */
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
