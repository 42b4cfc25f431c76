import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';

interface IntegrationChoiceProps {
  value: number | null;
  onChange: (id: number | null) => void;
  /** What no choice means; every integration by default. */
  placeholder?: string;
  disabled?: boolean;
}

/** Only for staff of the provider: no one else may read the list of integrations. */
export function IntegrationChoice({ value, onChange, placeholder, disabled }: IntegrationChoiceProps) {
  const { t } = useTranslation('documents');
  const integrations = useQuery(integrationsQuery('platforms'));
  return (
    <QueryView query={integrations} compact>
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
    </QueryView>
  );
}
