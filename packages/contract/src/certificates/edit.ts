import { z } from 'zod';
import { pastOrFutureDay } from '../common.ts';
import { documentTypes } from './types.ts';

/** Apart from the calls: only a form needs these schemas in the browser. */

export const documentType = z.enum(documentTypes);

export const documentName = z.string().trim().max(200);

/** What can be changed of a document; a form checks it before it sends. */
export const documentChange = z.strictObject({
  name: documentName.min(1),
  type: documentType.nullable(),
  validUntil: pastOrFutureDay.nullable(),
});
export type DocumentChange = z.infer<typeof documentChange>;
