import type { MailingListEntry } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { PLACEHOLDER } from '../../../lib/format.ts';
import { reasonText } from '../../../lib/messages.ts';
import styles from './delivery.module.css';

interface DeliveryProps {
  delivery: MailingListEntry['lastDelivery'];
  /** Only whether it arrived. */
  brief?: boolean;
  /** Writes out that nothing was sent; in a list of many a dash says so. */
  inWords?: boolean;
}

/** How the last report to an address went. */
export function Delivery({ delivery, brief, inWords }: DeliveryProps) {
  const { t } = useTranslation('mailingList');
  if (delivery === null) {
    if (inWords) return <span className={styles.quiet}>{t('never')}</span>;
    return (
      <span className={styles.quiet} title={t('never')}>
        <span aria-hidden="true">{PLACEHOLDER}</span>
        <span className="hub-visually-hidden">{t('never')}</span>
      </span>
    );
  }
  const isSent = delivery.state === 'sent';
  const reason = reasonText(delivery);
  return (
    <span className={styles.delivery}>
      <span className={styles.state}>
        <Badge tone={isSent ? 'positive' : 'negative'} quiet={isSent}>
          {isSent ? t('sent') : t('failed')}
        </Badge>
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
