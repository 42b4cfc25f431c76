import { type Notification, routeOfPath } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { renderMessage } from '../../../lib/messages.ts';
import { parseSearchText } from '../../../lib/search.ts';
import { MaintenanceFacts } from './maintenance-facts.tsx';
import styles from './notification-detail.module.css';
import { Severity } from './severity.tsx';

interface NotificationDetailProps {
  notification: Notification;
  /** On small screens, where the detail covers the list. */
  onBack: (() => void) | undefined;
}

export function NotificationDetail({ notification, onBack }: NotificationDetailProps) {
  const { t } = useTranslation('notifications');
  return (
    <Panel
      title={renderMessage(notification.titleDetail, notification.title)}
      actions={
        onBack && (
          <Button variant="default" onClick={onBack} leftSection={<IconArrowLeft size={16} stroke={1.5} />}>
            {t('backToList')}
          </Button>
        )
      }
    >
      <div className={styles.facts}>
        {notification.maintenanceId === null && <Severity severity={notification.severity} />}
        <span>
          {t('received')} <DateTime value={notification.createdAt} format="minutes" withZone />
        </span>
      </div>
      <p className={styles.text}>{renderMessage(notification.descriptionDetail, notification.description)}</p>
      {notification.path !== null && <WhatItIsAbout path={notification.path} />}
      {notification.maintenanceId !== null && (
        <MaintenanceFacts notificationId={notification.id} maintenanceId={notification.maintenanceId} />
      )}
    </Panel>
  );
}

/** Where its email leads, too. */
function WhatItIsAbout({ path }: { path: string }) {
  const { t } = useTranslation('notifications');
  const { pathname, search } = new URL(path, window.location.origin);
  const route = routeOfPath(pathname);
  const text = route === 'ticket' ? t('openTicket') : route === 'game' ? t('openGame') : t('open');
  return (
    <Button
      variant="default"
      className={styles.open}
      component={Link}
      {...({ to: pathname, search: parseSearchText(search) } as object)}
    >
      {text}
    </Button>
  );
}
