import { createGame, getGame, updateGame } from '@ludus/contract';
import { type CallInput, call, useInvalidateTags } from '../../lib/api/index.ts';

/**
 * The calls of a save that takes several: the game itself, then its media by `sendMedia`. Whoever makes them calls
 * `invalidate` once, after the last.
 */
export function useSaveGame() {
  const invalidateTags = useInvalidateTags();
  return {
    create: (input: CallInput<typeof createGame>) => call(createGame, input),
    update: (input: CallInput<typeof updateGame>) => call(updateGame, input),
    /** The game as the server has it now, past every cache; null when it cannot be read. */
    readAgain: (id: number) =>
      call(getGame, { params: { id }, query: { with: ['game_media', 'integrations'] } }).catch(() => null),
    invalidate: () => invalidateTags(['games', 'certificates']),
  };
}
