import type { Webhook } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { useRedeliverWebhook, webhookDeliveryQuery } from '../../../domain/webhook/webhooks.ts';
import { reasonText } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { eventKeys } from '../webhook-events.ts';
import machines from './machines.module.css';
import styles from './webhooks.module.css';

interface WebhookDeliveryPartProps {
  webhook: Webhook;
  deliveryId: number;
  onError: (error: Error) => void;
}

/** One delivery: its body, and each attempt with the reply. */
export function WebhookDeliveryPart({ webhook, deliveryId, onError }: WebhookDeliveryPartProps) {
  const { t } = useTranslation('settings');
  const query = useQuery(webhookDeliveryQuery(webhook.id, deliveryId));
  const redeliver = useRedeliverWebhook({
    onDone: () => void toast('success', t('webhooks.sentAgain')),
    onError,
  });
  const { data } = query;
  const frame = useRef<HTMLDivElement>(null);
  const isShown = data !== undefined;
  // A long list leaves no place below it.
  useEffect(() => {
    if (isShown) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (data === undefined)
    return query.isError ? (
      <ErrorState onReload={() => void query.refetch()} reloading={query.isFetching} compact />
    ) : (
      <SkeletonLine width="60%" my={12} />
    );
  return (
    <PanelPart
      title={t(`webhooks.events.${eventKeys[data.type]}`)}
      aside={
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => redeliver.mutate({ id: webhook.id, deliveryId })}
          loading={redeliver.isPending}
          disabled={!webhook.isActive}
        >
          {t('webhooks.redeliver')}
        </Button>
      }
    >
      <div ref={frame} className={styles.delivery}>
        <p className={styles.message}>{data.messageId}</p>
        {data.nextAttemptAt !== null && (
          <p className={machines.text}>
            <Trans
              t={t}
              i18nKey="webhooks.nextAttempt"
              components={{ time: <DateTime value={data.nextAttemptAt} format="seconds" /> }}
            />
          </p>
        )}
        <ul className={styles.attempts} aria-label={t('webhooks.attempts')}>
          {data.allAttempts.map((attempt) => (
            <li key={attempt.at}>
              <p className={machines.text}>
                <DateTime value={attempt.at} format="seconds" />
                {' · '}
                {reasonText(attempt) ?? t('webhooks.replied', { status: attempt.status })}
                {' · '}
                {t('webhooks.duration', { count: attempt.durationMs })}
              </p>
              {attempt.response !== '' && <pre className={machines.code}>{attempt.response}</pre>}
            </li>
          ))}
        </ul>
        {/* The longest comes last. */}
        <section aria-label={t('webhooks.body')}>
          <pre className={machines.code}>{JSON.stringify(JSON.parse(data.body), null, 2)}</pre>
        </section>
      </div>
    </PanelPart>
  );
}
