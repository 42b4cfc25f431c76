import { recordId, sessionSortFields } from '@ludus/contract';
import { z } from 'zod';

const ids = z.array(recordId).optional();
const range = z.strictObject({ min: z.number().nullable(), max: z.number().nullable() }).optional();

/** The requested filter of the list, as it is stored in the job. */
export const mailedFilter = z.strictObject({
  from: z.string(),
  to: z.string(),
  sessionTypeId: z.union([z.literal(1), z.literal(4)]).nullish(),
  gameIds: ids,
  isOpen: z.boolean().nullish(),
  nonZeroRounds: z.boolean().nullish(),
  userId: z.string().optional(),
  betRange: range,
  winRange: range,
  grossWinRange: range,
  integrationId: ids,
  filter: z.strictObject({ integrationId: ids, operatorId: ids }).optional(),
});
export type MailedFilter = z.infer<typeof mailedFilter>;

/** Payload of the job that mails a list. Not strict: jobs of former versions have more fields. */
export const mailPayload = z.object({
  filter: mailedFilter,
  order: z.strictObject({ field: z.enum(sessionSortFields), direction: z.enum(['asc', 'desc']) }).optional(),
  emails: z.array(z.string()).min(1),
});
export type MailPayload = z.infer<typeof mailPayload>;
