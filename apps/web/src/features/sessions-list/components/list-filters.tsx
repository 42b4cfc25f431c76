import { endsOfHour } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconCurrencyEuro, IconGift, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterItem } from '../../../components/form/filter-bar.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { formatHour } from '../../../lib/format.ts';
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

/** The hour that the list is limited to, by a link from a figure; it can only be taken away. */
function HourFilter({ hour, onClear }: { hour: string; onClear: () => void }) {
  const { t } = useTranslation('sessionsList');
  return (
    <Button variant="default" rightSection={<IconX size={14} stroke={1.75} />} onClick={onClear}>
      {formatHour(endsOfHour(hour))}
      <span className="hub-visually-hidden">, {t('removeHour')}</span>
    </Button>
  );
}

/** Its place in the bar; none without an hour. */
export function hourItems({ filters: { hour }, onChange }: PartProps, label: string): FilterItem[] {
  if (hour === null) return [];
  const control = <HourFilter hour={hour} onClear={() => onChange({ hour: null })} />;
  return [{ id: 'hour', label, isActive: true, control }];
}
