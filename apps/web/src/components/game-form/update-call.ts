import type { Game, updateGame } from '@ludus/contract';
import type { CallInput } from '../../lib/api/index.ts';
import { type GameValues, toUpdate } from './values.ts';

type LinkChange = Pick<
  CallInput<typeof updateGame>['body'],
  'integrationsToAdd' | 'integrationsToDelete' | 'integrationsToRemove'
>;

/** The save of a game as the server had it, with these values and these links to make and undo (API-010 to API-012). */
export function updateOf(base: Game, values: GameValues, links: LinkChange): CallInput<typeof updateGame> {
  return {
    params: { id: base.id },
    // OPEN-39: only for a game that came from the provider's storage.
    query: base.providerId === null ? {} : { providerName: 'gamestorage' },
    body: {
      id: base.id,
      ...toUpdate(values),
      externalIdentifier: base.externalIdentifier,
      max_exposure: base.max_exposure,
      integrations: base.integrations ?? [],
      ...links,
      updatedAt: base.updatedAt,
    },
  };
}
