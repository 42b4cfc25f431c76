import { z } from 'zod';
import { instant, queryRowId, rowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import type { Language } from '../language.ts';

const replyText = z
  .string({ error: fieldCode('fields.replyTextRequired') })
  .max(20_000, fieldCode('fields.tooLong'));

const replyParts = z.strictObject({
  title: z
    .string({ error: fieldCode('fields.ticketTitleRequired') })
    .trim()
    .min(1, fieldCode('fields.ticketTitleRequired'))
    .max(80, fieldCode('fields.tooLong')),
  /** Empty where there is none in this language. */
  textEn: replyText,
  textIt: replyText,
  /** With everyone who answers tickets at the provider; they may change and delete it too. */
  isShared: z.boolean(),
});

/**
 * What people save of a reply, in one language or in both. Texts are HTML as those of answers; `{integration}`, `{ticket}` and
 * `{person}` are filled in when it is used.
 */
export const replyInput = replyParts.refine(({ textEn, textIt }) => textEn !== '' || textIt !== '', {
  path: ['textEn'],
  error: fieldCode('fields.replyTextRequired'),
});
export type ReplyInput = z.infer<typeof replyInput>;

export const savedReply = z
  .strictObject({ ...replyParts.shape, id: rowId, updatedAt: instant })
  .meta({ id: 'SavedReply' });
export type SavedReply = z.infer<typeof savedReply>;

/** The text of a reply for a reader of this language: the other one where there is none, with the language it has. */
export function replyTextFor(
  { textEn, textIt }: Pick<SavedReply, 'textEn' | 'textIt'>,
  language: Language,
): { text: string; language: Language } {
  const has = language === 'it' ? (textIt === '' ? 'en' : 'it') : textEn === '' ? 'it' : 'en';
  return { text: has === 'it' ? textIt : textEn, language: has };
}

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
