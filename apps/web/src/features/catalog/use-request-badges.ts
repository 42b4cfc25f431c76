import type { CatalogueViewer, Game, GameRequestMark } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRequested } from '../../domain/game/catalog-viewer.ts';
import { askedAgo, useRequestMarks } from '../../domain/game/request-marks.ts';

/**
 * What marks a game that was requested: for an integration since when, or the answer; for the provider by whom. Where requests are
 * not read, or not yet, the mark on the link says only that it is requested.
 */
export function useRequestBadges(viewer: CatalogueViewer): (game: Game) => string | null {
  const { t, i18n } = useTranslation('catalog');
  const marks = useRequestMarks();
  return useMemo(() => {
    const byGame = Map.groupBy(marks, ({ gameId }) => gameId);
    const ofProvider = ([mark, ...more]: readonly GameRequestMark[]) => {
      if (mark === undefined) return null;
      return more.length === 0
        ? t('requestedBy', { name: mark.integration.name })
        : t('requestedByMany', { count: more.length + 1 });
    };
    return (game) => {
      const known = byGame.get(game.id) ?? [];
      if (viewer.integrationId === null) return ofProvider(known);
      const [own] = known;
      if (own === undefined || own.state === 'withdrawn')
        return isRequested(game, viewer) ? t('requested') : null;
      return own.state === 'asked' ? t('requestedAgo', { ago: askedAgo(own, i18n.language) }) : t(own.state);
    };
  }, [marks, viewer, t, i18n.language]);
}
