import { z } from 'zod';
import { instant } from '../common.ts';
import { message } from '../messages/schema.ts';
import { deliveryStates } from './rules.ts';

/** A call of a webhook. */
export const alertDelivery = z
  .strictObject({
    id: z.uuid(),
    /** `incident.opened`, `incident.worse`, `incident.closed` or `test`. */
    event: z.string(),
    /** Without its query, which may hold a secret. */
    url: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.int().nonnegative(),
    /** The status of the last reply; null where there was none. */
    status: z.int().nullable(),
    /** Why the last attempt failed. */
    reason: z.string().nullable(),
    reasonDetail: message.optional(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'AlertDelivery' });
export type AlertDelivery = z.infer<typeof alertDelivery>;
