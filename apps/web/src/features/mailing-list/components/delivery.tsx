import type { MailingListEntry } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { formatDay, PLACEHOLDER } from '../../../lib/format.ts';
import { reasonText } from '../../../lib/messages.ts';
import { firstReportDay } from '../entry.ts';
import styles from './delivery.module.css';

interface DeliveryProps {
  entry: Pick<MailingListEntry, 'lastDelivery' | 'reportTypeId'>;
}

/** When the next report is sent to an address, and how the last one went. */
export function Delivery({ entry: { lastDelivery, reportTypeId } }: DeliveryProps) {
  return (
    <TwoLines second={<LastDelivery delivery={lastDelivery} />}>
      {formatDay(firstReportDay(reportTypeId, new Date()))}
    </TwoLines>
  );
}

function LastDelivery({ delivery }: { delivery: MailingListEntry['lastDelivery'] }) {
  const { t } = useTranslation('mailingList');
  if (delivery === null)
    return (
      <span className={styles.none} title={t('notYet')}>
        <span aria-hidden="true">{PLACEHOLDER}</span>
        <span className="hub-visually-hidden">{t('notYet')}</span>
      </span>
    );
  const time = <DateTime value={delivery.at} format="minutes" />;
  if (delivery.state === 'sent')
    return (
      <>
        {t('sent')} {time}
      </>
    );
  const reason = reasonText(delivery);
  return (
    <span className={styles.failure} title={reason ?? undefined}>
      <Badge tone="negative">{t('failed')}</Badge>
      {time}
      {reason !== null && <span className="hub-ellipsis">{reason}</span>}
    </span>
  );
}

/** In a word, for a phone: when the next report is sent, unless the last one failed. */
export function BriefDelivery({ entry: { lastDelivery, reportTypeId } }: DeliveryProps) {
  const { t } = useTranslation('mailingList');
  if (lastDelivery !== null && lastDelivery.state !== 'sent')
    return <Badge tone="negative">{t('failed')}</Badge>;
  return t('next', { day: firstReportDay(reportTypeId, new Date()) });
}
