import type { Coverage, FigureFilter, MetricId } from '@ludus/contract';
import { useSyncExternalStore } from 'react';
import { dayInRome, type Period } from './days.ts';

/**
 * Figures explain themselves on request, by attributes of the elements, as hints do: a table of a thousand figures needs no
 * component around each. A figure (`MetricFigure`) names its metric; what stands around it names the sessions behind it, each
 * place only what it narrows. What listens and reads them comes after the first screen (`explained-figure.ts`).
 */
export function explainsFor(part: Partial<FigureFilter> | null): { 'data-explain-for'?: string } {
  return part === null ? {} : { 'data-explain-for': JSON.stringify(part) };
}

/** The days that a response covers. */
export function daysCovered({ from, to }: Pick<Coverage, 'from' | 'to'>): Period {
  return { from: dayInRome(new Date(from)), to: dayInRome(new Date(Date.parse(to) - 1)) };
}

/** Real money of whole days, as the dashboard shows it. */
export const explainsDays = (coverage: Coverage | null | undefined): Partial<FigureFilter> | null =>
  coverage ? { ...daysCovered(coverage), sessionTypeId: 1 } : null;

/** Where someone asks: at a figure, or beside one whose metric is named. */
export interface FigurePlace {
  element: Element;
  metric?: MetricId;
  /** Narrows what the places around the element say: the interval and the series of a point of a chart. */
  within?: Partial<FigureFilter>;
  /** The value that stands there; a metric without one has none. */
  shown?: number | null;
}

let asked: FigurePlace | null = null;
const listeners = new Set<() => void>();

/** Asks for the panel of a figure; null closes it. */
export function explain(place: FigurePlace | null): void {
  asked = place;
  for (const listener of [...listeners]) listener();
}

export function useFigurePlace(): FigurePlace | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
