import { getLastFetch } from '@ludus/contract';
import { Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { DateTime } from '../../components/display/date-time.tsx';
import { isUnderWay, jobStore } from '../../domain/job/jobs.ts';
import { queryFor } from '../../lib/api/index.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import styles from './shell.module.css';

export const lastFetchQuery = () => ({
  ...queryFor(getLastFetch, {}),
  // Other people's fetches announce only their end: while one runs, ask now and then whether it still does.
  refetchInterval: (query: { state: { data?: { isFetching: boolean } | undefined } }) =>
    query.state.data?.isFetching ? 10_000 : false,
});

/** Whether sessions are being fetched, by the own job's events or by what the API last said. */
export function useFetching(): { isFetching: boolean; percentage: number | null } {
  const { data } = useQuery(lastFetchQuery());
  const job = usePersistent(jobStore);
  const isOwn = isUnderWay(job) && job.name.startsWith('fetch');
  return {
    isFetching: isOwn || (data?.isFetching ?? false),
    percentage: isOwn && job.status === 'running' ? job.percentage : null,
  };
}

/** When sessions were last fetched, and a spinner while a fetch runs. */
export function LastFetch() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(lastFetchQuery());
  const { isFetching, percentage } = useFetching();
  if (isFetching) {
    const text =
      percentage === null ? t('fetching') : t('fetchingPercent', { count: Math.round(percentage) });
    return (
      <div className={styles.fetch} role="status">
        <Loader size={14} color="var(--hub-accent-text)" aria-hidden="true" />
        <span className={`${styles.fetchText} ${styles.words}`}>{text}</span>
      </div>
    );
  }
  const behind = data?.behind?.map(({ name }) => name).join(', ') ?? '';
  return (
    <div className={styles.fetch}>
      <IconRefresh size={14} stroke={1.5} aria-hidden="true" />
      <span className={`${styles.fetchText} ${styles.words}`}>
        {data?.dateTime ? (
          <Trans
            t={t}
            i18nKey={behind === '' ? 'lastFetch' : 'lastFetchWithout'}
            components={{ time: <DateTime value={data.dateTime} />, names: <span>{behind}</span> }}
          />
        ) : data ? (
          t('noFetch')
        ) : null}
      </span>
    </div>
  );
}
