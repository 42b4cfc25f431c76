import { IconDots, IconSearch, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openOverlay } from '../palette/overlay.ts';
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

/** The phone's navigation: the main pages with labels, search, and a sheet with all other pages and the user's menu. */
export function BottomBar(props: BottomBarProps) {
  const { navigation, active, counts } = props;
  const { t } = useTranslation('shell');
  const { t: palette } = useTranslation('palette');
  const [opened, setOpened] = useState(false);
  const isElsewhere = active !== null && !navigation.bar.includes(active);
  const hidden = [...navigation.overflow.flatMap(({ entries }) => entries), ...navigation.user];
  const waits = hidden.some((entry) => counts[entry] && !navigation.bar.includes(entry));
  return (
    <>
      <nav className={styles.bar} aria-label={t('navigation')}>
        {navigation.bar.map((entry) => {
          const Icon = entryIcons[entry];
          const isActive = entry === active;
          return (
            <EntryLink key={entry} entry={entry} className={styles.barEntry} isActive={isActive}>
              <BarIcon icon={Icon} waits={(counts[entry] ?? 0) > 0} />
              <span>{t(`entries.${entry}`)}</span>
            </EntryLink>
          );
        })}
        <button
          type="button"
          className={styles.barEntry}
          aria-haspopup="dialog"
          onClick={() => openOverlay({ kind: 'palette' })}
        >
          <IconSearch size={20} stroke={1.5} />
          <span>{palette('search')}</span>
        </button>
        <button
          type="button"
          className={styles.barEntry}
          data-active={isElsewhere || undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(true)}
        >
          <BarIcon icon={IconDots} waits={waits} />
          <span>{t('more')}</span>
        </button>
      </nav>
      <MoreSheet {...props} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function BarIcon({ icon: Icon, waits }: { icon: TablerIcon; waits: boolean }) {
  return (
    <span className={shell.entryIcon}>
      <Icon size={20} stroke={1.5} />
      {waits && <span className={shell.dot} data-shown aria-hidden="true" />}
    </span>
  );
}
