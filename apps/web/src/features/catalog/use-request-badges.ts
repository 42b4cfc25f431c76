import type { CatalogueViewer, Game, GameRequestMark } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRequested } from '../../domain/game/catalog-viewer.ts';
import { askedAgo, useRequestMarks } from '../../domain/game/request-marks.ts';

export interface RequestMark {
  text: string;
  /** Nothing is waited for any more, so that it does not stand out. */
  isGranted: boolean;
}

const openMark = (text: string): RequestMark => ({ text, isGranted: false });

/**
 * What marks a game that was requested: for an integration since when, or the answer; for the provider by whom. Where requests are
 * not read, or not yet, the mark on the link says only that it is requested.
 */
export function useRequestBadges(viewer: CatalogueViewer): (game: Game) => RequestMark | null {
  const { t, i18n } = useTranslation('catalog');
  const marks = useRequestMarks();
  return useMemo(() => {
    const byGame = Map.groupBy(marks, ({ gameId }) => gameId);
    const ofProvider = ([mark, ...more]: readonly GameRequestMark[]) => {
      if (mark === undefined) return null;
      return openMark(
        more.length === 0
          ? t('requestedBy', { name: mark.integration.name })
          : t('requestedByMany', { count: more.length + 1 }),
      );
    };
    return (game) => {
      const known = byGame.get(game.id) ?? [];
      if (viewer.integrationId === null) return ofProvider(known);
      const [own] = known;
      if (own === undefined || own.state === 'withdrawn')
        return isRequested(game, viewer) ? openMark(t('requested')) : null;
      return own.state === 'asked'
        ? openMark(t('requestedAgo', { ago: askedAgo(own, i18n.language) }))
        : { text: t(own.state), isGranted: own.state === 'granted' };
    };
  }, [marks, viewer, t, i18n.language]);
}
