import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../components/form/password-field.tsx';

interface TokenInputProps {
  label: ReactNode;
  /** What the show button is called after. */
  name: string;
  value?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  error?: ReactNode;
}

/** A token that is written and never read back. Blanks around what was pasted fall away. */
export function TokenInput({ label, name, value, onChange, ...rest }: TokenInputProps) {
  const { t } = useTranslation('integrations');
  return (
    <PasswordField
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
