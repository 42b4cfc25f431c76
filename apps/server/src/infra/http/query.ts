import { messageOf } from '@ludus/contract';
import { parse } from 'qs';
import { ValidationError } from '../errors/index.ts';

const limits = { depth: 3, parameterLimit: 2_100, arrayLimit: 2_100 } as const;

/**
 * Reads the part of an address behind "?": repeated keys become lists, `filter[integrationId]=1` and `order[bet]=desc`
 * become objects. Every value is text.
 * @throws ValidationError for values nested or repeated beyond the limits.
 */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parse(text, {
      ...limits,
      strictDepth: true,
      throwOnLimitExceeded: true,
      // Names such as "constructor" stay ordinary names, so that the schema refuses them like any unknown one.
      plainObjects: true,
    });
  } catch (cause) {
    throw new ValidationError({ query: messageOf('fields.tooManyOrDeep') }, undefined, { cause });
  }
}

/** The query text of a request's address, without "?". */
export function queryText(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
