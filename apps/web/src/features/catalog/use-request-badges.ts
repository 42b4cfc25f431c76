import { type CatalogueViewer, type Game, type GameRequestMark, isOpenRequest } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRequested } from '../../domain/game/catalog-viewer.ts';
import { askedAgo, decidedOn, useRequestMarks } from '../../domain/game/request-marks.ts';

export interface RequestMark {
  text: string;
  /** Only the platform is waited for, so that it does not stand out. */
  isGranted: boolean;
}

const openMark = (text: string): RequestMark => ({ text, isGranted: false });

/**
 * What marks a game that was requested: for an integration since when, or the answer; for the provider by whom, or to whom it
 * was granted. Where requests are not read yet, the mark on the link says only that it is requested.
 */
export function useRequestBadges(viewer: CatalogueViewer): (game: Game) => RequestMark | null {
  const { t, i18n } = useTranslation('catalog');
  const marks = useRequestMarks();
  return useMemo(() => {
    const byGame = Map.groupBy(marks, ({ gameId }) => gameId);
    const ofProvider = (known: readonly GameRequestMark[]): RequestMark | null => {
      const open = known.filter(({ state }) => isOpenRequest(state));
      const isGranted = open.length === 0;
      const [mark, ...more] = isGranted ? known : open;
      if (mark === undefined) return null;
      const count = more.length + 1;
      const values = { name: mark.integration.name, date: decidedOn(mark), count };
      // One that no one has taken up yet outweighs those that are in review.
      const isAsked = open.some(({ state }) => state === 'asked');
      const key = isGranted ? 'grantedTo' : isAsked ? 'requestedBy' : 'reviewingBy';
      return { text: t(count === 1 ? key : `${key}Many`, values), isGranted };
    };
    return (game) => {
      const known = byGame.get(game.id) ?? [];
      if (viewer.integrationId === null) return ofProvider(known);
      const [own] = known;
      if (own === undefined || own.state === 'withdrawn')
        return isRequested(game, viewer) ? openMark(t('requested')) : null;
      return own.state === 'asked'
        ? openMark(t('requestedAgo', { ago: askedAgo(own, i18n.language) }))
        : { text: t(own.state, { date: decidedOn(own) }), isGranted: own.state === 'granted' };
    };
  }, [marks, viewer, t, i18n.language]);
}
