import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface TokenInputProps {
  label: ReactNode;
  /** What the show button is called after. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  error?: string | undefined;
}

/** A token that is written and never read back (OPEN-49). Blanks around what was pasted fall away. */
export function TokenInput({ label, name, value, onChange, ...rest }: TokenInputProps) {
  const { t } = useTranslation('integrations');
  return (
    <PasswordInput
      {...rest}
      label={label}
      value={value}
      autoComplete="off"
      data-1p-ignore
      spellCheck={false}
      maxLength={4000}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      visibilityToggleButtonProps={{ 'aria-label': t('showToken', { what: name }), tabIndex: 0 }}
    />
  );
}
