import { randomUUID } from 'node:crypto';
import type { Db } from '../postgres/database.ts';
import { publishWebhook } from './outbox.ts';

export interface LinkedGame {
  id: number;
  name: string;
  slug: string;
}

/** Notifies integrations of games that they see from now on, or no longer. */
export async function publishGameLinks(
  tx: Db,
  type: 'game.granted' | 'game.withdrawn',
  links: readonly { integrationId: number; game: LinkedGame }[],
  at: Date,
): Promise<void> {
  // A game may be granted and withdrawn many times.
  for (const { integrationId, game } of links)
    await publishWebhook(tx, { type, integrationId, key: randomUUID(), at, data: { game } });
}
