import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface SearchInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onType: (text: string) => void;
  /** The cross was pressed; clears the text by default. */
  onClear?: () => void;
}

/** A field to search by, with a cross while something is typed. */
export function SearchInput({ value, onType, onClear = () => onType(''), ...props }: SearchInputProps) {
  const { t } = useTranslation('common');
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} stroke={1.5} />}
      rightSection={value !== '' && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={onClear} />}
      {...props}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
