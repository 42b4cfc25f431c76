import { mayOpen, type Notification, type RouteId, routeOfPath } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { parseSearchText } from '../../../lib/search.ts';
import { MaintenanceFacts } from './maintenance-facts.tsx';
import { NamedGames, withGameNames } from './named-games.tsx';
import styles from './notification-detail.module.css';
import list from './notification-list.module.css';
import { Severity } from './severity.tsx';

interface NotificationDetailProps {
  notification: Notification;
  /** For a maintenance that was moved since: the notice of that. */
  movedBy: Notification | undefined;
}

export function NotificationDetail({ notification, movedBy }: NotificationDetailProps) {
  const { t } = useTranslation('notifications');
  const title = renderMessage(notification.titleDetail, notification.title);
  const text = renderMessage(notification.descriptionDetail, notification.description);
  // Only staff of the provider may read every game.
  const isProvider = useCan('integrations:manage');
  const isOfTicket = notification.path?.startsWith('/ticket') ?? false;
  const namesGames = isProvider && notification.maintenanceId === null && !isOfTicket;
  const games = useQuery({ ...gamesWithCoversQuery(), enabled: namesGames }).data?.rows;
  return (
    <Panel
      title={movedBy === undefined ? withGameNames(title, games ?? []) : t('movedTitle', { title })}
      actions={<Ways notification={notification} />}
      ruled
      className={list.pane}
    >
      <div className={styles.facts}>
        {notification.maintenanceId === null && <Severity severity={notification.severity} />}
        <span>
          {t('received')} <DateTime value={notification.createdAt} format="minutes" withZone />
        </span>
      </div>
      {namesGames ? (
        <NamedGames text={text} className={styles.text} />
      ) : (
        <p className={styles.text}>{text}</p>
      )}
      {notification.maintenanceId !== null && (
        <MaintenanceFacts
          notificationId={notification.id}
          maintenanceId={notification.maintenanceId}
          movedBy={movedBy}
        />
      )}
    </Panel>
  );
}

const texts = {
  ticket: 'openTicket',
  game: 'openGame',
  catalog: 'openCatalog',
  games: 'manageGames',
  requests: 'openRequests',
  status: 'openStatus',
  statements: 'openStatements',
  approvals: 'openApprovals',
  alerts: 'openAlert',
  rtpMonitor: 'openCase',
  integration: 'openIntegration',
  integrations: 'openIntegrations',
} as const satisfies Partial<Record<RouteId, string>>;

/** What it is about, and where that is the request of a game, the game. */
function Ways({ notification: { path, titleDetail } }: { notification: Notification }) {
  const mayOpenGame = useCan('catalog:read');
  const gameId = titleDetail?.values.gameId;
  return (
    <>
      {path !== null && <WhatItIsAbout path={path} />}
      {typeof gameId === 'number' && mayOpenGame && <WhatItIsAbout path={`/game/${gameId}`} />}
    </>
  );
}

/** Where its email leads, too. Whole integrations are notified, and some pages are not for all of their people: guests have no Status. */
function WhatItIsAbout({ path }: { path: string }) {
  const { t } = useTranslation('notifications');
  const { pathname, search } = new URL(path, window.location.origin);
  const route = routeOfPath(pathname);
  const { roles } = useUser();
  if (route !== null && !mayOpen(route, roles)) return null;
  const text = t(route !== null && route in texts ? texts[route as keyof typeof texts] : 'open');
  return (
    <Button
      variant="default"
      size="xs"
      component={Link}
      {...({ to: pathname, search: parseSearchText(search) } as object)}
    >
      {text}
    </Button>
  );
}
