import { z } from 'zod';
import { instant, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { integrationRoles } from '../roles.ts';
import { longestViewHours, viewAsHeader } from './roles.ts';

const grant = z.string().min(1).max(2_000);

/** Someone of the provider who sees what a role of an integration sees. */
export const viewing = z
  .strictObject({
    /** What the header of each call holds. It is good for nothing without a token of whoever started. */
    grant: z.string(),
    integration: z.strictObject({ id: recordId, name: z.string() }),
    role: z.enum(integrationRoles),
    startedAt: instant,
    /** When it ends by itself. */
    endsAt: instant,
  })
  .meta({ id: 'Viewing' });
export type Viewing = z.infer<typeof viewing>;

export const startViewAs = endpoint({
  id: 'startViewAs',
  method: 'POST',
  path: '/view-as',
  access: 'integrations:view-as',
  tag: 'view as',
  summary: 'Start to see what a role of an integration sees',
  description: `Calls with the header \`${viewAsHeader}: <grant>\` are answered as for someone of that role at that integration: its rows, its fields and its scopes. They only read: every call that stores or sends something gets a 403, and what belongs to a person (notifications, saved views, preferences) is empty. 403 for a role that sees more than the caller, 404 for an integration that is not active. It ends after ${longestViewHours} hours. Start and end are logged.`,
  body: z.strictObject({ integrationId: recordId, role: z.enum(integrationRoles) }),
  response: viewing,
  failures: [404],
  perMinute: 30,
});

export const endViewAs = endpoint({
  id: 'endViewAs',
  method: 'POST',
  path: '/view-as/end',
  access: 'integrations:view-as',
  tag: 'view as',
  summary: 'Stop seeing what a role of an integration sees',
  description: 'Writes to the log how long it took. Calls with the grant are refused from then on.',
  body: z.strictObject({ grant }),
  response: z.null(),
  failures: [404],
});

export const viewAsEndpoints = [startViewAs, endViewAs] as const;
