import type { ChartFilters, Reference } from './filters.ts';
import type { ChartsSearch, Dataset } from './search.ts';

/** What both tabs of the charts are given by their page. */
export interface TabProps {
  search: ChartsSearch;
  /** The filters of the URL, under the rules. Stable while they stay the same. */
  shown: ChartFilters;
  reference: Reference;
  /** Whether games and integrations are known, so that the rules can be trusted. */
  isReady: boolean;
  dataset: Dataset;
  /** The period in words. */
  periodText: string;
  /** The filters without any but the period. */
  cleared: ChartFilters;
  onSearch: (search: ChartsSearch) => void;
  /** The same without a step in the history. */
  onReplace: (search: ChartsSearch) => void;
  onFilters: (filters: ChartFilters) => void;
  onDataset: (dataset: Dataset) => void;
  onHidden: (id: string, hidden: ReadonlySet<string>, byDefault: readonly string[]) => void;
  onClear: () => void;
}
