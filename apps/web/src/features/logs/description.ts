import type { LogRow } from '@ludus/contract';
import { renderMessage } from '../../lib/messages.ts';
import { plainText } from './plain-text.ts';

/** The sentence of an entry in the reader's language, without markup of the names in it. */
export function descriptionOf({ description, detail }: LogRow): string {
  return plainText(renderMessage(detail, description));
}
