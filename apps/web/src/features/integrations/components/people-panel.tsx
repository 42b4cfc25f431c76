import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatCount } from '../../../lib/format.ts';
import { LongList } from './long-list.tsx';
import styles from './panels.module.css';

interface Entry {
  key: string | number;
  name: string;
  note?: string | null;
}

interface PeoplePanelProps {
  title: string;
  icon: ReactNode;
  entries: readonly Entry[];
}

/** So many are taken in at a glance; more get a search. */
const glance = 10;

/** Operators or users of an integration by name, "Empty" without any. */
export function PeoplePanel({ title, icon, entries }: PeoplePanelProps) {
  const { t } = useTranslation('integrations');
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase('it');
  const shown = entries.filter(({ name, note }) =>
    `${name} ${note ?? ''}`.toLocaleLowerCase('it').includes(wanted),
  );
  const label = t('searchIn', { what: title });
  return (
    <Panel title={title} coverage={formatCount(entries.length)} flush>
      {entries.length > glance && (
        <div className={styles.search}>
          <TextInput
            aria-label={label}
            placeholder={label}
            value={text}
            leftSection={<IconSearch size={16} stroke={1.5} />}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <p className={styles.empty}>{t(entries.length === 0 ? 'empty' : 'nothingToShow')}</p>
      ) : (
        <LongList
          label={title}
          items={shown}
          itemKey={({ key }) => key}
          maxHeight={266}
          render={({ name, note }) => (
            <>
              <span className={styles.icon}>{icon}</span>
              <span className="hub-ellipsis" title={name}>
                {name}
              </span>
              {note && (
                <span className={styles.note} title={note}>
                  {note}
                </span>
              )}
            </>
          )}
        />
      )}
    </Panel>
  );
}
