import type { User } from '@ludus/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/badge.tsx';
import { IntegrationName } from '../../../components/identity.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { keyOfUser } from '../search.ts';
import { UserDetail } from './user-detail.tsx';
import styles from './users.module.css';

interface UserRowsProps {
  users: readonly User[];
  /** Old rows while those of other filters load. */
  isStale: boolean;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  isProviderSide: boolean;
  isReadOnly: boolean;
}

/** Heights of a closed row as the style sheet has them, and of what is fixed above the list. */
const rowHeights = { wide: 48, phone: 64 };
const headerHeight = 72;

/** Draws the rows near the window only; the open one, one at a time (USER-04), is measured. */
export function UserRows({ users, isStale, openKey, onOpen, ...rights }: UserRowsProps) {
  const { t } = useTranslation('users');
  const id = useId();
  const isPhone = useIsPhone();
  const [list, setList] = useState<HTMLElement | null>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Whatever stands above may have changed its height: asked after every rendering.
  useLayoutEffect(() => {
    if (list) setScrollMargin(Math.round(list.getBoundingClientRect().top + window.scrollY));
  });
  const keyAt = (index: number) => (users[index] ? keyOfUser(users[index]) : String(index));
  const rows = useWindowVirtualizer({
    count: users.length,
    scrollMargin,
    scrollPaddingStart: headerHeight,
    estimateSize: () => (isPhone ? rowHeights.phone : rowHeights.wide),
    // A row that was open is another one when it is closed: it has its first height again.
    getItemKey: (index) =>
      `${keyAt(index)}${keyAt(index) === openKey ? ' open' : ''}${isPhone ? ' phone' : ''}`,
    overscan: 8,
    initialOffset: () => window.scrollY,
  });
  const { scrollToIndex } = rows;
  const linked = useRef(openKey);
  useEffect(() => {
    const index = users.findIndex((user) => keyOfUser(user) === linked.current);
    linked.current = undefined;
    // A link to a user far down the list leads there.
    if (index > 5) scrollToIndex(index, { align: 'start' });
  }, [users, scrollToIndex]);

  const drawn = rows.getVirtualItems();
  const before = (drawn[0]?.start ?? scrollMargin) - scrollMargin;
  const after = rows.getTotalSize() - ((drawn.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <ul
      ref={setList}
      className={isStale ? `${styles.rows} hub-stale` : styles.rows}
      aria-label={t('list')}
      style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}
    >
      {drawn.map(({ index }) => {
        const user = users[index];
        if (!user) return null;
        const key = keyOfUser(user);
        const isOpen = key === openKey;
        return (
          <li
            key={key}
            ref={isOpen ? rows.measureElement : undefined}
            data-index={index}
            className={styles.row}
            aria-setsize={users.length}
            aria-posinset={index + 1}
          >
            <button
              type="button"
              className={styles.head}
              aria-expanded={isOpen}
              aria-controls={isOpen ? `${id}-${key}` : undefined}
              onClick={() => onOpen(isOpen ? undefined : key)}
            >
              <IconChevronRight className={styles.chevron} size={16} stroke={1.5} aria-hidden="true" />
              <Summary user={user} withIntegration={rights.isProviderSide} />
            </button>
            {isOpen && (
              <div id={`${id}-${key}`} className={styles.detail}>
                <UserDetail user={user} onGone={() => onOpen(undefined)} {...rights} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Summary({ user, withIntegration }: { user: User; withIntegration: boolean }) {
  const { t } = useTranslation('users');
  const { userId } = useUser();
  return (
    <>
      <span className={styles.who}>
        <span className={styles.name} title={user.username}>
          {user.username}
          {user.keycloakUserId === userId && <span className={styles.you}> {t('you')}</span>}
        </span>
        <span className={styles.email} title={user.email ?? undefined}>
          {user.email}
        </span>
      </span>
      {withIntegration && (
        <span className={styles.place}>
          {user.integration !== null && user.integrationId !== null && (
            <IntegrationName name={user.integration} number={user.integrationId} />
          )}
        </span>
      )}
      <span className={styles.side}>
        <span className={styles.role}>{user.role === null ? t('noRole') : t(`roles.${user.role}`)}</span>
        <span className={styles.marks}>
          {user.localOnly && <Badge>{t('localOnly')}</Badge>}
          {user.kcOnly && <Badge tone="info">{t('providerOnly')}</Badge>}
          {!user.enabled && <Badge tone="negative">{t('disabled')}</Badge>}
          {user.mustChangePassword && <Badge tone="warning">{t('temporary')}</Badge>}
        </span>
      </span>
    </>
  );
}
