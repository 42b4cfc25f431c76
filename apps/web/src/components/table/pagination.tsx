import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useIsPhone } from '../../lib/use-screen.ts';
import styles from './pagination.module.css';

export type PageItem = number | 'gap-start' | 'gap-end';

/**
 * Which page numbers to show: all of them up to 10; beyond that the first, the last two, those around the
 * current one, and an ellipsis where numbers are left out. `compact` keeps it short enough for a phone.
 */
export function pageItems(page: number, pages: number, compact = false): PageItem[] {
  if (pages <= (compact ? 5 : 10)) return Array.from({ length: pages }, (_unused, index) => index + 1);
  const shown = compact
    ? new Set([1, page, pages])
    : new Set([1, 2, page - 1, page, page + 1, pages - 1, pages]);
  if (!compact && page <= 3) shown.add(3);
  const numbers = [...shown].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
  const items: PageItem[] = [];
  for (const [index, number] of numbers.entries()) {
    const before = numbers[index - 1];
    if (before !== undefined && number - before === 2) items.push(number - 1);
    else if (before !== undefined && number - before > 2)
      items.push(number <= page ? 'gap-start' : 'gap-end');
    items.push(number);
  }
  return items;
}

interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Rows in all; undefined while they are counted. */
  total: number | undefined;
  /** Rows of this page, for as long as the total is unknown: a full page may have another one after it. */
  shown?: number;
  onChange: (page: number) => void;
}

/** "1–14 of 48.213" at the left, Prev, numbers and Next at the right. */
export function Pagination({ page, pageSize, total, shown = 0, onChange }: PaginationProps) {
  const { t } = useTranslation('common');
  const isPhone = useIsPhone();
  const known = total ?? (page - 1) * pageSize + shown;
  const pages =
    Math.max(1, Math.ceil(known / pageSize)) + (total === undefined && shown === pageSize ? 1 : 0);
  const first = known === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(known, page * pageSize);
  return (
    <nav className={styles.pagination} aria-label={t('pages')}>
      <span>
        {total === undefined
          ? t('rowsUncounted', { from: first, to: last })
          : t('rowsOf', { from: first, to: last, total })}
      </span>
      <ul className={styles.pages}>
        <li>
          <button
            type="button"
            className={styles.page}
            disabled={page <= 1}
            onClick={() => onChange(page - 1)}
          >
            <IconChevronLeft size={16} stroke={1.5} />
            {t('prev')}
          </button>
        </li>
        {pageItems(page, pages, isPhone).map((item) => (
          <li key={item}>
            {typeof item === 'number' ? (
              <button
                type="button"
                className={styles.page}
                aria-current={item === page ? 'page' : undefined}
                aria-label={t('page', { page: item })}
                onClick={() => onChange(item)}
              >
                {formatCount(item)}
              </button>
            ) : (
              <span className={styles.gap}>…</span>
            )}
          </li>
        ))}
        <li>
          <button
            type="button"
            className={styles.page}
            disabled={page >= pages}
            onClick={() => onChange(page + 1)}
          >
            {t('next')}
            <IconChevronRight size={16} stroke={1.5} />
          </button>
        </li>
      </ul>
    </nav>
  );
}
