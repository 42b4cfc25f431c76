import type { listUserSessions, ResponseOf } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { sessionsQuery, useCanReadAccounts } from '../../../domain/user/users.ts';
import { formatInstant } from '../../../lib/format.ts';
import styles from './users.module.css';

type UserSession = ResponseOf<typeof listUserSessions>[number];

interface UserSessionsProps {
  keycloakUserId: string;
  /** Someone who is being deleted has none that could be asked for, whatever makes them stale. */
  isGone: boolean;
}

/** Where someone is signed in. */
export function UserSessions({ keycloakUserId, isGone }: UserSessionsProps) {
  const { t } = useTranslation('users');
  const mayAsk = useCanReadAccounts();
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
      <QueryView query={sessions} text={t('sessionsFailed')} compact>
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
      </QueryView>
    </section>
  );
}
