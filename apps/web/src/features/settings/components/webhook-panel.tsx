import {
  type Webhook,
  type WebhookDelivery,
  type WebhookSecret,
  webhookDeliveriesPerPage,
  webhookKeptDays,
} from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconInfoCircle, IconReload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Note } from '../../../components/feedback/note.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { DetailPanel, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import {
  useRedeliverWebhook,
  useRemoveWebhook,
  useRenewWebhookSecret,
  webhookDeliveriesQuery,
} from '../../../domain/webhook/webhooks.ts';
import { reasonText } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { eventKeys } from '../webhook-events.ts';
import { webhookHintOf } from '../webhook-hints.ts';
import machines from './machines.module.css';
import { WebhookDeliveryPart } from './webhook-delivery.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';
import { useWebhookTest, WebhookTestResult } from './webhook-test.tsx';
import styles from './webhooks.module.css';
import { WebhookState } from './webhooks.tsx';

const tones: Record<WebhookDelivery['state'], BadgeTone> = {
  waiting: 'warning',
  delivered: 'positive',
  failed: 'negative',
};

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation('settings');
  return <Badge tone={tones[state]}>{t(`webhooks.states.${state}`)}</Badge>;
}

const onError = (error: Error) => void toast('error', error.message, { error });

interface WebhookPanelProps {
  webhook: Webhook;
  onClose: () => void;
}

/** A webhook: its test, its secret, and what was sent to it. */
export function WebhookPanel({ webhook, onClose }: WebhookPanelProps) {
  const { t } = useTranslation('settings');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<number | null>(null);
  const [made, setMade] = useState<WebhookSecret | null>(null);
  const [asks, setAsks] = useState<'remove' | 'renew' | null>(null);
  const { id, name, url, integration, isActive } = webhook;
  const query = useQuery({
    ...webhookDeliveriesQuery(id, { page, limit: webhookDeliveriesPerPage }),
    placeholderData: keepPreviousData,
  });
  const test = useWebhookTest(webhook);
  const remove = useRemoveWebhook({
    onDone: () => {
      onClose();
      toast('success', t('webhooks.removed'));
    },
    onError,
  });
  const renew = useRenewWebhookSecret({
    onDone: (secret) => {
      setAsks(null);
      setMade(secret);
    },
    onError,
  });
  const columns = useDeliveryColumns(webhook);
  const { rows = [], count } = query.data ?? {};
  // Of the delivery that is open, else of the newest.
  const read = rows.find((row) => row.id === chosen) ?? (chosen === null && page === 1 ? rows[0] : undefined);
  const hint = read === undefined ? null : webhookHintOf(read);
  return (
    <DetailPanel
      label={name}
      title={name}
      coverage={`${integration.name} · ${url}`}
      state={<WebhookState webhook={webhook} />}
      width={720}
      onClose={onClose}
    >
      <div className={styles.tools}>
        <Button onClick={test.send} loading={test.isPending} disabled={!isActive}>
          {t('webhooks.sendTest')}
        </Button>
        <Button variant="default" onClick={() => setAsks('renew')}>
          {t('webhooks.renewSecret')}
        </Button>
        <Button variant="default" onClick={() => setAsks('remove')}>
          {t('webhooks.remove')}
        </Button>
      </div>
      <WebhookTestResult webhookId={id} sentId={test.sentId} />
      <PanelPart title={t('webhooks.deliveries')} aside={t('webhooks.kept', { count: webhookKeptDays })}>
        {query.isError && !query.data ? (
          <ErrorState onReload={() => void query.refetch()} reloading={query.isFetching} compact />
        ) : query.data === undefined ? (
          <SkeletonLine width="60%" my={12} />
        ) : rows.length === 0 ? (
          <p className={machines.text}>{t('webhooks.noDeliveries')}</p>
        ) : (
          <>
            <DataTable
              label={t('webhooks.deliveries')}
              columns={columns}
              rows={rows}
              rowId={(row) => String(row.id)}
              rowHeight={48}
              onRowClick={(row) => setChosen(row.id)}
              rowLabel={(row) => t(`webhooks.events.${eventKeys[row.type]}`)}
              selectedId={chosen === null ? null : String(chosen)}
              phoneRow={(row) => ({
                title: t(`webhooks.events.${eventKeys[row.type]}`),
                sub: <DeliveredAt row={row} />,
                value: <DeliveryState state={row.state} />,
              })}
            />
            {count !== undefined && count > webhookDeliveriesPerPage && (
              <div className={styles.pages}>
                <Pagination
                  page={page}
                  pageSize={webhookDeliveriesPerPage}
                  total={count}
                  onChange={setPage}
                />
              </div>
            )}
          </>
        )}
      </PanelPart>
      {hint !== null && (
        <div className={styles.hint}>
          <Note icon={<IconInfoCircle size={20} stroke={1.5} />} title={t('webhooks.check')} role="status">
            <p className={machines.text}>{t(`webhooks.hints.${hint}`)}</p>
          </Note>
        </div>
      )}
      {chosen !== null && (
        <WebhookDeliveryPart key={chosen} webhook={webhook} deliveryId={chosen} onError={onError} />
      )}
      <ConfirmModal
        opened={asks === 'renew'}
        onClose={() => setAsks(null)}
        onConfirm={() => renew.mutate(id)}
        title={t('webhooks.renewTitle', { name })}
        confirmLabel={t('webhooks.renewSecret')}
        loading={renew.isPending}
      >
        {t('webhooks.renewText')}
      </ConfirmModal>
      <ConfirmModal
        opened={asks === 'remove'}
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutate(id)}
        title={t('webhooks.removeTitle', { name })}
        confirmLabel={t('webhooks.remove')}
        danger
        loading={remove.isPending}
      >
        {t('webhooks.removeText')}
      </ConfirmModal>
      {/* Within the panel: beside it, it would lie below. */}
      <WebhookSecretDialog made={made} onClose={() => setMade(null)} />
    </DetailPanel>
  );
}

