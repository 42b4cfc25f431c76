import { type CatalogueViewer, categoryOf, type Game, linkOf } from '@ludus/contract';
import { useCan, useUser } from '../../lib/auth/index.ts';

/**
 * Who looks at these games, as their categories need it. The server sends a person of an integration only the links to
 * that one; it is still picked by name. Zero belongs to no integration: nothing is linked to it.
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

/** The signed-in person's integration; null for staff of the provider, who see games whatever their links. */
export function useOwnIntegration(): string | null {
  const isProvider = useCan('integrations:manage');
  const { integrationName } = useUser();
  return isProvider ? null : (integrationName ?? '');
}

/** Whether the viewer's integration has requested a game that is not active there. */
export function isRequested(game: Game, viewer: CatalogueViewer): boolean {
  return categoryOf(game, viewer) === 'available' && (linkOf(game, viewer)?.is_requested ?? null) !== null;
}

/** Whether the viewer's integration may still ask for a game: available, and no one there has asked. */
export function canBeRequested(game: Game, viewer: CatalogueViewer): boolean {
  return categoryOf(game, viewer) === 'available' && linkOf(game, viewer)?.is_requested === null;
}
