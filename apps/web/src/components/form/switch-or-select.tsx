import { NativeSelect } from '@mantine/core';
import { SegmentedSwitch } from './segmented-switch.tsx';

interface SwitchOrSelectProps<Value extends string> {
  /** Spoken name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  /** There is no room for segments. */
  isSelect: boolean;
}

/** One of a few: segments where all of them fit, else a select, which a phone opens as its own picker. */
export function SwitchOrSelect<Value extends string>({ isSelect, ...props }: SwitchOrSelectProps<Value>) {
  const { label, value, onChange, options } = props;
  if (!isSelect) return <SegmentedSwitch {...props} />;
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={options.map((option) => ({ ...option }))}
      onChange={({ currentTarget }) => {
        const chosen = options.find((one) => one.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
