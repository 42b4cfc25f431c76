import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchKey, useCommands } from '../../../lib/keyboard/commands.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import styles from './catalog-search.module.css';

interface CatalogSearchProps {
  value: string;
  onChange: (text: string) => void;
}

/** The search box: it widens while in use; on a phone it is an icon that opens over the header. "/" goes there. */
export function CatalogSearchBox({ value, onChange }: CatalogSearchProps) {
  const { t } = useTranslation('catalog');
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = opened || value !== '';
  useCommands([
    {
      id: 'search',
      label: t('search'),
      group: 'screen',
      keys: [searchKey],
      run: () => {
        setOpened(true);
        field.current?.focus();
      },
    },
  ]);
  const leave = () => {
    onChange('');
    setOpened(false);
  };
  if (isPhone && !isOpen) {
    return (
      <ActionIcon
        variant="default"
        size="md"
        aria-label={t('openSearch')}
        title={t('openSearch')}
        aria-expanded={false}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={16} stroke={1.5} />
      </ActionIcon>
    );
  }
  return (
    <div className={styles.box} data-filled={value !== '' || undefined}>
      <TextInput
        ref={field}
        aria-label={t('search')}
        placeholder={t('search')}
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        autoFocus={isPhone && opened}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        rightSection={
          value !== '' || isPhone ? (
            <CloseButton size="sm" aria-label={t('clearSearch')} onClick={leave} />
          ) : (
            <kbd className={styles.key}>/</kbd>
          )
        }
        rightSectionWidth={36}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => setOpened(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          leave();
          event.currentTarget.blur();
        }}
      />
    </div>
  );
}
