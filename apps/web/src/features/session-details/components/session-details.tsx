import type { Session } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowsDiagonal, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { SessionBadge } from '../../../components/display/badge.tsx';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { dueOf, platformStateQuery, sessionQuery } from '../../../domain/session/sessions.ts';
import { useSessionActions } from '../../../domain/session/use-session-actions.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { SessionActions, SessionKind, useHeaderRoom, useSessionOwner } from './session-actions.tsx';
import styles from './session-details.module.css';
import { SessionFacts } from './session-facts.tsx';
import { SessionFeed } from './session-feed.tsx';

interface SessionDetailsProps {
  sessionId: string;
  /** Address of the ticket form for a session; null where it cannot be opened. */
  reportHref: (sessionId: string) => string | null;
  /** It stands on the session's own page, whose head names the session; from anywhere else it leads there. */
  isPage?: boolean;
  /** At the end of the head: the popup's close button. */
  closer?: ReactNode;
  /** What helps where there is no such session. */
  missing?: ReactNode;
}

/** In px; five stand side by side on a tablet, three and two on a phone where their amounts are short. */
const useTileWidth = () => (useIsPhone() ? 112 : 128);
const tilesWithoutDue = ['bet', 'win', 'grossWin', 'netWin'];
const tilesWithDue = [...tilesWithoutDue, 'due'];

/** Everything about one session: who, what, how much, its transactions, and what may be done with it (area BOX). */
export function SessionDetails({
  sessionId,
  reportHref,
  isPage = false,
  closer,
  missing,
}: SessionDetailsProps) {
  const { t } = useTranslation('sessionDetails');
  const query = useQuery(sessionQuery(sessionId));
  const isMissing = query.error instanceof ApiError && [404, 422].includes(query.error.status);
  if (isMissing || hasNoData(query)) {
    return (
      <div className={styles.state}>
        {closer && <div className={styles.stateCloser}>{closer}</div>}
        {isMissing ? <EmptyState title={t('notFound')} actions={missing} /> : <QueryView query={query} />}
      </div>
    );
  }
  if (!query.data) return <SessionSkeleton isPage={isPage} closer={closer} />;
  return (
    <QueryView query={query}>
      <LoadedSession session={query.data} reportHref={reportHref} isPage={isPage} closer={closer} />
    </QueryView>
  );
}

function LoadedSession({
  session,
  reportHref,
  isPage,
  closer,
}: {
  session: Session;
  reportHref: SessionDetailsProps['reportHref'];
  isPage: boolean;
  closer: ReactNode;
}) {
  const { t } = useTranslation('sessionDetails');
  const { t: common } = useTranslation('common');
  const tileWidth = useTileWidth();
  const hasRoom = useHeaderRoom();
  const cover = session.game.game_media.find((medium) => medium.isMainImage)?.url;
  const owner = useSessionOwner(session);
  const due = dueOf(session);
  const actions = (
    <div className={styles.actions}>
      <SessionActions session={session} reportHref={reportHref} />
    </div>
  );
  return (
    <article className={styles.box} aria-label={t('title')}>
      {!isPage && (
        <header className={styles.head}>
          <GameThumb src={cover} width={44} height={52} radius={6} />
          <div className={styles.identity}>
            <div className={styles.name}>
              <h2 className={`hub-ellipsis ${styles.game}`}>
                {session.game.name}
                {session.game.sub_name && <span className={styles.sub}> {session.game.sub_name}</span>}
              </h2>
              <SessionBadge isOpen={session.isOpen} />
            </div>
            <div className={styles.facts}>
              <IntegrationChip name={owner} number={session.integration.id} size={18} />
              <SessionKind session={session} />
            </div>
          </div>
          <div className={styles.closer}>
            <ActionIcon
              component={InternalLink}
              href={`/session/${session.id}`}
              aria-label={t('openPage')}
              title={t('openPage')}
            >
              <IconArrowsDiagonal size={18} stroke={1.5} />
            </ActionIcon>
            {closer}
          </div>
        </header>
      )}
      {!isPage && actions}
      <div className={styles.money}>
        <StatTiles
          raised
          leastWidth={tileWidth}
          tiles={[
            { key: 'bet', label: common('metric.bet'), value: <Amount value={session.bet} size="tile" /> },
            { key: 'win', label: common('metric.win'), value: <Amount value={session.win} size="tile" /> },
            {
              key: 'grossWin',
              label: common('metric.grosswin'),
              value: <Amount value={session.grossWin} size="tile" />,
            },
            {
              key: 'netWin',
              label: common('metric.netwin'),
              value: <MetricFigure metric="netwin" value={session.netWin} size="tile" />,
            },
            ...(due === undefined
              ? []
              : [
                  {
                    key: 'due',
                    label: common('metric.due'),
                    value: <MetricFigure metric="due" value={due} size="tile" />,
                  },
                ]),
          ]}
        />
      </div>
      {isPage && !hasRoom && actions}
      <SessionFacts session={session} />
      <SessionFeed
        sessionId={session.id}
        heading={isPage ? 'h2' : 'h3'}
        source={owner}
        isLive={session.isOpen}
        version={session.externalUpdatedAt}
        notice={<PlatformDifference session={session} owner={owner} />}
      />
    </article>
  );
}

/** How often the platform is asked while a session is in play, in milliseconds. */
const ASK_AGAIN_MS = 20_000;

/** Says where the platform has other figures than the hub, as is normal in play, with the way to take them over. */
function PlatformDifference({ session, owner }: { session: Session; owner: string }) {
  const { t } = useTranslation('sessionDetails');
  const { refresh } = useSessionActions(session.id);
  const platform = useQuery({
    ...platformStateQuery(session.id),
    enabled: session.can.refresh,
    retry: false,
    refetchInterval: session.isOpen ? ASK_AGAIN_MS : false,
  });
  if (!platform.data?.differs) return null;
  const { bet, win, currentRound } = platform.data;
  return (
    <p className={styles.difference} role="status">
      <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />
      <span>
        <Trans
          t={t}
          i18nKey={session.isOpen ? 'playsOn' : 'differs'}
          values={{ name: owner, count: currentRound }}
          components={{ bet: <Amount value={bet} />, win: <Amount value={win} /> }}
        />
      </span>
      <Button size="compact-sm" variant="subtle" onClick={() => refresh.mutate()} loading={refresh.isPending}>
        {t('takeOver')}
      </Button>
    </p>
  );
}

function SessionSkeleton({ isPage, closer }: { isPage: boolean; closer: ReactNode }) {
  const hasRoom = useHeaderRoom();
  const tileWidth = useTileWidth();
  const tiles = useCan('money:net-and-due') ? tilesWithDue : tilesWithoutDue;
  return (
    <div className={styles.box} aria-busy="true">
      {!isPage && (
        <header className={styles.head}>
          <SkeletonLine width={44} height={52} my={0} />
          <div className={styles.identity}>
            <SkeletonLine width={180} height={16} />
            <SkeletonLine width={240} />
          </div>
          {closer && <div className={styles.closer}>{closer}</div>}
        </header>
      )}
      {!isPage && <div className={styles.actions} />}
      <div className={styles.money}>
        <StatTiles
          raised
          loading
          leastWidth={tileWidth}
          tiles={tiles.map((key) => ({ key, label: ' ', value: null }))}
        />
      </div>
      {isPage && !hasRoom && <div className={styles.actions} />}
      <div className={styles.list}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => (
          <SkeletonLine key={line} my={12} />
        ))}
      </div>
      <div className={styles.feed} />
    </div>
  );
}
