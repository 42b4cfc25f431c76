import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { searchKey, useCommands } from '../../lib/keyboard/commands.ts';

interface SearchInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onType: (text: string) => void;
  /** The cross was pressed; clears the text by default. */
  onClear?: () => void;
}

/** A field to search by, with a cross while something is typed. The key "/" goes there. */
export function SearchInput({ value, onType, onClear = () => onType(''), ...props }: SearchInputProps) {
  const { t } = useTranslation('common');
  const field = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'search',
      label: t('keys.search'),
      group: 'screen',
      keys: [searchKey],
      run: () => field.current?.focus(),
    },
  ]);
  return (
    <TextInput
      ref={field}
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
