import { gameLabel } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { choicesFilter } from '../../../components/form/picker-filter.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { dateTypes } from '../../../lib/shared-filters.ts';
import { type ChartFilters, offersAll, operatorOwner, type Reference } from '../filters.ts';
import { activeFilters, moneyNames, stateNames } from '../search.ts';

interface ChartsFiltersProps {
  filters: ChartFilters;
  reference: Reference;
  onChange: (change: Partial<ChartFilters>) => void;
  onClear: () => void;
  /** In place of the grouping, which a ranking does not have. */
  compared?: FilterItem;
  /** Specific waits for Submit and takes the type of sessions over from Totals, which follows every change. */
  submit?: { onSubmit: () => void; loading: boolean; refusal: string | null };
}

/** The filters of both tabs, the same in the same order; below 768 px all but the period are in a sheet. */
export function ChartsFilters(props: ChartsFiltersProps) {
  const { filters, reference, onChange, submit } = props;
  const { t } = useTranslation('charts');
  const { t: tc } = useTranslation('common');
  const gameOptions = useMemo(
    () =>
      reference.games
        .map((game) => ({ value: game.id, label: gameLabel(game) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [reference.games],
  );
  const integrationOptions = useMemo(
    () =>
      reference.integrations.map((integration) => {
        const option = {
          value: integration.id,
          label: integration.name,
          art: <IntegrationChip name={integration.name} number={integration.id} size={16} />,
        };
        return offersAll(integration, filters.games)
          ? option
          : { ...option, disabled: true, note: t('notOffered') };
      }),
    [reference.integrations, filters.games, t],
  );
  const owner = operatorOwner(filters, reference);
  const pickerWidth = 172;
  const items: FilterItem[] = [
    {
      id: 'period',
      label: tc('period'),
      control: <PeriodPicker value={filters.period} onChange={(period) => onChange({ period })} />,
    },
    choicesFilter({
      id: 'games',
      label: t('games'),
      width: pickerWidth,
      selectAll: true,
      ...(submit ? { placeholder: t('choose') } : {}),
      options: gameOptions,
      value: filters.games,
      onChange: (games) => onChange({ games }),
    }),
    ...(reference.isProvider
      ? [
          choicesFilter({
            id: 'integrations',
            label: t('integrations'),
            width: pickerWidth,
            selectAll: true,
            options: integrationOptions,
            value: filters.integrations,
            onChange: (integrations) => onChange({ integrations }),
          }),
        ]
      : []),
    props.compared ?? {
      id: 'by',
      label: t('groupBy'),
      control: (
        <SegmentedSwitch
          label={t('groupBy')}
          value={filters.by}
          onChange={(by) => onChange({ by })}
          options={dateTypes.map((value) => ({ value, label: t(`by.${value}`) }))}
        />
      ),
    },
    // Chosen under Totals for all tabs, and said in the head of the page.
    ...(submit
      ? []
      : [
          {
            id: 'money',
            label: t('sessionType'),
            isActive: filters.money !== 'real',
            control: (
              <SegmentedSwitch
                label={t('sessionType')}
                value={filters.money}
                onChange={(money) => onChange({ money })}
                options={moneyNames.map((value) => ({ value, label: t(`money.${value}`) }))}
              />
            ),
          },
        ]),
    {
      id: 'state',
      label: t('sessionState'),
      isActive: filters.state !== stateNames[0],
      control: (
        <SegmentedSwitch
          label={t('sessionState')}
          value={filters.state}
          onChange={(state) => onChange({ state })}
          options={stateNames.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      ),
    },
    choicesFilter({
      id: 'operators',
      label: t('operators'),
      width: pickerWidth,
      ...(owner ? {} : { placeholder: '', refusal: t('oneIntegration') }),
      options: (owner?.operators ?? []).map(({ id, name }) => ({ value: id, label: name })),
      value: filters.operators,
      onChange: (operators) => onChange({ operators }),
    }),
  ];
  return (
    <FilterBar
      items={items}
      activeCount={activeFilters(filters)}
      onClear={props.onClear}
      {...(submit
        ? { onSubmit: submit.onSubmit, submitting: submit.loading, submitRefusal: submit.refusal }
        : {})}
    />
  );
}
