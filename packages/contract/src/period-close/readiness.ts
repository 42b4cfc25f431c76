import { z } from 'zod';
import { costlyReadsPerMinute, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { periodStates } from './names.ts';
import { monthKey, periodCheck } from './schema.ts';

/** What still keeps a month of one integration from being closed, and what only has to be seen. */
export const periodReadiness = z
  .strictObject({
    integration: z.strictObject({ id: recordId, name: z.string() }),
    state: z.enum(periodStates),
    /** As it is now; of a closed month as it was when it was closed. */
    checks: z.array(periodCheck),
  })
  .meta({ id: 'PeriodReadiness' });
export type PeriodReadiness = z.infer<typeof periodReadiness>;

/**
 * The checklists of a month of all integrations at once: of those with sessions or a state in it, and of active ones that have played
 * before and not in it.
 */
export const getPeriodReadiness = endpoint({
  id: 'getPeriodReadiness',
  method: 'GET',
  path: '/periods/readiness',
  access: 'periods:read',
  tag: 'periods',
  summary: 'The checklists of a month of all integrations',
  query: z.strictObject({ month: monthKey }),
  response: z.strictObject({
    month: monthKey,
    /** A month that still runs cannot be closed. */
    isEnded: z.boolean(),
    /** By the name of the integration. */
    rows: z.array(periodReadiness),
  }),
  perMinute: costlyReadsPerMinute,
});

export const readinessEndpoints = [getPeriodReadiness] as const;
