import { type FigureFilter, type MetricId, metricIds } from '@ludus/contract';
import type { FigurePlace } from './explain.ts';

/** A figure of the page, with the sessions behind it. */
export interface ExplainedFigure {
  metric: MetricId;
  /** As the page shows it; undefined where only the metric is known. */
  shown?: number | null;
  filter: FigureFilter;
}

const placeSelector = '[data-explain-for]';
const figureSelector = '[data-explain]';
/** Figures whose sessions are known. */
export const explainedSelector = `${placeSelector} ${figureSelector}`;

/** What a click opens or turns: a figure in it leaves the click to it. */
const clickedItself = 'a, button, [role="tab"], [data-list-row], [data-opens]';
/** Whether a click on the figure is meant for the figure. */
export const isClickOnFigure = (figure: Element): boolean => figure.closest(clickedItself) === null;

/** The sessions that the places around an element describe; null where they leave the period open. */
function filterAround(element: Element, within: Partial<FigureFilter> = {}): FigureFilter | null {
  const parts: Partial<FigureFilter>[] = [within];
  for (let at = element.closest(placeSelector); at; at = at.parentElement?.closest(placeSelector) ?? null)
    parts.unshift(JSON.parse(at.getAttribute('data-explain-for') ?? '{}'));
  const filter: Partial<FigureFilter> = Object.assign({}, ...parts);
  const { from, to, sessionTypeId } = filter;
  return from === undefined || to === undefined || sessionTypeId === undefined
    ? null
    : { ...filter, from, to, sessionTypeId };
}

/** The metric that is named beside an element, or else the figure that it is, stands in or begins with. */
export function figureAt({ element, metric, within, shown }: FigurePlace): ExplainedFigure | null {
  if (metric) {
    const filter = filterAround(element, within);
    return filter && { metric, filter, ...(shown === undefined ? {} : { shown }) };
  }
  const figure =
    element.closest<HTMLElement>(figureSelector) ?? element.querySelector<HTMLElement>(figureSelector);
  const named = metricIds.find((id) => id === figure?.dataset.explain);
  const filter = figure && filterAround(figure);
  if (!filter || !named) return null;
  const { value } = figure.dataset;
  return { metric: named, shown: value === undefined ? null : Number(value), filter };
}

/** What the pointer is on, what has the focus, or the first figure of the page. */
export function placeOfKey(): FigurePlace | null {
  const pointed = [...document.querySelectorAll(`${explainedSelector}:hover`)].at(-1);
  const focused = document.activeElement;
  const active = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '');
  const candidates = [pointed, active, focused === document.body ? null : focused];
  const first = document.querySelector(`main ${explainedSelector}`);
  const found = [...candidates, first].find((element) => element && figureAt({ element }) !== null);
  return found ? { element: found } : null;
}
