import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterItem } from './filter-bar.tsx';
import { MultiPicker, type PickerOption } from './multi-picker.tsx';

type FilterValue = string | number;

export interface FilterOption<T extends FilterValue> extends Omit<PickerOption, 'value'> {
  value: T;
}

interface FilterSettings<T extends FilterValue> {
  id: string;
  label: string;
  /** In pixels: a picker has no width of its own. */
  width: number;
  options: readonly FilterOption<T>[];
  /** What no choice means; unless given, "All" in the gender of what `id` names (`any` of the common texts). */
  placeholder?: string;
  /** Why it cannot be used, for who points at it. */
  refusal?: string | undefined;
  error?: ReactNode;
}

interface ChoiceFilter<T extends FilterValue> extends FilterSettings<T> {
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

interface ChoicesFilter<T extends FilterValue> extends FilterSettings<T> {
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** First in the list: choose everything, or nothing. */
  selectAll?: boolean;
}

interface FilterPickerProps<T extends FilterValue> extends ChoicesFilter<T> {
  single?: boolean;
}

/** Hands typed values to a picker, which knows text only. */
function FilterPicker<T extends FilterValue>(props: FilterPickerProps<T>) {
  const { id, options, value, placeholder, refusal } = props;
  const { t } = useTranslation('common');
  const shown = useMemo(
    () => options.map((option) => ({ ...option, value: String(option.value) })),
    [options],
  );
  const choose = (chosen: string[]) => {
    // What is chosen may have no option: games of a link that are still loading, or are offered no more.
    const known = new Map(
      [...options.map((option) => option.value), ...value].map((one) => [String(one), one]),
    );
    props.onChange(chosen.flatMap((text) => known.get(text) ?? []));
  };
  const picker = (
    <MultiPicker
      compact
      single={props.single ?? false}
      selectAll={props.selectAll ?? false}
      label={props.label}
      placeholder={placeholder ?? t('any', { context: id })}
      options={shown}
      value={value.map(String)}
      onChange={choose}
      disabled={refusal !== undefined}
      error={props.error}
    />
  );
  return refusal === undefined ? picker : <div title={refusal}>{picker}</div>;
}

/** A filter for `FilterBar` that takes one of its options, or none. */
export function choiceFilter<T extends FilterValue>({
  value,
  onChange,
  ...settings
}: ChoiceFilter<T>): FilterItem {
  return {
    id: settings.id,
    label: settings.label,
    width: settings.width,
    isActive: value !== undefined,
    control: (
      <FilterPicker
        {...settings}
        single
        value={value === undefined ? [] : [value]}
        onChange={([chosen]) => onChange(chosen)}
      />
    ),
  };
}

/** A filter for `FilterBar` that takes any of its options. */
export function choicesFilter<T extends FilterValue>(filter: ChoicesFilter<T>): FilterItem {
  const { id, label, width, value } = filter;
  return { id, label, width, isActive: value.length > 0, control: <FilterPicker {...filter} /> };
}
