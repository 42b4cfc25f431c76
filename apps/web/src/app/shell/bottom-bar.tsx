import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bottom-bar.module.css';
import { EntryLink } from './entry-link.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { type EntryId, entryIcons, type phoneNavigation } from './navigation.ts';
import type { PinnedViews } from './pinned-views.tsx';
import shell from './shell.module.css';

export interface BottomBarProps {
  navigation: ReturnType<typeof phoneNavigation>;
  active: EntryId | null;
  /** Counts on entries; nothing is shown for zero. */
  counts: Partial<Record<EntryId, number>>;
  pinned: PinnedViews;
}

/** The phone's navigation: the main pages with labels, and a sheet with all others and the user's menu. */
export function BottomBar(props: BottomBarProps) {
  const { navigation, active, counts } = props;
  const { t } = useTranslation('shell');
  const [opened, setOpened] = useState(false);
  const isElsewhere = active !== null && !navigation.bar.includes(active);
  const hidden = [...navigation.overflow.flatMap(({ entries }) => entries), ...navigation.user];
  const hiddenCount = hidden.reduce((sum, entry) => sum + (counts[entry] ?? 0), 0);
  return (
    <>
      <nav className={styles.bar} aria-label={t('navigation')}>
        {navigation.bar.map((entry) => {
          const Icon = entryIcons[entry];
          const isActive = entry === active;
          return (
            <EntryLink key={entry} entry={entry} className={styles.barEntry} isActive={isActive}>
              <Icon size={20} stroke={1.5} />
              <span>{t(`entries.${entry}`)}</span>
            </EntryLink>
          );
        })}
        <button
          type="button"
          className={styles.barEntry}
          data-active={isElsewhere || undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(true)}
        >
          <span className={shell.entryIcon}>
            <IconDots size={20} stroke={1.5} />
            {hiddenCount > 0 && <span className={shell.dot} data-shown aria-hidden="true" />}
          </span>
          <span>{t('more')}</span>
        </button>
      </nav>
      <MoreSheet {...props} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
