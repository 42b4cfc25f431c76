import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoGame, demoGameSchema } from '@ludus/contract/operator-api';
import { z } from 'zod';

/** Folder with `games.json` and one folder of pictures per slug. */
export const GAMES_FOLDER = join(import.meta.dirname, '../../demo-games');

const fileSchema = z.strictObject({ games: z.array(demoGameSchema), storage: z.array(demoGameSchema) });

export interface GameShelf {
  /** Games of the demo catalogue. */
  catalogue: DemoGame[];
  /** Games that the storage knows and the catalogue does not. */
  storage: DemoGame[];
}

export function loadGames(): GameShelf {
  const file = fileSchema.parse(JSON.parse(readFileSync(join(GAMES_FOLDER, 'games.json'), 'utf8')));
  return { catalogue: file.games, storage: file.storage };
}

/** Names of the media files of a game, sorted; none for a game without a folder. */
export function mediaFiles(slug: string): string[] {
  const folder = join(GAMES_FOLDER, slug);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Bets that the provider offers for a game, in cents, ascending: 1-2-5 steps within the game's limits. */
export function betLadder(game: DemoGame): number[] {
  const min = Math.round(game.min_bet * 100);
  const max = Math.round(game.max_bet * 100);
  const bets = new Set([min, max]);
  for (let decade = 10; decade <= max; decade *= 10) {
    for (const step of [1, 2, 3, 5, 8]) {
      const bet = decade * step;
      if (bet > min && bet < max && bet % minFactor(game) === 0) bets.add(bet);
    }
  }
  return [...bets].sort((a, b) => a - b);
}

/** All bets of a game are multiples of this many cents. */
export function minFactor(game: DemoGame): number {
  return Math.round(game.min_bet * 100) % 10 === 0 ? 10 : 5;
}
