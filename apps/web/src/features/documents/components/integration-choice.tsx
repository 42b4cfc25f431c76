import { listIntegrations } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { queryFor } from '../../../lib/api/index.ts';

interface IntegrationChoiceProps {
  value: number | null;
  onChange: (id: number | null) => void;
  /** What no choice means; every integration unless told. */
  placeholder?: string;
  disabled?: boolean;
}

/** For staff of the provider alone: nobody else may ask for the list of integrations (DOC-02). */
export function IntegrationChoice({ value, onChange, placeholder, disabled }: IntegrationChoiceProps) {
  const { t } = useTranslation('documents');
  const integrations = useQuery(queryFor(listIntegrations, { query: { with: ['platforms'] } }));
  if (integrations.isError && !integrations.data) {
    return (
      <ErrorState compact onReload={() => void integrations.refetch()} reloading={integrations.isFetching} />
    );
  }
  return (
    <MultiPicker
      single
      label={t('integration')}
      placeholder={placeholder ?? t('allIntegrations')}
      disabled={disabled}
      options={(integrations.data?.rows ?? []).map(({ id, name }) => ({
        value: String(id),
        label: name,
        art: <IntegrationChip name={name} number={id} />,
      }))}
      value={value === null ? [] : [String(value)]}
      onChange={(ids) => onChange(ids[0] === undefined ? null : Number(ids[0]))}
    />
  );
}
