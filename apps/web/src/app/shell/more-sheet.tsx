import { IconBookmark, IconEye, IconLogout } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomSheet } from '../../components/overlay/bottom-sheet.tsx';
import { useCan, useSession, useUser } from '../../lib/auth/index.ts';
import { openOverlay } from '../palette/overlay.ts';
import type { BottomBarProps } from './bottom-bar.tsx';
import { EntryCount, EntryLink } from './entry-link.tsx';
import { LastFetch } from './last-fetch.tsx';
import styles from './more-sheet.module.css';
import { type EntryId, entryIcons } from './navigation.ts';
import { ViewLink } from './pinned-views.tsx';
import { UserBadge } from './user-menu.tsx';

interface MoreSheetProps extends BottomBarProps {
  opened: boolean;
  onClose: () => void;
}

/** What the phone's bar has no room for: the other pages in the sidebar's groups, views, and the user's menu. */
export function MoreSheet({ navigation, active, counts, pinned, opened, onClose }: MoreSheetProps) {
  const { t } = useTranslation('shell');
  const { t: palette } = useTranslation('palette');
  const session = useSession();
  const mayView = useCan('integrations:view-as');
  const user = useUser();
  const entryLink = (entry: EntryId) => {
    const Icon = entryIcons[entry];
    return (
      <li key={entry}>
        <EntryLink
          entry={entry}
          className={styles.entry}
          isActive={entry === active && pinned.activeId === null}
          onClick={onClose}
        >
          <Icon size={20} stroke={1.5} />
          <span className="hub-ellipsis">{t(`entries.${entry}`)}</span>
          <EntryCount entry={entry} count={counts[entry] ?? 0} />
        </EntryLink>
      </li>
    );
  };
  return (
    <BottomSheet opened={opened} onClose={onClose} size="auto" title={t('more')} contentClass={styles.sheet}>
      {navigation.overflow.length > 0 && (
        <nav aria-label={t('morePages')}>
          {navigation.overflow.map(({ id, entries }) =>
            id === 'main' ? (
              <ul key={id} className={styles.entries}>
                {entries.map(entryLink)}
              </ul>
            ) : (
              <Group key={id} name={t(`groups.${id}`)}>
                {entries.map(entryLink)}
              </Group>
            ),
          )}
        </nav>
      )}
      {pinned.views.length > 0 && (
        <nav aria-label={t('pinnedViews')}>
          <Group name={t('pinnedViews')}>
            {pinned.views.map((view) => (
              <li key={view.id}>
                <ViewLink
                  view={view}
                  isActive={view.id === pinned.activeId}
                  className={styles.entry}
                  onClick={onClose}
                >
                  <IconBookmark size={20} stroke={1.5} />
                  <span className="hub-ellipsis">{view.name}</span>
                </ViewLink>
              </li>
            ))}
          </Group>
        </nav>
      )}
      <section className={styles.user} aria-label={t('userMenu', { name: user.username })}>
        <div className={styles.who}>
          <UserBadge />
        </div>
        <ul className={styles.entries}>
          {navigation.user.map(entryLink)}
          {mayView && (
            <li className={styles.wide}>
              <button
                type="button"
                className={styles.entry}
                onClick={() => {
                  onClose();
                  openOverlay({ kind: 'viewAs' });
                }}
              >
                <IconEye size={20} stroke={1.5} />
                <span className="hub-ellipsis">{palette('actions.viewAs')}</span>
              </button>
            </li>
          )}
          <li>
            <button type="button" className={styles.entry} onClick={() => session.signOut()}>
              <IconLogout size={20} stroke={1.5} />
              {t('logout')}
            </button>
          </li>
        </ul>
      </section>
      <LastFetch />
    </BottomSheet>
  );
}

/** A caption and its entries, two a row. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <div className={styles.groupName} id={id}>
        {name}
      </div>
      <ul className={styles.entries} aria-labelledby={id}>
        {children}
      </ul>
    </>
  );
}