/** When it was queued; of one that failed, why, and when it is tried again. */
function DeliveredAt({ row }: { row: WebhookDelivery }) {
  const { t } = useTranslation('settings');
  const reason = reasonText(row);
  return (
    <>
      <DateTime value={row.createdAt} format="seconds" />
      {reason && ` · ${reason}`}
      {reason && row.nextAttemptAt !== null && (
        <>
          {' · '}
          <Trans
            t={t}
            i18nKey="webhooks.nextAttempt"
            components={{ time: <DateTime value={row.nextAttemptAt} format="seconds" /> }}
          />
        </>
      )}
    </>
  );
}

/** Sends what has not arrived again. */
function Redeliver({ webhook, row }: { webhook: Webhook; row: WebhookDelivery }) {
  const { t } = useTranslation('settings');
  const redeliver = useRedeliverWebhook({
    onDone: () => void toast('success', t('webhooks.sentAgain')),
    onError,
  });
  if (row.state === 'delivered' || !webhook.isActive) return null;
  return (
    <ActionIcon
      aria-label={t('webhooks.redeliverEvent', { event: t(`webhooks.events.${eventKeys[row.type]}`) })}
      loading={redeliver.isPending}
      // The row behind it opens the delivery.
      onClick={(event) => {
        event.stopPropagation();
        redeliver.mutate({ id: webhook.id, deliveryId: row.id });
      }}
    >
      <IconReload size={16} stroke={1.5} />
    </ActionIcon>
  );
}

function useDeliveryColumns(webhook: Webhook) {
  const { t } = useTranslation('settings');
  return useMemo<DataColumn<WebhookDelivery>[]>(
    () => [
      {
        id: 'event',
        header: t('webhooks.event'),
        cell: (row) => (
          <TwoLines second={<DeliveredAt row={row} />}>
            {t(`webhooks.events.${eventKeys[row.type]}`)}
          </TwoLines>
        ),
      },
      {
        id: 'attempts',
        header: t('webhooks.attempts'),
        width: 100,
        align: 'right',
        cell: (row) => row.attempts,
      },
      {
        id: 'status',
        header: t('webhooks.status'),
        width: 90,
        align: 'right',
        cell: (row) => row.status ?? '–',
      },
      {
        id: 'state',
        header: t('webhooks.state'),
        width: 130,
        fit: true,
        cell: (row) => <DeliveryState state={row.state} />,
      },
      {
        id: 'again',
        header: '',
        label: t('webhooks.redeliver'),
        width: 52,
        cell: (row) => <Redeliver webhook={webhook} row={row} />,
      },
    ],
    [t, webhook],
  );
}
