import type { Webhook } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { useTestWebhook, webhookDeliveryQuery } from '../../../domain/webhook/webhooks.ts';
import { reasonText } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import machines from './machines.module.css';

/** How often the result is asked for until it is there, beside what the socket says. */
const askMs = 1_000;

/** Sends a test of a webhook; `sentId` is the delivery of the last one. */
export function useWebhookTest({ id }: Pick<Webhook, 'id'>) {
  const [sentId, setSentId] = useState<number | null>(null);
  const test = useTestWebhook({
    onDone: (delivery) => setSentId(delivery.id),
    onError: (error) => void toast('error', error.message, { error }),
  });
  return { send: () => test.mutate(id), isPending: test.isPending, sentId };
}

/** What came of the test: nothing yet, the reply, or why there is none. */
export function WebhookTestResult({ webhookId, sentId }: { webhookId: number; sentId: number | null }) {
  return (
    <span role="status" className={machines.text}>
      {sentId !== null && <Result webhookId={webhookId} sentId={sentId} />}
    </span>
  );
}

function Result({ webhookId, sentId }: { webhookId: number; sentId: number }) {
  const { t } = useTranslation('settings');
  const { data } = useQuery({
    ...webhookDeliveryQuery(webhookId, sentId),
    refetchInterval: ({ state }) => (state.data?.allAttempts.length === 0 ? askMs : false),
  });
  // The newest stands first.
  const attempt = data?.allAttempts[0];
  if (data === undefined || attempt === undefined) return t('webhooks.testRuns');
  // Of the attempt itself, whose reply is shown beside it; only one that was not taken has a reason.
  const isDelivered = attempt.reason === null;
  const reply = reasonText(attempt) ?? t('webhooks.replied', { status: attempt.status });
  const duration = t('webhooks.duration', { count: attempt.durationMs });
  return (
    <>
      <StatusDot tone={isDelivered ? 'positive' : 'negative'} />{' '}
      {t(isDelivered ? 'webhooks.testArrived' : 'webhooks.testFailed', { reply, duration })}
    </>
  );
}
