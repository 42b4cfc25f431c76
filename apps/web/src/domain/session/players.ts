import { getPlayer, type SessionTypeId } from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';

/** What one user id of an integration has played; null is real and fun. */
export const playerQuery = (integrationId: number, userId: string, sessionTypeId: SessionTypeId | null) =>
  queryFor(getPlayer, {
    params: { integrationId, userId },
    query: { sessionTypeId: sessionTypeId ?? undefined },
  });

/**
 * The page of a player. Ids are what platforms make of them: written twice, one with a slash or an ampersand stays one part of
 * the path, whose reader takes the first writing away.
 */
export const playerHref = (integrationId: number, userId: string): string =>
  `/players/${integrationId}/${encodeURIComponent(encodeURIComponent(userId))}`;

/** The user id of such a path; one that someone wrote by hand as it is. */
export function readPlayerId(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
