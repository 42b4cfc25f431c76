import type { Game, updateGame } from '@ludus/contract';
import type { CallInput } from '../../../lib/api/index.ts';
import { type GameValues, toUpdate } from './values.ts';

type LinkChange = Pick<
  CallInput<typeof updateGame>['body'],
  'integrationsToAdd' | 'integrationsToDelete' | 'integrationsToRemove'
>;

/** The save of a game as the server had it, with these values and these links to make and undo. */
export function updateOf(base: Game, values: GameValues, links: LinkChange): CallInput<typeof updateGame> {
  const sent = toUpdate(values);
  return {
    params: { id: base.id },
    // Only for a game that came from the provider's storage.
    query: base.providerId === null ? {} : { providerName: 'gamestorage' },
    body: {
      id: base.id,
      ...sent,
      externalIdentifier: base.externalIdentifier,
      // Once bet or win change, what was worked out of them is for the server to work out anew.
      ...(sent.max_bet === base.max_bet && sent.max_multiplier_win === base.max_multiplier_win
        ? { max_exposure: base.max_exposure }
        : {}),
      integrations: base.integrations ?? [],
      ...links,
      updatedAt: base.updatedAt,
    },
  };
}
