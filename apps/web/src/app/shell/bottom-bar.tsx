import { IconBookmark, IconDots, IconEye, IconLogout, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomSheet } from '../../components/overlay/bottom-sheet.tsx';
import { useCan, useSession, useUser } from '../../lib/auth/index.ts';
import { openOverlay } from '../palette/overlay.ts';
import styles from './bottom-bar.module.css';
import { EntryLink } from './entry-link.tsx';
import { LastFetch } from './last-fetch.tsx';
import { type EntryId, entryIcons, type phoneNavigation } from './navigation.ts';
import { type PinnedViews, ViewLink } from './pinned-views.tsx';
import shell from './shell.module.css';
import { UserBadge } from './user-menu.tsx';

interface BottomBarProps {
  navigation: ReturnType<typeof phoneNavigation>;
  active: EntryId | null;
  counts: Partial<Record<EntryId, number>>;
  pinned: PinnedViews;
}

/** The phone's navigation: the main pages with labels, and a sheet with all others and the user's menu. */
export function BottomBar({ navigation, active, counts, pinned }: BottomBarProps) {
  const { t } = useTranslation('shell');
  const { t: palette } = useTranslation('palette');
  const session = useSession();
  const mayView = useCan('integrations:view-as');
  const user = useUser();
  const [opened, setOpened] = useState(false);
  const isElsewhere = active !== null && !navigation.bar.includes(active);
  const hiddenCount = [...navigation.overflow, ...navigation.user].reduce(
    (sum, entry) => sum + (counts[entry] ?? 0),
    0,
  );
  const sheetEntry = (entry: EntryId) => {
    const Icon = entryIcons[entry];
    return (
      <li key={entry}>
        <EntryLink
          entry={entry}
          className={styles.sheetEntry}
          isActive={entry === active}
          onClick={() => setOpened(false)}
        >
          <Icon size={20} stroke={1.5} />
          {t(`entries.${entry}`)}
          {(counts[entry] ?? 0) > 0 && <span className={styles.sheetDot} aria-hidden="true" />}
        </EntryLink>
      </li>
    );
  };
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
      <BottomSheet
        opened={opened}
        onClose={() => setOpened(false)}
        size="auto"
        title={t('more')}
        contentClass={styles.sheet}
      >
        <button
          type="button"
          className={styles.sheetSearch}
          aria-haspopup="dialog"
          onClick={() => {
            setOpened(false);
            openOverlay({ kind: 'palette' });
          }}
        >
          <IconSearch size={20} stroke={1.5} />
          {palette('placeholder')}
        </button>
        {navigation.overflow.length > 0 && (
          <nav aria-label={t('morePages')}>
            <ul className={styles.sheetList}>{navigation.overflow.map(sheetEntry)}</ul>
          </nav>
        )}
        {pinned.views.length > 0 && (
          <nav className={styles.sheetUser} aria-label={t('pinnedViews')}>
            <div className={shell.groupName}>{t('pinnedViews')}</div>
            <ul className={styles.sheetList}>
              {pinned.views.map((view) => (
                <li key={view.id}>
                  <ViewLink
                    view={view}
                    isActive={view.id === pinned.activeId}
                    className={styles.sheetEntry}
                    onClick={() => setOpened(false)}
                  >
                    <IconBookmark size={20} stroke={1.5} />
                    <span className="hub-ellipsis">{view.name}</span>
                  </ViewLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <section className={styles.sheetUser} aria-label={t('userMenu', { name: user.username })}>
          <div className={styles.sheetWho}>
            <UserBadge />
          </div>
          <ul className={styles.sheetList}>
            {navigation.user.map(sheetEntry)}
            {mayView && (
              <li>
                <button
                  type="button"
                  className={styles.sheetEntry}
                  onClick={() => {
                    setOpened(false);
                    openOverlay({ kind: 'viewAs' });
                  }}
                >
                  <IconEye size={20} stroke={1.5} />
                  {palette('actions.viewAs')}
                </button>
              </li>
            )}
            <li>
              <button type="button" className={styles.sheetEntry} onClick={() => session.signOut()}>
                <IconLogout size={20} stroke={1.5} />
                {t('logout')}
              </button>
            </li>
          </ul>
        </section>
        <LastFetch />
      </BottomSheet>
    </>
  );
}
