import {
  type PerformanceGrain,
  type PerformanceMetric,
  performanceGrains,
  performanceMetrics,
} from '@ludus/contract';
import { readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const gameViews = ['performance'] as const;

/** What the URL of a game's page holds. Absent is the game itself, and every default of its performance. */
export interface GameSearch {
  view?: (typeof gameViews)[number] | undefined;
  /** The figure that is charted. */
  value?: PerformanceMetric | undefined;
  by?: PerformanceGrain | undefined;
  chart?: 'line' | 'bar' | 'table' | undefined;
  /** Ids of series that are not drawn, comma-separated. */
  hidden?: string | undefined;
  /** First and last place of the part that is looked at, as "12-48". */
  zoom?: string | undefined;
}

export function readGameSearch(input: SearchInput): GameSearch {
  const zoom = readText(input.zoom, 20);
  return {
    view: readOneOf(input.view, gameViews),
    value: readOneOf(input.value, performanceMetrics),
    by: readOneOf(input.by, performanceGrains),
    chart: readOneOf(input.chart, ['line', 'bar', 'table']),
    hidden: readText(input.hidden, 2000),
    zoom: /^\d+-\d+$/.test(zoom ?? '') ? zoom : undefined,
  };
}

/** Of another game the same figure is looked at, not the same part of its life. */
export const searchForOther = ({ view, value }: GameSearch): GameSearch => ({ view, value });
