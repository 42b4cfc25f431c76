import type { Game, Notification } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { GameThumb } from '../../../components/display/entity-label.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { coverOf, gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDayWith } from '../../../lib/format.ts';
import { useListKeys } from '../../../lib/keyboard/lists.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { dateLabel } from '../date-label.ts';
import { movedBy } from '../moved-by.ts';
import { gamesNamedIn, withGameNames } from './named-games.tsx';
import styles from './notification-list.module.css';
import { Severity } from './severity.tsx';

interface NotificationListProps {
  /** Undefined while they are being read; nothing is drawn until a skeleton is due. */
  notifications: readonly Notification[] | undefined;
  /** Also those that the list leaves out, oldest first. */
  all: readonly Notification[];
  showsSkeleton: boolean;
  chosenId: number | undefined;
  /** Whether the chosen one is only shown because nothing else is: no one has asked for it, and it may be unread. */
  isUnasked: boolean;
  onChoose: (id: number) => void;
}

/** One stop for the Tab key; arrows, Home and End go through the list, Enter opens. */
export function NotificationList(props: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const { notifications = [], chosenId, onChoose } = props;
  const listRef = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<number | null>(null);
  // Only staff of the provider may read every game.
  const games = useQuery({ ...gamesWithCoversQuery(), enabled: useCan('integrations:manage') }).data?.rows;
  useListKeys(notifications.length > 0);
  const stopId =
    notifications.find(({ id }) => id === focusedId)?.id ??
    notifications.find(({ id }) => id === chosenId)?.id ??
    notifications[0]?.id;

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...(listRef.current?.querySelectorAll('button') ?? [])];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const targets: Record<string, number> = { Home: 0, End: buttons.length - 1 };
    const target = targets[event.key];
    if (target === undefined || index < 0) return;
    event.preventDefault();
    buttons[target]?.focus();
  };

  return (
    <ul
      ref={listRef}
      className={styles.list}
      aria-label={t('list')}
      aria-busy={!props.notifications || undefined}
      data-list=""
      onKeyDown={onKeyDown}
    >
      {!props.notifications && props.showsSkeleton && <SkeletonEntries />}
      {notifications.map((notification) => (
        <li className={styles.item} key={notification.id}>
          <Entry
            notification={notification}
            isMoved={movedBy(notification, props.all) !== undefined}
            games={games}
            isChosen={notification.id === chosenId}
            isUnasked={props.isUnasked}
            isStop={notification.id === stopId}
            onFocus={() => setFocusedId(notification.id)}
            onChoose={() => onChoose(notification.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  notification: Notification;
  /** Whether a newer one says that its maintenance was moved. */
  isMoved: boolean;
  /** Those that its text may name. */
  games: readonly Game[] | undefined;
  isChosen: boolean;
  isUnasked: boolean;
  isStop: boolean;
  onFocus: () => void;
  onChoose: () => void;
}

function Entry({ notification, games = [], isMoved, isChosen, isUnasked, ...row }: EntryProps) {
  const { t, i18n } = useTranslation('notifications');
  const title = renderMessage(notification.titleDetail, notification.title);
  const isRequest = notification.titleDetail?.code === 'notifications.namedGameRequested';
  return (
    <button
      type="button"
      className={styles.entry}
      data-list-row=""
      data-unasked={(isChosen && isUnasked) || undefined}
      aria-current={isChosen || undefined}
      tabIndex={row.isStop ? 0 : -1}
      onFocus={row.onFocus}
      onClick={row.onChoose}
    >
      {notification.seen ? <span /> : <StatusDot tone="info" label={t('unseenMark')} />}
      <span className={`hub-ellipsis ${styles.name}`} data-unseen={!notification.seen || undefined}>
        {isMoved ? t('movedTitle', { title }) : isRequest ? withGameNames(title, games) : title}
      </span>
      <span className={styles.when}>{dateLabel(notification.createdAt, i18n.language)}</span>
      {isRequest ? (
        <RequestedGame notification={notification} game={gamesNamedIn(title, games)[0]} />
      ) : (
        <span className={styles.preview}>{previewOf(notification, games)}</span>
      )}
      {/* Low is what most are: only what is above it stands out. The notification itself names each. */}
      {notification.severity > 1 && (
        <span className={styles.severity}>
          <Severity severity={notification.severity} />
        </span>
      )}
    </button>
  );
}

/** Beneath a title that names the game: the rest of its name, who requested it and when it is released. */
function RequestedGame({ notification, game }: { notification: Notification; game: Game | undefined }) {
  const { t, i18n } = useTranslation('notifications');
  const username = notification.descriptionDetail?.values.username;
  const day = game?.release_date;
  const parts = [
    game?.sub_name,
    typeof username === 'string' && t('requestedBy', { username }),
    day && t('gameOf', { month: formatDayWith(day, i18n.language, { month: 'short', year: 'numeric' }) }),
  ].filter(Boolean);
  return (
    <span className={styles.requested}>
      {game && <GameThumb src={coverOf(game)} width={16} height={19} radius={3} />}
      <span className="hub-ellipsis">{parts.join(' · ')}</span>
    </span>
  );
}

/**
 * The text without a word or two before a colon, such as "Requested:": its title has just said so. Games go by their names. What
 * someone has written about a maintenance stays whole.
 */
export function previewOf(
  notification: Pick<Notification, 'description' | 'descriptionDetail' | 'maintenanceId'>,
  games: readonly Game[] = [],
): string {
  const text = renderMessage(notification.descriptionDetail, notification.description);
  if (notification.maintenanceId !== null) return text;
  const rest = text.replace(/^\p{L}+(?: \p{Ll}+)?: (?=\p{L})/u, '');
  // A text that is whole may begin with a username, which stays as it is.
  return withGameNames(rest === text ? text : rest.charAt(0).toLocaleUpperCase() + rest.slice(1), games);
}

function SkeletonEntries() {
  return [70, 52, 64, 58, 74, 60].map((width) => (
    <li className={styles.item} key={width} aria-hidden="true">
      <div className={styles.entry}>
        <span />
        <span>
          <SkeletonLine width={`${width}%`} />
          <SkeletonLine width="86%" height={8} />
        </span>
        <SkeletonLine width={44} />
      </div>
    </li>
  ));
}
