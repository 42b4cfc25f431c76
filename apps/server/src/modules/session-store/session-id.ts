import { hash } from 'node:crypto';

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of the hub's ids, in either case; platforms' ids may have it too. */
export function isSessionId(text: string): boolean {
  return pattern.test(text);
}

const variant = ['8', '9', 'a', 'b'];

/**
 * The hub's id of a session: a UUID made from its integration and the platform's id of it, so that the same session has
 * the same id whoever stores it and however often. (Version 8: the bits are the hub's own.)
 */
export function sessionIdOf(integrationId: number, platformSessionId: string): string {
  const hex = hash('sha1', `${integrationId}:${platformSessionId}`, 'hex');
  const kind = variant[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${kind}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
