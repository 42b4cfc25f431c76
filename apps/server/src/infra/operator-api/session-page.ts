import { messageOf } from '@ludus/contract';
import { sessionFeedTrailerSchema } from '@ludus/contract/operator-api';
import type { LineBatch } from './lines.ts';
import { OperatorApiError } from './operator-api-error.ts';

/** One page of changed sessions as received: lines of JSON that no one has checked. */
export interface SessionPage {
  lines: string[];
  /** Beginnings of lines beyond the limit. */
  tooLong: string[];
  nextCursor: string | null;
}

/**
 * Collects a page. Its rows count only once the trailer has come with the right count: a page that was cut on the way is
 * no page at all.
 */
export async function collectPage(batches: AsyncIterable<LineBatch>): Promise<SessionPage> {
  const lines: string[] = [];
  const tooLong: string[] = [];
  for await (const batch of batches) {
    for (const line of batch.lines) lines.push(line);
    for (const line of batch.tooLong) tooLong.push(line);
  }
  const last = lines.pop();
  const trailer = last?.includes('"trailer"')
    ? sessionFeedTrailerSchema.safeParse(parseJson(last)).data?.trailer
    : undefined;
  if (trailer === undefined)
    throw new OperatorApiError(messageOf('services.cut', { service: 'data' }), true, 200);
  const received = lines.length + tooLong.length;
  if (trailer.count !== received) {
    const detail = messageOf('services.otherCount', { announced: trailer.count, received });
    throw new OperatorApiError(detail, true, 200);
  }
  return { lines, tooLong, nextCursor: trailer.nextCursor };
}

/** The JSON value of a text, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
