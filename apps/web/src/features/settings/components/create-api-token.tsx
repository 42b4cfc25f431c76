import {
  type ApiTokenForm,
  type ApiTokenSecret,
  apiTokenForm,
  grantableScopes,
  isProviderRole,
  longestTokenName,
  type TokenLifetime,
  type TokenScope,
  tokenLifetimes,
  tokenPresetNames,
  tokenPresets,
  tokenScopes,
} from '@ludus/contract';
import { Input, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useCreateApiToken } from '../../../domain/user/api-tokens.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { scopeKeys } from '../token-scopes.ts';
import { Choices, DialogForm } from './dialog-form.tsx';

interface CreateApiTokenProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (made: ApiTokenSecret) => void;
}

/** The form of a new token, empty each time that it is opened. */
export function CreateApiToken(props: CreateApiTokenProps) {
  const { t } = useTranslation('settings');
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('apiTokens.createTitle')} size={560}>
      <TokenForm {...props} />
    </Modal>
  );
}

interface Values {
  name: string;
  scopes: TokenScope[];
  days: TokenLifetime;
  /** Id of an integration; null for all of them. */
  integrationId: string | null;
}

const bodyOf = ({ integrationId, ...values }: Values): ApiTokenForm => ({
  ...values,
  ...(integrationId === null ? {} : { integrationId: Number(integrationId) }),
});

function TokenForm({ onClose, onCreated }: CreateApiTokenProps) {
  const { t } = useTranslation('settings');
  const { roles } = useUser();
  const mayBind = useCan('users:manage') && roles.some(isProviderRole);
  const integrations = useQuery({ ...integrationsQuery('operators'), enabled: mayBind });
  const form = useSchemaForm<Values, ApiTokenForm>({
    initialValues: { name: '', scopes: [], days: 90, integrationId: null },
    toBody: bodyOf,
    schema: apiTokenForm,
    rules: ({ scopes }) => (scopes.length === 0 ? { scopes: t('apiTokens.scopesMissing') } : {}),
    liveChecks: 'after-refusal',
    invalidSelector: '[aria-invalid="true"], [data-invalid]',
  });
  const create = useCreateApiToken({
    onDone: onCreated,
    onError: (error) => {
      if (!form.refuse(error)) toast('error', error.message, { error });
    },
  });
  const { scopes, days, integrationId } = form.values;
  const grantable = grantableScopes(roles, { isBound: integrationId !== null });
  return (
    <DialogForm
      {...form.bind((body) => create.mutate(body))}
      submitLabel={t('apiTokens.create')}
      isPending={create.isPending}
      onCancel={onClose}
    >
      <TextInput
        label={t('apiTokens.name')}
        description={t('apiTokens.nameNote')}
        data-autofocus
        required
        maxLength={longestTokenName}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {mayBind && (
        <Select
          label={t('apiTokens.integration')}
          placeholder={t('apiTokens.allIntegrations')}
          data={(integrations.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          clearable
          {...form.getInputProps('integrationId')}
          onChange={(value) => {
            form.setFieldValue('integrationId', value);
            const left = grantableScopes(roles, { isBound: value !== null });
            form.setFieldValue(
              'scopes',
              scopes.filter((scope) => left.includes(scope)),
            );
          }}
        />
      )}
      <Input.Wrapper label={t('apiTokens.lifetime')} labelElement="div">
        <div>
          <SegmentedSwitch
            label={t('apiTokens.lifetime')}
            value={String(days)}
            onChange={(value) =>
              form.setFieldValue('days', tokenLifetimes.find((one) => String(one) === value) ?? days)
            }
            options={tokenLifetimes.map((one) => ({
              value: String(one),
              label: t('apiTokens.days', { count: one }),
            }))}
          />
        </div>
      </Input.Wrapper>
      <Choices
        label={t('apiTokens.may')}
        options={grantable.map((scope) => ({
          value: scope,
          label: t(`apiTokens.scopes.${scopeKeys[scope]}`),
          description: tokenScopes[scope] === 'write' ? `${scope} · ${t('apiTokens.writes')}` : scope,
        }))}
        presets={tokenPresetNames.map((preset) => ({
          label: t(`apiTokens.presets.${preset}`),
          values: tokenPresets[preset],
        }))}
        value={scopes}
        onChange={(chosen) => form.setFieldValue('scopes', chosen)}
        error={form.errors.scopes}
      />
    </DialogForm>
  );
}
