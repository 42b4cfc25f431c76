import { gameLabel } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { dateTypes } from '../../../lib/shared-filters.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import {
  type ChartFilters,
  moneyNames,
  offersAll,
  operatorOwner,
  type Reference,
  stateNames,
} from '../filters.ts';
import { activeFilters } from '../search.ts';
import styles from './charts-filters.module.css';

interface ChartsFiltersProps {
  filters: ChartFilters;
  reference: Reference;
  onChange: (change: Partial<ChartFilters>) => void;
  onClear: () => void;
  /** Totals chooses the money of sessions; Specific takes it over. */
  withMoney: boolean;
  sheetOpened: boolean;
  onSheetChange: (opened: boolean) => void;
  /** Specific waits for Submit, Totals follows every change. */
  submit?: { onSubmit: () => void; loading: boolean; refusal: string | null };
}

/** The filters of both tabs; below 768 px all but the period are in a sheet. */
export function ChartsFilters(props: ChartsFiltersProps) {
  const { filters, reference, onChange, submit } = props;
  const { t } = useTranslation('charts');
  const isNarrow = useIsNarrow();
  const gameOptions = useMemo(
    () =>
      reference.games
        .map((game) => ({ value: String(game.id), label: gameLabel(game) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [reference.games],
  );
  const integrationOptions = useMemo(
    () =>
      reference.integrations.map((integration) => {
        const option = {
          value: String(integration.id),
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
  const pickers = (
    <>
      <div className={styles.picker}>
        <MultiPicker
          compact
          selectAll
          label={t('games')}
          placeholder={t(submit ? 'choose' : 'all')}
          options={gameOptions}
          value={filters.games.map(String)}
          onChange={(games) => onChange({ games: games.map(Number) })}
        />
      </div>
      {reference.isProvider && (
        <div className={styles.picker}>
          <MultiPicker
            compact
            selectAll
            label={t('integrations')}
            placeholder={t('all')}
            options={integrationOptions}
            value={filters.integrations.map(String)}
            onChange={(integrations) => onChange({ integrations: integrations.map(Number) })}
          />
        </div>
      )}
      <div className={styles.picker} title={owner ? undefined : t('oneIntegration')}>
        <MultiPicker
          compact
          label={t('operators')}
          placeholder={owner ? t('all') : ''}
          disabled={!owner}
          options={(owner?.operators ?? []).map((operator) => ({
            value: String(operator.id),
            label: operator.name,
          }))}
          value={filters.operators.map(String)}
          onChange={(operators) => onChange({ operators: operators.map(Number) })}
        />
      </div>
      <SegmentedSwitch
        label={t('groupBy')}
        value={filters.by}
        onChange={(by) => onChange({ by })}
        options={dateTypes.map((value) => ({ value, label: t(`by.${value}`) }))}
      />
      {props.withMoney && (
        <SegmentedSwitch
          label={t('sessionType')}
          value={filters.money}
          onChange={(money) => onChange({ money })}
          options={moneyNames.map((value) => ({ value, label: t(`money.${value}`) }))}
        />
      )}
      <SegmentedSwitch
        label={t('sessionState')}
        value={filters.state}
        onChange={(state) => onChange({ state })}
        options={stateNames.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
    </>
  );
  return (
    <FilterBar
      activeCount={activeFilters(filters)}
      {...(isNarrow
        ? {
            more: <div className={styles.sheet}>{pickers}</div>,
            moreOpened: props.sheetOpened,
            onMoreChange: props.onSheetChange,
            onClear: props.onClear,
          }
        : {})}
      {...(submit
        ? { onSubmit: submit.onSubmit, submitting: submit.loading, submitRefusal: submit.refusal }
        : {})}
    >
      <PeriodPicker value={filters.period} onChange={(period) => onChange({ period })} />
      {!isNarrow && pickers}
    </FilterBar>
  );
}
