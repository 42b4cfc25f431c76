import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { notificationsQuery, useMarkSeen } from '../../../domain/user/notifications.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { NotificationDetail } from '../components/notification-detail.tsx';
import { NotificationList } from '../components/notification-list.tsx';
import styles from './notifications-page.module.css';

interface NotificationsPageProps {
  /** The chosen notification, from the URL. */
  chosenId: number | undefined;
  /** Or the newest one about this maintenance, which is what the link of an email knows. */
  maintenanceId: number | undefined;
  onChoose: (id: number | undefined) => void;
}

/** Notices to the signed-in person: the list at the left, the chosen one at the right. */
export function NotificationsPage({ chosenId, maintenanceId, onChoose }: NotificationsPageProps) {
  const { t } = useTranslation('notifications');
  const common = useTranslation('common');
  const isPhone = useIsPhone();
  const notifications = useQuery(notificationsQuery());
  const { data } = notifications;
  const { mutate: markSeen } = useMarkSeen();
  const showsSkeleton = useDelayed(notifications.isPending);
  // In reverse order of the response.
  const newestFirst = data ? [...data].reverse() : [];
  const chosen = newestFirst.find((notification) =>
    chosenId === undefined
      ? maintenanceId !== undefined && notification.maintenanceId === maintenanceId
      : notification.id === chosenId,
  );
  const unseenCount = newestFirst.filter((notification) => !notification.seen).length;

  // Once per visit: a refused update comes back as unseen and must not be sent for ever.
  const sentIds = useRef(new Set<number>());
  const unseenId = chosen && !chosen.seen ? chosen.id : null;
  useEffect(() => {
    if (unseenId === null || sentIds.current.has(unseenId)) return;
    sentIds.current.add(unseenId);
    markSeen(unseenId);
  }, [unseenId, markSeen]);

  const context = !data ? undefined : unseenCount === 0 ? t('allSeen') : t('unseen', { count: unseenCount });
  return (
    <>
      <PageHeader title={t('title')} context={newestFirst.length > 0 ? context : undefined} />
      <PageBody>
        <QueryView query={notifications} text={t('failed')}>
          {data?.length === 0 ? (
            <Panel label={t('list')}>
              <EmptyState title={common.t('nothingToShow')} />
            </Panel>
          ) : (
            <div className={styles.split}>
              {!(isPhone && chosen) && (
                <Panel flush label={t('list')}>
                  <NotificationList
                    notifications={data && newestFirst}
                    showsSkeleton={showsSkeleton}
                    chosenId={chosen?.id}
                    onChoose={onChoose}
                  />
                </Panel>
              )}
              {chosen ? (
                <NotificationDetail
                  key={chosen.id}
                  notification={chosen}
                  onBack={isPhone ? () => onChoose(undefined) : undefined}
                />
              ) : (
                data &&
                !isPhone && (
                  <Panel label={t('title')}>
                    <EmptyState title={t('choose')} compact />
                  </Panel>
                )
              )}
            </div>
          )}
        </QueryView>
      </PageBody>
    </>
  );
}
