import {
  isProviderRole,
  longestWebhookName,
  longestWebhookUrl,
  type Webhook,
  type WebhookEventName,
  type WebhookForm as WebhookFormBody,
  type WebhookSecret,
  webhookEventNames,
  webhookForm,
} from '@ludus/contract';
import { Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useCreateWebhook, useUpdateWebhook } from '../../../domain/webhook/webhooks.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { eventKeys } from '../webhook-events.ts';
import { Choices, DialogForm } from './dialog-form.tsx';

interface WebhookFormProps {
  /** The one that is changed, `new`, or null while the form is closed. */
  webhook: Webhook | 'new' | null;
  onClose: () => void;
  onCreated: (made: WebhookSecret) => void;
}

/** A new webhook, or changes of one. */
export function WebhookForm({ webhook, onClose, onCreated }: WebhookFormProps) {
  const { t } = useTranslation('settings');
  // Stays in place while the dialog fades out.
  const [last, setLast] = useState(webhook);
  if (webhook !== null && webhook !== last) setLast(webhook);
  const changed = last === 'new' ? null : last;
  return (
    <Modal
      opened={webhook !== null}
      onClose={onClose}
      title={changed === null ? t('webhooks.createTitle') : t('webhooks.editOf', { name: changed.name })}
      size={560}
    >
      <Fields key={changed?.id ?? 'new'} webhook={changed} onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

interface Values {
  name: string;
  url: string;
  events: WebhookEventName[];
  integrationId: string | null;
}

const bodyOf = ({ integrationId, ...values }: Values): WebhookFormBody => ({
  ...values,
  ...(integrationId === null ? {} : { integrationId: Number(integrationId) }),
});

interface FieldsProps extends Omit<WebhookFormProps, 'webhook'> {
  webhook: Webhook | null;
}

function Fields({ webhook, onClose, onCreated }: FieldsProps) {
  const { t } = useTranslation('settings');
  const { roles } = useUser();
  const mayChoose = webhook === null && roles.some(isProviderRole);
  const integrations = useQuery({ ...integrationsQuery('operators'), enabled: mayChoose });
  const [isActive, setIsActive] = useState(webhook?.isActive ?? true);
  const form = useSchemaForm<Values, WebhookFormBody>({
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? [],
      integrationId: null,
    },
    toBody: bodyOf,
    schema: webhookForm,
    rules: ({ url, events, integrationId }) => ({
      ...(webhookForm.shape.url.safeParse(url).success ? {} : { url: t('webhooks.urlInvalid') }),
      ...(events.length === 0 ? { events: t('webhooks.eventsMissing') } : {}),
      ...(mayChoose && integrationId === null ? { integrationId: t('webhooks.integrationMissing') } : {}),
    }),
    liveChecks: 'after-refusal',
    invalidSelector: '[aria-invalid="true"], [data-invalid]',
  });
  const onError = (error: Error) => {
    if (!form.refuse(error)) toast('error', error.message, { error });
  };
  const create = useCreateWebhook({ onDone: onCreated, onError });
  const update = useUpdateWebhook({ onDone: onClose, onError });
  const isPending = create.isPending || update.isPending;
  const send = ({ name, url, events: chosen, ...rest }: WebhookFormBody) =>
    webhook === null
      ? create.mutate({ name, url, events: chosen, ...rest })
      : update.mutate({ id: webhook.id, body: { name, url, events: chosen, isActive } });
  return (
    <DialogForm
      {...form.bind(send)}
      submitLabel={webhook === null ? t('webhooks.create') : t('webhooks.save')}
      isPending={isPending}
      onCancel={onClose}
    >
      <TextInput
        label={t('webhooks.name')}
        data-autofocus
        required
        maxLength={longestWebhookName}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('webhooks.url')}
        placeholder="https://"
        required
        maxLength={longestWebhookUrl}
        autoComplete="off"
        inputMode="url"
        {...form.getInputProps('url')}
      />
      {mayChoose && (
        <Select
          label={t('webhooks.integration')}
          description={t('webhooks.integrationNote')}
          required
          data={(integrations.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          {...form.getInputProps('integrationId')}
        />
      )}
      <Choices
        label={t('webhooks.receives')}
        options={webhookEventNames.map((event) => ({
          value: event,
          label: t(`webhooks.events.${eventKeys[event]}`),
          description: event,
        }))}
        presets={[{ label: t('webhooks.allEvents'), values: webhookEventNames }]}
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={form.errors.events}
      />
      {webhook !== null && (
        <Switch
          label={t('webhooks.isActive')}
          description={t('webhooks.isActiveNote')}
          checked={isActive}
          onChange={(event) => setIsActive(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}
