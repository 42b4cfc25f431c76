import { type MetricId, mayExplain } from '@ludus/contract';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../lib/auth/index.ts';
import { explain, type FigurePlace, useFigurePlace } from '../../lib/explain.ts';
import { explainedSelector, figureAt, isClickOnFigure, placeOfKey } from '../../lib/explained-figure.ts';
import { useCommands } from '../../lib/keyboard/commands.ts';
import { latePart } from '../../lib/late-part.ts';

const FigurePanel = latePart(
  async () => (await import('../../features/figures/components/figure-panel.tsx')).FigurePanel,
);

const close = () => explain(null);

/** Explains the figures of every page: by a click, by E, or by the button beside one; in a row that opens by a secondary click. */
export function FigureExplanations() {
  const { t } = useTranslation('figures');
  const { scopes } = useUser();
  const place = useFigurePlace();
  const figure = useMemo(() => place && figureAt(place), [place]);
  const address = useLocation({ select: ({ pathname, search }) => pathname + JSON.stringify(search) });
  // A link in the panel has led to the sessions or to the dictionary, or the page behind it shows others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address closes it
  useEffect(() => close, [address]);
  useEffect(() => {
    /** On selected text the click stays the browser's, which copies. */
    const onClick = (event: MouseEvent) => {
      if (event.shiftKey || !(event.target instanceof Element) || getSelection()?.isCollapsed === false)
        return;
      const element = event.target.closest(explainedSelector);
      if (!element || (event.type === 'click' && !isClickOnFigure(element))) return;
      if (!openIfAllowed({ element }, (metric) => mayExplain(metric, scopes))) return;
      event.preventDefault();
      // A row of a tree would turn as well.
      event.stopPropagation();
    };
    const events = ['click', 'contextmenu'] as const;
    for (const name of events) document.addEventListener(name, onClick, { capture: true });
    return () => {
      for (const name of events) document.removeEventListener(name, onClick, { capture: true });
    };
  }, [scopes]);
  useCommands(
    scopes.has('statistics:read')
      ? [
          {
            id: 'explain',
            label: t('explainKey'),
            group: 'everywhere',
            keys: ['e'],
            run: () => openIfAllowed(placeOfKey(), (metric) => mayExplain(metric, scopes)),
          },
        ]
      : [],
  );
  return <Suspense>{figure && <FigurePanel key={figure.metric} figure={figure} onClose={close} />}</Suspense>;
}

/** Returns false where there is nothing to explain, or not to this person, so that keys and clicks stay free. */
function openIfAllowed(place: FigurePlace | null, mayExplainIt: (metric: MetricId) => boolean): boolean {
  const figure = place && figureAt(place);
  if (!figure || !mayExplainIt(figure.metric)) return false;
  explain(place);
  return true;
}
