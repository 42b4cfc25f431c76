import { Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { DateTime } from '../../components/display/date-time.tsx';
import { lastFetchQuery, useFetching } from '../../domain/session/fetching.ts';
import styles from './shell.module.css';

/** When sessions were last fetched, and a spinner while a fetch runs; how far it is stands in the job widget. */
export function LastFetch() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(lastFetchQuery());
  const { isFetching } = useFetching();
  const behind = data?.behind?.map(({ name }) => name).join(', ') ?? '';
  return (
    <div className={styles.fetch}>
      {isFetching ? (
        <span role="status" className={styles.fetchMark} title={t('fetching')}>
          <Loader size={14} color="var(--hub-accent-text)" aria-hidden="true" />
          <span className="hub-visually-hidden">{t('fetching')}</span>
        </span>
      ) : (
        <IconRefresh size={14} stroke={1.5} aria-hidden="true" />
      )}
      <span className={`${styles.fetchText} ${styles.words}`}>
        {data?.dateTime ? (
          <Trans
            t={t}
            i18nKey={behind === '' ? 'lastFetch' : 'lastFetchWithout'}
            components={{
              time: <DateTime value={data.dateTime} />,
              names: <span>{behind}</span>,
            }}
          />
        ) : data ? (
          t('noFetch')
        ) : null}
      </span>
    </div>
  );
}
