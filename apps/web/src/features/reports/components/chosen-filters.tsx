import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { countFilters, type ReportsSearch } from '../search.ts';
import styles from './chosen-filters.module.css';

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
    <div className={styles.chosen}>
      <span className={styles.only}>{t('narrowedTo')}</span>
      {filters.map((filter) => {
        const count = search[filter]?.length;
        return count ? <Badge key={filter}>{t(filter, { count })}</Badge> : null;
      })}
      {onCharts && (
        <Button variant="subtle" onClick={onCharts}>
          {t('changeOnCharts')}
        </Button>
      )}
      <Button variant="subtle" onClick={onClear}>
        {t('showAll')}
      </Button>
    </div>
  );
}
