import type { listUserSessions, ResponseOf } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { sessionsQuery, useMayAsk } from '../api/users.ts';
import styles from './users.module.css';

type UserSession = ResponseOf<typeof listUserSessions>[number];

interface UserSessionsProps {
  keycloakUserId: string;
  /** Somebody who is being deleted has none that could be asked for, whatever makes them stale. */
  isGone: boolean;
}

/** Where somebody is signed in (USER-06). */
export function UserSessions({ keycloakUserId, isGone }: UserSessionsProps) {
  const { t } = useTranslation('users');
  const mayAsk = useMayAsk();
  const sessions = useQuery({
    ...sessionsQuery(keycloakUserId),
    staleTime: 0,
    enabled: mayAsk && !isGone,
  });
  const columns = useMemo<DataColumn<UserSession>[]>(
    () => [
      { id: 'ip', header: t('ipAddress'), cell: ({ ipAddress }) => ipAddress },
      { id: 'start', header: t('start'), align: 'right', cell: ({ start }) => <DateTime value={start} /> },
      {
        id: 'lastAccess',
        header: t('lastAccess'),
        align: 'right',
        cell: ({ lastAccess }) => <DateTime value={lastAccess} />,
      },
    ],
    [t],
  );
  return (
    <section aria-label={t('sessions')} className={styles.sessions}>
      <h3 className={styles.subtitle}>{t('sessions')}</h3>
      {sessions.isError ? (
        <ErrorState
          compact
          text={t('sessionsFailed')}
          onReload={() => void sessions.refetch()}
          reloading={sessions.isFetching}
        />
      ) : (
        <DataTable
          label={t('sessions')}
          columns={columns}
          rows={sessions.data ?? []}
          rowId={({ id }) => id}
          loading={!sessions.data}
          skeletonRows={1}
          empty={<p className={styles.none}>{t('noSessions')}</p>}
          phoneRow={({ ipAddress, start, lastAccess }) => ({
            title: ipAddress,
            sub: `${t('start')} ${formatInstant(start, 'minutes')}`,
            note: `${t('lastAccess')} ${formatInstant(lastAccess, 'minutes')}`,
          })}
        />
      )}
    </section>
  );
}
