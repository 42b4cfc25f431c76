import type { CatalogueViewer } from '@ludus/contract';
import { useMemo, useState } from 'react';
import { canBeRequested } from '../../domain/game/catalog-viewer.ts';
import { requestList } from '../../domain/game/request-list.ts';
import { useCan } from '../../lib/auth/index.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import type { CatalogueGame } from './filter-and-sort.ts';

/** Whether a game is ticked or may be; undefined for a game that no one can ask for now. */
export type PickState = 'ticked' | 'free' | undefined;

/** What cards and rows need for their checkbox. */
export interface Picks {
  stateOf: (id: number) => PickState;
  /** Always the same function, so that it draws no card again. */
  onPick: (id: number, ticked: boolean) => void;
}

export interface Requesting {
  /** There is a game to ask for, and the person may. */
  canStart: boolean;
  /** Null while the mode is off. */
  picks: Picks | null;
  ticked: readonly number[];
  start: () => void;
  stop: () => void;
}

const onPick: Picks['onPick'] = (id, ticked) =>
  requestList.set((before) => {
    const rest = (before ?? []).filter((one) => one !== id);
    return ticked ? [...rest, id] : rest;
  });

/**
 * The requesting mode: for people of an integration who read the catalogue and may notify the provider of what
 * their integration asks for.
 */
export function useRequesting(games: readonly CatalogueGame[], viewer: CatalogueViewer): Requesting {
  const mayRead = useCan('catalog:read');
  const mayAsk = useCan('games:ask');
  const isAllowed = mayRead && mayAsk && viewer.integrationId !== null;
  const storedIds = usePersistent(requestList);
  const open = useMemo(
    () =>
      new Set(
        isAllowed ? games.filter(({ game }) => canBeRequested(game, viewer)).map(({ game }) => game.id) : [],
      ),
    [games, viewer, isAllowed],
  );
  // What was ticked may have been asked for by a colleague, or belong to whoever was signed in before.
  const ticked = useMemo(() => (storedIds ?? []).filter((id) => open.has(id)), [storedIds, open]);
  const picks = useMemo<Picks | null>(() => {
    if (storedIds === null || open.size === 0) return null;
    const chosen = new Set(ticked);
    return { stateOf: (id) => (open.has(id) ? (chosen.has(id) ? 'ticked' : 'free') : undefined), onPick };
  }, [storedIds, open, ticked]);
  const [{ start, stop }] = useState(() => ({
    start: () => requestList.set([]),
    stop: () => requestList.set(null),
  }));
  return { canStart: open.size > 0, picks, ticked, start, stop };
}
