import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './phone-sort.module.css';

export interface TableSort {
  id: string;
  desc: boolean;
}

/** What a column of a table has for its place in the list. */
interface SortingColumn {
  id: string;
  header: ReactNode;
  label?: string;
  align?: 'left' | 'right';
  descFirst?: boolean;
}

interface PhoneSortProps {
  /** Those that sort. */
  columns: readonly SortingColumn[];
  sort: TableSort | null;
  onSort: (sort: TableSort) => void;
}

/** What the headers of a table do, for the rows of a phone, which have none. */
export function PhoneSort({ columns, sort, onSort }: PhoneSortProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const choose = (chosen: string) => {
    const column = columns.find((one) => one.id === chosen);
    if (column) onSort({ id: chosen, desc: column.descFirst ?? column.align === 'right' });
  };
  const current = columns.some((column) => column.id === sort?.id) ? sort : null;
  const Arrow = current?.desc ? IconArrowDown : IconArrowUp;
  return (
    <div className={styles.bar}>
      <label className="hub-visually-hidden" htmlFor={id}>
        {t('sorting.by')}
      </label>
      <NativeSelect
        id={id}
        className={styles.select}
        rightSectionWidth={28}
        value={current?.id ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {current === null && (
          <option value="" disabled hidden>
            {t('sorting.by')}
          </option>
        )}
        {columns.map((column) => (
          <option key={column.id} value={column.id}>
            {column.label ?? column.header?.toString()}
          </option>
        ))}
      </NativeSelect>
      <ActionIcon
        variant="default"
        className={styles.turn}
        disabled={current === null}
        aria-label={t(current?.desc ? 'sorting.ascending' : 'sorting.descending')}
        onClick={() => current && onSort({ id: current.id, desc: !current.desc })}
      >
        <Arrow size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
