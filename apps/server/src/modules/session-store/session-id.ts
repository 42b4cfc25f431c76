import { hash } from 'node:crypto';

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of the hub's ids, in either case; platforms' ids may have it too. */
export function isSessionId(text: string): boolean {
  return pattern.test(text);
}

/**
 * The hub's id of a session as sixteen characters, one for each byte: a UUID made from its integration and the platform's
 * id of it, so that the same session has the same id whoever stores it and however often. (Version 8: the bits are the
 * hub's own.)
 */
export function sessionIdBytes(integrationId: number, platformSessionId: string): string {
  const bytes = hash('sha1', `${integrationId}:${platformSessionId}`, 'binary');
  const version = String.fromCharCode(0x80 | (bytes.charCodeAt(6) & 0x0f));
  const variant = String.fromCharCode(0x80 | (bytes.charCodeAt(8) & 0x3f));
  return `${bytes.slice(0, 6)}${version}${bytes[7]}${variant}${bytes.slice(9, 16)}`;
}

/** The hub's id of a session in the usual form of a UUID. */
export function sessionIdOf(integrationId: number, platformSessionId: string): string {
  return formatSessionId(sessionIdBytes(integrationId, platformSessionId));
}

/** The usual form of a UUID of sixteen characters. */
export function formatSessionId(bytes: string): string {
  const hex = Buffer.from(bytes, 'latin1').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
