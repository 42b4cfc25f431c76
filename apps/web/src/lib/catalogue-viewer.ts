import { type CatalogueViewer, categoryOf, type Game, linkOf } from '@ludus/contract';
import { useCan, useUser } from './auth/index.ts';

/**
 * Who looks at these games, as their categories need it. The server sends a person of an integration the links to that
 * one alone; it is still picked by name (ROLE-08). Zero belongs to no integration: nothing is linked to it.
 */
export function viewerOf(
  games: readonly Pick<Game, 'integrations'>[],
  integrationName: string | null,
): CatalogueViewer {
  if (integrationName === null) return { integrationId: null };
  const name = integrationName.toLowerCase();
  for (const game of games) {
    const own = game.integrations?.find((link) => link.name.toLowerCase() === name);
    if (own) return { integrationId: own.id };
  }
  return { integrationId: 0 };
}

/** The signed-in person's integration; null for staff of the provider, who see games whatever their links (CAT-27). */
export function useOwnIntegration(): string | null {
  const isProvider = useCan('integrations:manage');
  const { integrationName } = useUser();
  return isProvider ? null : (integrationName ?? '');
}

/** Whether the viewer's integration may still ask for a game: available, and nobody there has asked (OPEN-09). */
export function canBeRequested(game: Game, viewer: CatalogueViewer): boolean {
  return categoryOf(game, viewer) === 'available' && linkOf(game, viewer)?.is_requested === null;
}
