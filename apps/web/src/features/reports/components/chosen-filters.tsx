import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NarrowedTo } from '../../../components/form/narrowed-to.tsx';
import { countFilters, type ReportsSearch } from '../search.ts';

interface ChosenFiltersProps {
  search: ReportsSearch;
  onClear: () => void;
  /** Null where the person has no Charts. */
  onCharts: (() => void) | null;
}

const filters = ['integrations', 'operators', 'games'] as const;

/** That the report is narrowed to what was chosen on Charts; nothing where it is not. */
export function ChosenFilters({ search, onClear, onCharts }: ChosenFiltersProps) {
  const { t } = useTranslation('reports');
  if (countFilters(search) === 0) return null;
  return (
    <NarrowedTo
      parts={filters.flatMap((filter) => {
        const count = search[filter]?.length;
        return count ? [t(filter, { count })] : [];
      })}
      onClear={onClear}
    >
      {onCharts && (
        <Button variant="subtle" onClick={onCharts}>
          {t('changeOnCharts')}
        </Button>
      )}
    </NarrowedTo>
  );
}
