import type { Notification } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Pip, SeverityBadge } from '../../../components/badge.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { PageBody, PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { notificationsQuery, useMarkSeen } from '../api/notifications.ts';
import { dateLabel } from '../date-label.ts';
import styles from './notifications-page.module.css';

interface NotificationsPageProps {
  /** The chosen notification, from the URL. */
  chosenId: number | undefined;
  onChoose: (id: number | undefined) => void;
}

/** Notices to the signed-in person: the list at the left, the chosen one at the right. */
export function NotificationsPage({ chosenId, onChoose }: NotificationsPageProps) {
  const { t } = useTranslation('notifications');
  const common = useTranslation('common');
  const isPhone = useIsPhone();
  const { data, isError, isFetching, refetch } = useQuery(notificationsQuery());
  const { mutate: markSeen } = useMarkSeen();
  const showsSkeleton = useDelayed(!data && !isError);
  // NOTIF-01: in reversed order of the answer.
  const newestFirst = data ? [...data].reverse() : [];
  const chosen = newestFirst.find((notification) => notification.id === chosenId);
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
    ? undefined
    : unseenCount === 0
      ? t('allSeen')
      : t('unseen', { count: unseenCount, shown: formatCount(unseenCount) });
  return (
    <>
      <PageHeader title={t('title')} context={newestFirst.length > 0 ? context : undefined} />
      <PageBody>
        {isError && !data ? (
          <ErrorState text={t('failed')} onReload={() => void refetch()} reloading={isFetching} />
        ) : data?.length === 0 ? (
          <Panel label={t('list')}>
            <EmptyState title={common.t('nothingToShow')} />
          </Panel>
        ) : (
          <div className={styles.split}>
            {!(isPhone && chosen) && (
              <Panel flush label={t('list')}>
                <ul className={styles.list} aria-label={t('list')} aria-busy={!data || undefined}>
                  {!data && showsSkeleton && <SkeletonEntries />}
                  {newestFirst.map((notification) => (
                    <li className={styles.item} key={notification.id}>
                      <Entry
                        notification={notification}
                        isChosen={notification.id === chosenId}
                        onChoose={() => onChoose(notification.id)}
                      />
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
            {chosen ? (
              <Detail notification={chosen} onBack={isPhone ? () => onChoose(undefined) : undefined} />
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
      </PageBody>
    </>
  );
}

interface EntryProps {
  notification: Notification;
  isChosen: boolean;
  onChoose: () => void;
}

function Entry({ notification, isChosen, onChoose }: EntryProps) {
  const { t, i18n } = useTranslation('notifications');
  return (
    <button type="button" className={styles.entry} aria-current={isChosen || undefined} onClick={onChoose}>
      {notification.seen ? <span /> : <Pip tone="negative" label={t('unseenMark')} />}
      <span className={`hub-ellipsis ${styles.name}`} data-unseen={!notification.seen || undefined}>
        {notification.title}
      </span>
      <span className={styles.when}>{dateLabel(notification.createdAt, i18n.language)}</span>
      <span className={`hub-ellipsis ${styles.preview}`}>{notification.description}</span>
      <Severity severity={notification.severity} />
    </button>
  );
}

/** NOTIF-04: severity 1 to 4. */
const severityNames = ['low', 'medium', 'high', 'critical'] as const;

function Severity({ severity }: { severity: number }) {
  const { t } = useTranslation('notifications');
  const level = severityNames[severity - 1] ?? 'low';
  return <SeverityBadge severity={severity}>{t(`severity.${level}`)}</SeverityBadge>;
}

function Detail({ notification, onBack }: { notification: Notification; onBack?: () => void }) {
  const { t } = useTranslation('notifications');
  return (
    <Panel
      title={notification.title}
      actions={
        onBack && (
          <Button variant="default" onClick={onBack} leftSection={<IconArrowLeft size={16} stroke={1.5} />}>
            {t('backToList')}
          </Button>
        )
      }
    >
      <div className={styles.facts}>
        <Severity severity={notification.severity} />
        <span>
          {t('received')} <DateTime value={notification.createdAt} format="minutes" withZone />
        </span>
        {notification.confirmation === true && (
          <span style={{ display: 'inline-flex', gap: 6, color: 'var(--hub-positive)' }}>
            <IconCheck size={16} stroke={1.75} />
            {t('confirmed')}
          </span>
        )}
      </div>
      <p className={styles.text}>{notification.description}</p>
    </Panel>
  );
}

function SkeletonEntries() {
  return [70, 52, 64, 58, 74, 60].map((width) => (
    <li className={styles.item} key={width} aria-hidden="true">
      <div className={styles.entry}>
        <span />
        <span>
          <SkeletonLine width={`${width}%`} />
          <SkeletonLine width="86%" height={8} />
        </span>
        <SkeletonLine width={44} />
      </div>
    </li>
  ));
}
