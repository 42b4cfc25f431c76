import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SegmentOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Shows only the icon; the label stays as its accessible name. */
  iconOnly?: boolean;
  /** Shown where there is no room for the label, which has these words in it and stays the accessible name. */
  short?: string | undefined;
  disabled?: boolean;
}

interface SegmentedSwitchProps<Value extends string> {
  /** Spoken name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SegmentOption<Value>[];
  fullWidth?: boolean;
  disabled?: boolean;
}

const isCut = ({ iconOnly, short }: SegmentOption<string>) => iconOnly === true || short !== undefined;

/** One of a few: a radio group drawn as segments. */
export function SegmentedSwitch<Value extends string>(props: SegmentedSwitchProps<Value>) {
  return (
    <SegmentedControl
      aria-label={props.label}
      value={props.value}
      onChange={(value) => {
        const option = props.options.find((candidate) => candidate.value === value);
        if (option) props.onChange(option.value);
      }}
      fullWidth={props.fullWidth}
      disabled={props.disabled}
      data={props.options.map((option) => ({
        value: option.value,
        disabled: option.disabled,
        label: (
          <span
            style={{ display: 'flex', alignItems: 'center', gap: 6 }}
            title={isCut(option) ? option.label : undefined}
          >
            {option.icon}
            {option.short !== undefined && <span aria-hidden="true">{option.short}</span>}
            {isCut(option) ? <span className="hub-visually-hidden">{option.label}</span> : option.label}
          </span>
        ),
      }))}
    />
  );
}
