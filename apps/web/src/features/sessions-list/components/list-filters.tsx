import { IconCurrencyEuro, IconGift } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { type ListFilters, stateNames, typeNames } from '../search.ts';

export interface PartProps {
  filters: ListFilters;
  onChange: (change: Partial<ListFilters>) => void;
}

export function StateSwitch({ filters, onChange }: PartProps) {
  const { t } = useTranslation('sessionsList');
  return (
    <SegmentedSwitch
      label={t('sessionState')}
      value={filters.state}
      onChange={(state) => onChange({ state })}
      options={stateNames.map((value) => ({ value, label: t(`state.${value}`) }))}
    />
  );
}

const typeIcons = {
  real: <IconCurrencyEuro size={15} stroke={1.5} />,
  fun: <IconGift size={15} stroke={1.5} />,
  all: undefined,
};

export function TypeSwitch({ filters, onChange }: PartProps) {
  const { t } = useTranslation('sessionsList');
  return (
    <SegmentedSwitch
      label={t('sessionType')}
      value={filters.type}
      onChange={(type) => onChange({ type })}
      options={typeNames.map((value) => ({ value, label: t(`type.${value}`), icon: typeIcons[value] }))}
    />
  );
}
