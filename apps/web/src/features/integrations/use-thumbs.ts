import type { Game } from '@ludus/contract';
import { useMemo } from 'react';

/** The smallest main image of each game that has one. */
export function useThumbs(games: readonly Game[] | undefined): ReadonlyMap<number, string> {
  return useMemo(
    () =>
      new Map(
        (games ?? []).flatMap((game) => {
          const medium = game.game_media?.[0];
          const url = medium?.variants[0]?.url ?? medium?.url;
          return url ? [[game.id, url] as const] : [];
        }),
      ),
    [games],
  );
}
