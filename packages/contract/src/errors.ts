import { z } from 'zod';
import { message } from './messages/schema.ts';

/** Stable names of failures; clients branch on them, never on texts. */
export const errorCodes = [
  'unauthorized',
  'forbidden',
  'not_found',
  'validation',
  'conflict',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'request_timeout',
  'misdirected',
  'upstream',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * The body of every error response. `message` is English; `detail` is the same sentence for a reader of any language,
 * where it has a code. `fields` names each bad field with what is wrong with it in English, `fieldDetails` for a reader of
 * any language.
 */
export const errorReply = z
  .strictObject({
    message: z.string(),
    detail: message.optional(),
    code: z.enum(errorCodes),
    fields: z.record(z.string(), z.string()).optional(),
    fieldDetails: z.record(z.string(), message).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'ErrorReply' });
export type ErrorReply = z.infer<typeof errorReply>;
