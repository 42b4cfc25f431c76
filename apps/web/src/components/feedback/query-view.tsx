import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/error.ts';
import { dayInRome } from '../../lib/days.ts';
import { formatInstant } from '../../lib/format.ts';
import styles from './query-view.module.css';
import { ErrorState } from './states.tsx';

export type ViewedQuery = Pick<
  UseQueryResult<unknown>,
  'data' | 'error' | 'isError' | 'isFetching' | 'dataUpdatedAt' | 'refetch'
>;

interface QueryViewProps {
  /** What the children show: one query, or several that they need together. */
  query: ViewedQuery | readonly ViewedQuery[];
  /** Rendered while the queries load, too: the children draw their own skeletons. */
  children?: ReactNode;
  /** The sentence of a failure; the default is that of game and bookkeeping screens. */
  text?: string | undefined;
  filtersKept?: boolean;
  compact?: boolean;
  /** Replaces the usual failure. */
  failure?: ReactNode;
}

/** What is known about a failed read: what its own sentence says better than the area's, and the id of its request. */
export function failureOf(errors: readonly unknown[]): { text?: string; code?: string } {
  const known = errors.filter((error) => error instanceof ApiError);
  const named = known.find(({ code }) => code === 'unavailable' || code === 'not_found');
  const { requestId } = named ?? known.find((error) => error.requestId !== undefined) ?? {};
  return {
    ...(named === undefined ? {} : { text: named.message }),
    ...(requestId === undefined ? {} : { code: requestId }),
  };
}

/** True when a query has failed and there is nothing to show in its place. */
export const hasNoData = (query: ViewedQuery) => query.isError && query.data === undefined;

/**
 * Shows a failure only while there is no data. When a refetch fails, the children stay, under a line that says since when
 * they have not changed.
 */
export function QueryView({ query, children, text, filtersKept, compact, failure }: QueryViewProps) {
  const failed = [query].flat().filter((one) => one.isError);
  const reload = () => {
    for (const one of failed) void one.refetch();
  };
  if (failed.some(hasNoData)) {
    return (
      failure ?? (
        <ErrorState
          {...(text === undefined ? {} : { text })}
          {...(filtersKept ? { filtersKept } : {})}
          {...(compact ? { compact } : {})}
          {...failureOf(failed.filter(hasNoData).map(({ error }) => error))}
          onReload={reload}
          reloading={failed.some((one) => one.isFetching)}
        />
      )
    );
  }
  return (
    <>
      {failed.length > 0 && (
        <RefreshFailed
          shownSince={Math.min(...failed.map((one) => one.dataUpdatedAt))}
          onRetry={reload}
          retrying={failed.some((one) => one.isFetching)}
        />
      )}
      {children}
    </>
  );
}

interface RefreshFailedProps {
  /** When the shown data arrived, in milliseconds since 1970. */
  shownSince: number;
  onRetry: () => void;
  retrying: boolean;
}

/** Says that what is on screen could not be refreshed, and how old it is. */
function RefreshFailed({ shownSince, onRetry, retrying }: RefreshFailedProps) {
  const { t } = useTranslation('common');
  const isOfToday = dayInRome(new Date(shownSince)) === dayInRome(new Date());
  const time = formatInstant(shownSince, isOfToday ? 'time' : 'minutes');
  return (
    <div className={styles.line} role="status">
      <IconCloudOff size={16} stroke={1.5} aria-hidden="true" />
      <span>{t('error.refreshFailed', { time })}</span>
      <Button variant="subtle" size="xs" onClick={onRetry} loading={retrying}>
        {t('retry')}
      </Button>
    </div>
  );
}
