import type { AlertDelivery } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { reasonText } from '../../../lib/messages.ts';

const tones: Record<AlertDelivery['state'], BadgeTone> = {
  waiting: 'warning',
  delivered: 'positive',
  failed: 'negative',
};

interface DeliveriesProps {
  title: string;
  deliveries: readonly AlertDelivery[];
}

/** Calls of webhooks, newest first: where to, how often they were tried, and why they failed. */
export function Deliveries({ title, deliveries }: DeliveriesProps) {
  const { t } = useTranslation('alerts');
  const columns = useMemo<DataColumn<AlertDelivery>[]>(
    () => [
      {
        id: 'event',
        header: t('deliveryEvent'),
        cell: ({ event, createdAt }) => (
          <TwoLines second={<DateTime value={createdAt} format="minutes" />}>{event}</TwoLines>
        ),
      },
      {
        id: 'url',
        header: t('deliveryTo'),
        cell: (delivery) => <TwoLines second={reasonText(delivery)}>{delivery.url}</TwoLines>,
      },
      { id: 'attempts', header: t('attempts'), width: 100, align: 'right', cell: ({ attempts }) => attempts },
      {
        id: 'state',
        header: t('state'),
        width: 130,
        fit: true,
        cell: ({ state }) => <DeliveryState state={state} />,
      },
    ],
    [t],
  );
  return (
    <PanelPart title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={deliveries}
        rowId={({ id }) => id}
        rowHeight={48}
        phoneRow={(delivery) => ({
          title: delivery.event,
          sub: reasonText(delivery) ?? delivery.url,
          value: <DeliveryState state={delivery.state} />,
        })}
      />
    </PanelPart>
  );
}

function DeliveryState({ state }: Pick<AlertDelivery, 'state'>) {
  const { t } = useTranslation('alerts');
  return <Badge tone={tones[state]}>{t(`deliveryStates.${state}`)}</Badge>;
}
