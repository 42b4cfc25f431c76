import type { StatisticsRequestInput } from './schema.ts';

/** Base64 of the JSON, as the `a` parameter carries it. Works in browsers and in Node. */
export function encodeStatisticsRequest<Request extends object = StatisticsRequestInput>(
  request: Request,
): string {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The JSON value inside `a`, standard or URL-safe base64; undefined where there is none. */
export function decodeStatisticsParameter(parameter: string): unknown {
  try {
    const standard = parameter.replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+');
    const bytes = Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
