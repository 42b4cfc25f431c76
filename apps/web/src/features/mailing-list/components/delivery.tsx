import type { MailingListEntry } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { reasonText } from '../../../lib/messages.ts';
import { firstReportDay } from '../entry.ts';
import styles from './delivery.module.css';

interface DeliveryProps {
  delivery: MailingListEntry['lastDelivery'];
  /** The first report of this type comes when it is due. */
  reportTypeId: number;
  /** Only whether it arrived. */
  brief?: boolean;
}

/** How the last report to an address went. */
export function Delivery({ delivery, reportTypeId, brief }: DeliveryProps) {
  const { t } = useTranslation('mailingList');
  if (delivery === null) {
    return (
      <span className={styles.quiet}>{t('notYet', { day: firstReportDay(reportTypeId, new Date()) })}</span>
    );
  }
  const isSent = delivery.state === 'sent';
  const reason = reasonText(delivery);
  return (
    <span className={styles.delivery}>
      <span className={styles.state}>
        <Badge tone={isSent ? 'positive' : 'negative'}>{isSent ? t('sent') : t('failed')}</Badge>
        {!brief && <DateTime value={delivery.at} format="minutes" />}
      </span>
      {!brief && reason !== null && (
        <span className={`hub-ellipsis ${styles.reason}`} title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
