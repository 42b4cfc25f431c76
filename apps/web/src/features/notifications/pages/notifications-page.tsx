import { Button } from '@mantine/core';
import { IconCalendar, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { SplitView } from '../../../components/layout/split-view.tsx';
import { notificationsQuery, useMarkAllSeen, useMarkSeen } from '../../../domain/user/notifications.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { CalendarAddress } from '../components/calendar-address.tsx';
import { NotificationDetail } from '../components/notification-detail.tsx';
import styles from '../components/notification-list.module.css';
import { NotificationList } from '../components/notification-list.tsx';
import { movedBy } from '../moved-by.ts';

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
  const isOneAtATime = useMedia(breakpoints.laptop);
  const [showsCalendar, setCalendar] = useState(false);
  const [shows, setShows] = useState<'all' | 'unread'>('all');
  const notifications = useQuery(notificationsQuery());
  const { data } = notifications;
  const { mutate: markSeen } = useMarkSeen();
  const markAll = useMarkAllSeen((error) => void toast('error', error.message, { error }));
  const showsSkeleton = useDelayed(notifications.isPending);
  // In reverse order of the response.
  const newestFirst = data ? [...data].reverse() : [];
  const chosen = newestFirst.find((notification) =>
    chosenId === undefined
      ? maintenanceId !== undefined && notification.maintenanceId === maintenanceId
      : notification.id === chosenId,
  );
  // What has just been opened stays, although it is read now.
  const listed = newestFirst.filter((one) => shows === 'all' || !one.seen || one === chosen);
  // Beside the list something is always open: at first the newest one, which counts as read once it is chosen.
  const isUnasked = chosenId === undefined && maintenanceId === undefined;
  const opened = chosen ?? (isUnasked && !isOneAtATime ? listed[0] : undefined);
  const unseenCount = newestFirst.filter((notification) => !notification.seen).length;

  // Once per visit: a refused update comes back as unseen and must not be sent for ever.
  const sentIds = useRef(new Set<number>());
  const unseenId = chosen && !chosen.seen ? chosen.id : null;
  useEffect(() => {
    if (unseenId === null || sentIds.current.has(unseenId)) return;
    sentIds.current.add(unseenId);
    markSeen(unseenId);
  }, [unseenId, markSeen]);

  const context = !data
    ? null
    : data.length === 0
      ? undefined
      : unseenCount === 0
        ? t('allSeen')
        : t('unseen', { count: unseenCount });
  return (
    <>
      <PageHeader
        title={t('title')}
        context={context}
        primary={
          data &&
          data.length > 0 && (
            // Once some are read, those that are not are found without searching.
            <SegmentedSwitch
              label={t('filter')}
              value={shows}
              onChange={setShows}
              options={[
                { value: 'all', label: t('filterAll') },
                { value: 'unread', label: t('filterUnread') },
              ]}
            />
          )
        }
        actions={
          <>
            {unseenCount > 0 && (
              <HeaderButton
                label={t('markAll')}
                icon={<IconChecks size={16} stroke={1.5} />}
                onClick={() => markAll.mutate(newestFirst.reduce((last, { id }) => Math.max(last, id), 0))}
              />
            )}
            <Button
              variant="default"
              leftSection={<IconCalendar size={16} stroke={1.5} />}
              onClick={() => setCalendar(true)}
            >
              {t('calendarShort')}
            </Button>
          </>
        }
      />
      {showsCalendar && <CalendarAddress onClose={() => setCalendar(false)} />}
      <PageBody>
        <QueryView query={notifications} text={t('failed')}>
          {data?.length === 0 ? (
            <Panel label={t('list')}>
              <EmptyState title={common.t('nothingToShow')} />
            </Panel>
          ) : (
            <SplitView
              isDetailShort
              isChosen={chosen !== undefined}
              onBack={() => onChoose(undefined)}
              backLabel={t('backToList')}
              list={
                <Panel flush label={t('list')} className={styles.whole}>
                  {data && listed.length === 0 && <p className={styles.none}>{t('allSeen')}</p>}
                  <NotificationList
                    notifications={data && listed}
                    all={data ?? []}
                    showsSkeleton={showsSkeleton}
                    chosenId={opened?.id}
                    isUnasked={chosen === undefined}
                    onChoose={onChoose}
                  />
                </Panel>
              }
              detail={
                opened ? (
                  <NotificationDetail
                    key={opened.id}
                    notification={opened}
                    movedBy={movedBy(opened, data ?? [])}
                  />
                ) : (
                  data && (
                    <Panel label={t('title')}>
                      <EmptyState title={t('choose')} compact />
                    </Panel>
                  )
                )
              }
            />
          )}
        </QueryView>
      </PageBody>
    </>
  );
}
