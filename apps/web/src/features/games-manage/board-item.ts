import type { Game, HiddenReason } from '@ludus/contract';
import { createContext } from 'react';
import { addressAt, pictureOf } from '../../components/display/game-picture.tsx';
import type { Lapsed } from '../../domain/certificate/lapsed.ts';

/** A game or an integration as a row of the columns. */
export interface BoardItem {
  id: number;
  name: string;
  sub: string | null;
  /** Why the integration that is managed does not see the game, where it does not. */
  hidden?: HiddenReason | null;
  /** Facts of a game; an integration has none and is drawn with its chip. */
  game?: {
    picture: string | null;
    /** In percent. Both are missing for a game outside the catalogue. */
    rtp: number | null;
    volatility: number | null;
    isDev: boolean;
  };
}

/** Where certificates have lapsed, by the id of the item. */
export const LapsedItems = createContext<ReadonlyMap<number, readonly Lapsed[]>>(new Map());

type GameLike = Pick<Game, 'id' | 'name' | 'sub_name' | 'isDev'> &
  Partial<Pick<Game, 'rtp' | 'volatility' | 'game_media'>>;

export function gameItem(game: GameLike): BoardItem {
  const picture = addressAt(pictureOf(game, 'main'), 44);
  const { rtp = null, volatility = null, isDev } = game;
  return { id: game.id, name: game.name, sub: game.sub_name, game: { picture, rtp, volatility, isDev } };
}

/** By name, as people look them up. */
export function byName(items: Iterable<BoardItem>): BoardItem[] {
  const collator = new Intl.Collator('it');
  return [...items].sort((first, second) => collator.compare(first.name, second.name));
}

/** Items whose name or sub name holds every typed word. */
export function matching(items: readonly BoardItem[], query: string): readonly BoardItem[] {
  const words = query.toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter(({ name, sub }) => {
    const text = `${name} ${sub ?? ''}`.toLocaleLowerCase('it');
    return words.every((word) => text.includes(word));
  });
}
