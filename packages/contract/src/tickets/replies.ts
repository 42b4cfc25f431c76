import { z } from 'zod';
import { instant, queryRowId, rowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';

const replyText = z
  .string({ error: fieldCode('fields.replyTextRequired') })
  .min(1, fieldCode('fields.replyTextRequired'))
  .max(20_000, fieldCode('fields.tooLong'));

/** What people save of a reply. Texts are HTML as those of answers; `{integration}`, `{ticket}` and `{person}` are filled in when it is used. */
export const replyInput = z.strictObject({
  title: z
    .string({ error: fieldCode('fields.ticketTitleRequired') })
    .trim()
    .min(1, fieldCode('fields.ticketTitleRequired'))
    .max(80, fieldCode('fields.tooLong')),
  textEn: replyText,
  textIt: replyText,
  /** With everyone who answers tickets at the provider; they may change and delete it too. */
  isShared: z.boolean(),
});
export type ReplyInput = z.infer<typeof replyInput>;

export const savedReply = z
  .strictObject({ ...replyInput.shape, id: rowId, updatedAt: instant })
  .meta({ id: 'SavedReply' });
export type SavedReply = z.infer<typeof savedReply>;

/** The caller's own ones and those that are shared, by title. */
export const listSavedReplies = endpoint({
  id: 'listSavedReplies',
  method: 'GET',
  path: '/saved-replies',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'Saved replies to tickets',
  response: rowsOf(savedReply),
});

/** 409 for someone who has as many as one may have. */
export const createSavedReply = endpoint({
  id: 'createSavedReply',
  method: 'POST',
  path: '/saved-replies',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'Save a reply',
  body: replyInput,
  response: savedReply,
  failures: [409],
});

/** A reply that is not shared any more belongs to the caller. */
export const updateSavedReply = endpoint({
  id: 'updateSavedReply',
  method: 'PUT',
  path: '/saved-replies/:id',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'Change a saved reply',
  params: z.strictObject({ id: queryRowId }),
  body: replyInput,
  response: savedReply,
  failures: [404],
});

export const deleteSavedReply = endpoint({
  id: 'deleteSavedReply',
  method: 'DELETE',
  path: '/saved-replies/:id',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'Delete a saved reply',
  params: z.strictObject({ id: queryRowId }),
  response: z.null(),
  failures: [404],
});

export const savedReplyEndpoints = [
  listSavedReplies,
  createSavedReply,
  updateSavedReply,
  deleteSavedReply,
] as const;
