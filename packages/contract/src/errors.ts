import { z } from 'zod';

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
  'upstream',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Every answer that is no success. `fields` names each bad field of a 422 with what is wrong with it, in words. */
export const errorReply = z
  .strictObject({
    message: z.string(),
    code: z.enum(errorCodes),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'ErrorReply' });
export type ErrorReply = z.infer<typeof errorReply>;

/** Texts of the documents that the server answers literally (area ERR). */
export const messages = {
  fetchIntervalTooLong: "You can't fetch more than 31 days of sessions at the same time.",
  invalidBetRange: 'Invalid Bet range',
  invalidWinRange: 'Invalid Win range',
  invalidGrossWinRange: 'Invalid Gross Win range',
  invalidEmail: 'Please enter a valid email address.',
  duplicateEmail: 'Email already added',
  sessionNotFound: 'Session not found',
  closeFailed: 'Error closing session. Please try again later or contact the support.',
  integrationHasGames: "You can't delete a integration that has games.",
  betsNotChangeable: 'Operator or Game does not allow to change bets.',
  betExists: 'This bet already exists',
  invalidBet: 'Invalid bet',
  nothingToUpdate: 'Nothing to update',
  descriptionRequired: 'Description is required',
  dateRequired: 'Date is required',
  severityRequired: 'Severity is required',
  integrationRequired: 'At least one integration is required',
  refreshFailed: 'Error in updating session data. Please try again later.',
} as const;
