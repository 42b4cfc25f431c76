import { ActionIcon } from '@mantine/core';
import {
  IconBookmark,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '../../components/display/brand-mark.tsx';
import { Keycaps } from '../../components/display/keycaps.tsx';
import { hint } from '../../components/hint.ts';
import { ariaKeys } from '../../lib/keyboard/keys.ts';
import { openOverlay } from '../palette/overlay.ts';
import { EntryCount, EntryLink } from './entry-link.tsx';
import { LastFetch } from './last-fetch.tsx';
import { type EntryId, entryIcons, type sidebarGroups, userEntries } from './navigation.ts';
import { type PinnedViews, ViewLink } from './pinned-views.tsx';
import styles from './shell.module.css';
import type { SidebarState } from './use-sidebar.ts';
import { UserMenu } from './user-menu.tsx';

interface SidebarProps {
  groups: ReturnType<typeof sidebarGroups>;
  active: EntryId | null;
  state: SidebarState;
  /** Counts on entries; nothing is shown for zero. */
  counts: Partial<Record<EntryId, number>>;
  pinned: PinnedViews;
}

/**
 * Wide when fixed; otherwise a rail of 64 that opens over the page under the pointer, for the keyboard's focus, and while
 * its menu is open. A press on a link leads away: the rail closes at once, until the pointer comes back.
 */
export function Sidebar({ groups, active, state, counts, pinned }: SidebarProps) {
  const { t } = useTranslation('shell');
  const Toggle = state.isFixed ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  const [isDismissed, setDismissed] = useState(false);
  const shown = groups.flatMap((group) => group.entries);
  return (
    <div className={styles.sidebarPlace} data-fixed={state.isFixed || undefined}>
      <aside
        className={styles.sidebar}
        data-fixed={state.isFixed || undefined}
        data-dismissed={isDismissed || undefined}
        onPointerEnter={() => setDismissed(false)}
        onPointerUp={({ target }) => setDismissed(target instanceof Element && target.closest('a') !== null)}
      >
        <div className={styles.brand}>
          <Wordmark size={22} nameClass={styles.words} />
          {state.canPin && (
            <ActionIcon
              {...hint(state.isFixed ? t('unpin') : t('pin'))}
              className={styles.pin}
              size="sm"
              aria-label={state.isFixed ? t('unpin') : t('pin')}
              aria-pressed={state.isFixed}
              onClick={state.toggle}
            >
              <Toggle size={18} stroke={1.5} />
            </ActionIcon>
          )}
        </div>
        <SearchButton />
        <nav className={styles.nav} aria-label={t('navigation')}>
          {groups.map((group) => (
            <div key={group.id} className={styles.group}>
              {group.id !== 'main' && (
                <div className={`${styles.groupName} ${styles.words}`}>{t(`groups.${group.id}`)}</div>
              )}
              <ul className={styles.entries}>
                {group.entries.map((entry) => (
                  <li key={entry}>
                    <SidebarEntry
                      entry={entry}
                      isActive={entry === active && pinned.activeId === null}
                      count={counts[entry] ?? 0}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {pinned.views.length > 0 && (
            <div className={styles.group}>
              <div className={`${styles.groupName} ${styles.words}`}>{t('pinnedViews')}</div>
              <ul className={styles.entries}>
                {pinned.views.map((view) => (
                  <li key={view.id}>
                    <ViewLink view={view} isActive={view.id === pinned.activeId} className={styles.entry}>
                      <span className={styles.entryIcon}>
                        <IconBookmark size={18} stroke={1.5} />
                      </span>
                      <span className={`hub-ellipsis ${styles.words}`}>{view.name}</span>
                    </ViewLink>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </nav>
        <footer className={styles.foot}>
          <LastFetch />
          <UserMenu entries={userEntries.filter((entry) => shown.includes(entry))} />
        </footer>
      </aside>
    </div>
  );
}

/** Opens the palette. */
function SearchButton() {
  const { t } = useTranslation('palette');
  return (
    <button
      type="button"
      className={styles.search}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys('mod+k')}
      onClick={() => openOverlay({ kind: 'palette' })}
    >
      <IconSearch size={18} stroke={1.5} aria-hidden="true" />
      <span className={styles.words}>{t('search')}</span>
      <span className={`${styles.searchKeys} ${styles.words}`} aria-hidden="true">
        <Keycaps keys="mod+k" />
      </span>
    </button>
  );
}

function SidebarEntry({ entry, isActive, count }: { entry: EntryId; isActive: boolean; count: number }) {
  const { t } = useTranslation('shell');
  const Icon = entryIcons[entry];
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // On a low screen the last entries are below the fold: whoever starts there sees where they are. Other entries come
    // into sight as the navigation becomes lower: with the window, a bar above, or a longer text at its foot.
    const entry = link.current;
    const nav = entry?.closest('nav');
    if (!isActive || !entry || !nav) return;
    const show = () => entry.scrollIntoView({ block: 'nearest' });
    show();
    const observer = new ResizeObserver(show);
    observer.observe(nav);
    return () => observer.disconnect();
  }, [isActive]);
  return (
    <EntryLink ref={link} entry={entry} className={styles.entry} isActive={isActive}>
      <span className={styles.entryIcon}>
        <Icon size={18} stroke={1.5} />
        {count > 0 && <span className={styles.dot} aria-hidden="true" />}
      </span>
      <span className={styles.words}>{t(`entries.${entry}`)}</span>
      <EntryCount entry={entry} count={count} className={styles.words} />
    </EntryLink>
  );
}
