import type { MailingListEntry } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { formatDay } from '../../../lib/format.ts';
import { reasonText } from '../../../lib/messages.ts';
import { firstReportDay } from '../entry.ts';
import styles from './delivery.module.css';

interface DeliveryProps {
  entry: Pick<MailingListEntry, 'lastDelivery' | 'reportTypeId'>;
}

/** When the next report is sent to an address, and how the last one went. */
export function Delivery({ entry: { lastDelivery, reportTypeId } }: DeliveryProps) {
  const { t } = useTranslation('mailingList');
  const next = formatDay(firstReportDay(reportTypeId, new Date()));
  if (lastDelivery === null)
    return (
      <>
        {next} <span className="hub-visually-hidden">{t('notYet')}</span>
      </>
    );
  return <TwoLines second={<LastDelivery delivery={lastDelivery} />}>{next}</TwoLines>;
}

function LastDelivery({ delivery }: { delivery: NonNullable<MailingListEntry['lastDelivery']> }) {
  const { t } = useTranslation('mailingList');
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
