import { Button, Checkbox, Group } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import machines from './machines.module.css';

interface DialogFormProps extends ComponentProps<'form'> {
  submitLabel: string;
  isPending: boolean;
  onCancel: () => void;
}

/** The form of a dialog, with its buttons. */
export function DialogForm({ submitLabel, isPending, onCancel, children, ...form }: DialogFormProps) {
  const { t } = useTranslation('common');
  return (
    <form {...form} className={machines.form}>
      {children}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; description: string }[];
  /** Buttons that choose several at once. */
  presets: readonly { label: string; values: readonly Value[] }[];
  value: Value[];
  /** Receives the chosen ones in the order of the options. */
  onChange: (chosen: Value[]) => void;
  error: ReactNode;
}

/** What a token may do or a webhook receives, of which at least one is chosen. */
export function Choices<Value extends string>({
  label,
  options,
  presets,
  value,
  onChange,
  error,
}: ChoicesProps<Value>) {
  const choose = (chosen: readonly string[]) =>
    onChange(options.flatMap((option) => (chosen.includes(option.value) ? option.value : [])));
  return (
    <Checkbox.Group
      label={label}
      required
      value={value}
      onChange={choose}
      error={error}
      // Below the list it would be out of sight.
      inputWrapperOrder={['label', 'error', 'input']}
    >
      <Group gap={8} className={machines.presets}>
        {presets.map((preset) => (
          <Button
            key={preset.label}
            variant="default"
            size="compact-sm"
            type="button"
            onClick={() => choose(preset.values)}
          >
            {preset.label}
          </Button>
        ))}
      </Group>
      <div className={machines.choices}>
        {options.map((option, place) => (
          <Checkbox
            key={option.value}
            value={option.value}
            label={option.label}
            description={option.description}
            // Where the focus goes when none is chosen.
            aria-invalid={(place === 0 && Boolean(error)) || undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
