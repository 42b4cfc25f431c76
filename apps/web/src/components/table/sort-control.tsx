import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sort-control.module.css';

export interface TableSort {
  id: string;
  desc: boolean;
}

export interface SortOption<Id extends string = string> {
  id: Id;
  label: string;
  /** Whether its first order is the descending one. */
  descFirst?: boolean;
}

interface SortControlProps<Id extends string> {
  options: readonly SortOption<Id>[];
  /** Without `desc` the options have no direction. */
  sort: { id: string; desc?: boolean } | null;
  onSort: (sort: { id: Id; desc: boolean }) => void;
  /** Framed, beside other controls, where it stands without its label unless `named`; otherwise it is the head of a list. */
  framed?: boolean | 'named';
}

/** What the headers of a table do, for lists of a phone, which have none. */
export function SortControl<Id extends string>({ options, sort, onSort, framed }: SortControlProps<Id>) {
  const { t } = useTranslation('common');
  const id = useId();
  const current = options.find((option) => option.id === sort?.id);
  const desc = sort?.desc;
  const Arrow = desc ? IconArrowDown : IconArrowUp;
  const choose = (chosen: string) => {
    const option = options.find((one) => one.id === chosen);
    if (option) onSort({ id: option.id, desc: option.descFirst ?? false });
  };
  return (
    <div className={styles.bar} data-framed={framed}>
      <label className={framed === true || !current ? 'hub-visually-hidden' : styles.label} htmlFor={id}>
        {t('sorting.by')}
      </label>
      {/* The select lies over its own words, so that it is as wide as they are, and opens the phone's picker. */}
      <span className={styles.choice}>
        <span className="hub-ellipsis" aria-hidden="true">
          {current?.label ?? t('sorting.by')}
        </span>
        <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        <select id={id} value={current?.id ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          {!current && (
            <option value="" disabled hidden>
              {t('sorting.by')}
            </option>
          )}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
      {current && desc !== undefined && (
        <ActionIcon
          className={styles.turn}
          aria-label={t(desc ? 'sorting.ascending' : 'sorting.descending')}
          onClick={() => onSort({ id: current.id, desc: !desc })}
        >
          <Arrow size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}
