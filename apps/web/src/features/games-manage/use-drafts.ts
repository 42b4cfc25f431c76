import type { Game } from '@ludus/contract';
import { useState } from 'react';
import { type Links, nothingPending, type Pending, pendingCount } from '../../domain/game/pending-links.ts';
import type { BoardItem } from './board-item.ts';

/** What moves are made on, as it was read: the rows, their links, and the game itself where a whole game is saved. */
export interface Base {
  items: readonly BoardItem[];
  links: Links;
  game?: Game;
}

export type PickKey = `integration:${number}` | `game:${number}`;

interface Draft {
  name: string;
  base: Base;
  pending: Pending;
}

/**
 * Moves that are not saved yet, for every integration and game they were made on: they outlast another panel and
 * another pick, and stand on the links that the person saw when making the first of them.
 */
export function useDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<PickKey, Draft>>(new Map());
  const [discarded, setDiscarded] = useState<{ key: PickKey; draft: Draft } | null>(null);

  const put = (key: PickKey, draft: Draft) => {
    setDiscarded(null);
    setDrafts((before) => {
      const after = new Map(before);
      if (pendingCount(draft.pending) === 0) after.delete(key);
      else after.set(key, draft);
      return after;
    });
  };
  const drop = (key: PickKey, pending: Pending) =>
    setDrafts((before) => {
      // Whoever came back while it was saved may have gone on moving.
      if (before.get(key)?.pending !== pending) return before;
      const after = new Map(before);
      after.delete(key);
      return after;
    });

  return {
    of: (key: PickKey) => drafts.get(key),
    pendingOf: (key: PickKey) => drafts.get(key)?.pending ?? nothingPending,
    put,
    drop,
    discard(key: PickKey) {
      const draft = drafts.get(key);
      if (!draft) return;
      drop(key, draft.pending);
      setDiscarded({ key, draft });
    },
    /** The moves of this pick were discarded just now and can be had back. */
    canRestore: (key: PickKey) => discarded?.key === key,
    restore: () => discarded && put(discarded.key, discarded.draft),
    all: [...drafts].map(([key, { name, pending }]) => ({ key, name, count: pendingCount(pending) })),
  };
}

export type Drafts = ReturnType<typeof useDrafts>;
