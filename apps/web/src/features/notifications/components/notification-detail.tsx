import type { Notification } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/date-time.tsx';
import { Panel } from '../../../components/panel.tsx';
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
        {notification.maintenanceId === null && <Severity severity={notification.severity} />}
        <span>
          {t('received')} <DateTime value={notification.createdAt} format="minutes" withZone />
        </span>
      </div>
      <p className={styles.text}>{notification.description}</p>
      {notification.maintenanceId !== null && (
        <MaintenanceFacts notificationId={notification.id} maintenanceId={notification.maintenanceId} />
      )}
    </Panel>
  );
}
