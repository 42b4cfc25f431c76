import type { GameCategory } from '@ludus/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { SortControl } from '../../../components/table/sort-control.tsx';
import { useSidewaysEdges } from '../../../components/table/use-overflows.ts';
import { formatCount } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import type { CategoryCounts } from '../filter-and-sort.ts';
import { type GridSort, gridSorts } from '../search.ts';
import styles from './toolbars.module.css';

interface GridToolbarProps {
  /** The categories this person has, in the order of the sections. */
  categories: readonly GameCategory[];
  counts: CategoryCounts;
  /** Null is all of them. */
  ticked: readonly GameCategory[] | null;
  onTicked: (ticked: readonly GameCategory[] | null) => void;
  sort: GridSort;
  onSort: (sort: GridSort) => void;
}

/** Category checkboxes with counts, and the order. On a phone they become chips and a control. */
export function GridToolbar({ categories, counts, ticked, onTicked, sort, onSort }: GridToolbarProps) {
  const { t } = useTranslation('catalog');
  const isPhone = useIsPhone();
  const { edgesRef, hasBefore, hasMore } = useSidewaysEdges();
  const shown = ticked === null ? categories : categories.filter((category) => ticked.includes(category));
  const isAll = shown.length === categories.length;
  const toggle = (category: GameCategory) => {
    const next = categories.filter((one) => (one === category) !== shown.includes(one));
    onTicked(next.length === categories.length ? null : next);
  };
  const boxes = [
    {
      id: 'all' as const,
      checked: isAll,
      isPartial: !isAll && shown.length > 0,
      change: () => onTicked(isAll ? [] : null),
    },
    ...categories.map((category) => ({
      id: category,
      checked: shown.includes(category),
      isPartial: false,
      change: () => toggle(category),
    })),
  ];
  const sorts = gridSorts.map((option) => ({ value: option, label: t(`sort.${option}`) }));
  return (
    <div className={styles.bar}>
      <fieldset
        className={`hub-fades ${styles.boxes}`}
        ref={edgesRef}
        data-before={hasBefore || undefined}
        data-more={hasMore || undefined}
      >
        <legend className="hub-visually-hidden">{t('category')}</legend>
        {boxes.map(({ id, checked, isPartial, change }) =>
          isPhone ? (
            <label key={id} className={styles.chip} data-checked={checked || undefined}>
              <input type="checkbox" className="hub-visually-hidden" checked={checked} onChange={change} />
              {t(`categories.${id}`)} <span>{formatCount(counts[id])}</span>
            </label>
          ) : (
            <Checkbox
              key={id}
              className={styles.box}
              styles={{ body: { alignItems: 'center' } }}
              checked={checked}
              indeterminate={isPartial}
              onChange={change}
              label={
                <>
                  {t(`categories.${id}`)} <span className={styles.count}>{formatCount(counts[id])}</span>
                </>
              }
            />
          ),
        )}
      </fieldset>
      {isPhone ? (
        <SortControl
          framed
          options={sorts.map(({ value, label }) => ({ id: value, label }))}
          sort={{ id: sort }}
          onSort={({ id }) => onSort(id)}
        />
      ) : (
        <div className={styles.sort}>
          <span className={styles.sortLabel} aria-hidden="true">
            {t('sortBy')}
          </span>
          <SegmentedSwitch label={t('sortBy')} value={sort} onChange={onSort} options={sorts} />
        </div>
      )}
    </div>
  );
}
