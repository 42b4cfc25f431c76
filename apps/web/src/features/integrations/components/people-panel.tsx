import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { PersonName } from '../../../components/display/entity-label.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { LongList } from './long-list.tsx';
import styles from './panels.module.css';

interface Entry {
  key: string | number;
  name: string;
  /** Of a person; null where none is known. */
  email?: string | null;
}

interface PeoplePanelProps {
  title: string;
  searchLabel: string;
  /** Before the name of what is no person. */
  icon?: ReactNode;
  entries: readonly Entry[];
}

/** So many are taken in at a glance; more get a search. */
const glance = 10;
/** In pixels: of a row on a narrow screen or with two lines, and of one with a name only. */
const [rowHeight, nameHeight] = [48, 38];
/** The lists show this many rows before they scroll. */
const rowsInSight = 7;

/** Operators or users of an integration by name, "Empty" without any. */
export function PeoplePanel({ title, searchLabel, icon, entries }: PeoplePanelProps) {
  const { t } = useTranslation('integrations');
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase('it');
  const shown = entries.filter(({ name, email }) =>
    `${name} ${email ?? ''}`.toLocaleLowerCase('it').includes(wanted),
  );
  const height = useIsNarrow() || !icon ? rowHeight : nameHeight;
  return (
    <Panel title={title} coverage={formatCount(entries.length)} flush>
      {entries.length > glance && (
        <div className={styles.search}>
          <TextInput
            aria-label={searchLabel}
            placeholder={searchLabel}
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
          rowHeight={height}
          maxHeight={rowsInSight * height}
          render={({ name, email }) =>
            icon ? (
              <>
                <span className={styles.icon}>{icon}</span>
                <span className="hub-ellipsis" title={name}>
                  {name}
                </span>
              </>
            ) : (
              <>
                <span className={styles.grow}>
                  <PersonName name={name} sub={email ? <span title={email}>{email}</span> : undefined} />
                </span>
                {email && (
                  <CopyButton
                    value={email}
                    label={t('emailOf', { name })}
                    success={t('emailCopied')}
                    failure={t('emailNotCopied')}
                  />
                )}
              </>
            )
          }
        />
      )}
    </Panel>
  );
}
