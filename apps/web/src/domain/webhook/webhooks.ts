import {
  createWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  type QueryInput,
  redeliverWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
  type WebhookForm,
  type WebhookSecret,
} from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export const webhooksQuery = () => queryFor(listWebhooks, {});
export const webhookDeliveriesQuery = (id: number, query: QueryInput<typeof listWebhookDeliveries>) =>
  queryFor(listWebhookDeliveries, { params: { id }, query });
export const webhookDeliveryQuery = (id: number, deliveryId: number) =>
  queryFor(getWebhookDelivery, { params: { id, deliveryId } });

interface Events<Output> {
  onDone: (output: Output) => void;
  onError: (error: Error) => void;
}

/** How a call is made, and that lists show the state after it. */
function useChange<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  { onDone, onError }: Events<Output>,
) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn,
    onError,
    onSuccess: (output: Output) => {
      onDone(output);
      return invalidate(['webhooks']);
    },
  });
}

/** The response is the only one that ever holds the secret. */
export const useCreateWebhook = (events: Events<WebhookSecret>) =>
  useChange((body: WebhookForm) => call(createWebhook, { body }), events);

export const useUpdateWebhook = (events: Events<Webhook>) =>
  useChange(
    ({ id, body }: { id: number; body: WebhookChange }) => call(updateWebhook, { params: { id }, body }),
    events,
  );

export const useRemoveWebhook = (events: Events<null>) =>
  useChange((id: number) => call(removeWebhook, { params: { id } }), events);

export const useRenewWebhookSecret = (events: Events<WebhookSecret>) =>
  useChange((id: number) => call(renewWebhookSecret, { params: { id } }), events);

export const useTestWebhook = (events: Events<WebhookDelivery>) =>
  useChange((id: number) => call(testWebhook, { params: { id } }), events);

export const useRedeliverWebhook = (events: Events<WebhookDelivery>) =>
  useChange((params: { id: number; deliveryId: number }) => call(redeliverWebhook, { params }), events);
