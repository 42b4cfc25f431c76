import { type Session, sessionTypes } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconBug,
  IconInfoCircle,
  IconLink,
  IconLock,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { SessionBadge } from '../../../components/display/badge.tsx';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { platformStateQuery, sessionQuery, useReadFeedLink } from '../../../domain/session/sessions.ts';
import { useSessionActions } from '../../../domain/session/use-session-actions.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import styles from './session-details.module.css';
import { SessionFacts } from './session-facts.tsx';
import { SessionFeed } from './session-feed.tsx';

interface SessionDetailsProps {
  sessionId: string;
  /** Address of the ticket form for a session; null where it cannot be opened. */
  reportHref: (sessionId: string) => string | null;
  /** It stands on the session's own page, to which it leads from anywhere else. */
  isPage?: boolean;
  /** At the end of the head: the popup's close button. */
  closer?: ReactNode;
  /** What helps where there is no such session. */
  missing?: ReactNode;
}

/** In px: five stand side by side on a tablet. */
const tileWidth = 128;
/** On a phone two side by side, and a fifth a line of its own: three would leave a place empty beside it. */
function useTileColumns(): { columns?: number } {
  return useIsPhone() ? { columns: 2 } : {};
}
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
  if (!query.data) return <SessionSkeleton closer={closer} />;
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
  const tileColumns = useTileColumns();
  const isProvider = useCan('integrations:manage');
  const isReal = session.sessionTypeId === sessionTypes.real;
  const cover = session.game.game_media.find((medium) => medium.isMainImage)?.url;
  // Integration users see their operator where provider staff see the integration.
  const owner = isProvider ? session.integration.name : (session.operator?.name ?? session.integration.name);
  const report = session.can.report ? reportHref(session.id) : null;
  return (
    <article className={styles.box} aria-label={t('title')}>
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
            <span>{owner}</span>
            <span>{t(isReal ? 'real' : 'fun')}</span>
            <span>{t(session.isMobile ? 'mobile' : 'desktop')}</span>
          </div>
        </div>
        <div className={styles.closer}>
          {!isPage && (
            <ActionIcon
              component={InternalLink}
              href={`/session/${session.id}`}
              aria-label={t('openPage')}
              title={t('openPage')}
            >
              <IconArrowsDiagonal size={18} stroke={1.5} />
            </ActionIcon>
          )}
          {closer}
        </div>
      </header>
      <SessionActions session={session} report={report} />
      <div className={styles.money}>
        <StatTiles
          raised
          leastWidth={tileWidth}
          {...tileColumns}
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
            ...(session.due === undefined
              ? []
              : [
                  {
                    key: 'due',
                    label: common('metric.due'),
                    value: <MetricFigure metric="due" value={session.due} size="tile" />,
                  },
                ]),
          ]}
        />
      </div>
      <SessionFacts session={session} />
      <SessionFeed
        sessionId={session.id}
        source={owner}
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

function SessionActions({ session, report }: { session: Session; report: string | null }) {
  const { t } = useTranslation('sessionDetails');
  const readFeedLink = useReadFeedLink(session.id);
  const { refresh, close } = useSessionActions(session.id);
  const [asks, setAsks] = useState(false);
  const mayClose = useCan('sessions:close');
  const mayRefresh = useCan('sessions:refresh');
  const isRecent = session.closeRefusal === 'recent';
  return (
    <div className={styles.actions}>
      {mayRefresh && (
        <Button
          variant="default"
          onClick={() => refresh.mutate()}
          loading={refresh.isPending}
          leftSection={<IconRefresh size={16} stroke={1.5} />}
        >
          {t('refresh')}
        </Button>
      )}
      {mayRefresh && (
        <CopyButton
          value={readFeedLink}
          label={t('feedUrl')}
          success={t('copied', { label: t('feedUrl') })}
          failure={t('copyFailed')}
          icon={<IconLink size={16} stroke={1.5} />}
        >
          {t('copyFeed')}
        </CopyButton>
      )}
      {report && (
        <Button
          component={InternalLink}
          href={report}
          variant="default"
          leftSection={<IconBug size={16} stroke={1.5} />}
        >
          {t('reportBug')}
        </Button>
      )}
      {mayClose && session.can.close && (
        <Button
          variant="outline"
          data-danger
          color="red"
          onClick={() => setAsks(true)}
          loading={close.isPending}
          leftSection={<IconLock size={16} stroke={1.5} />}
        >
          {t('closeSession')}
        </Button>
      )}
      {mayClose && isRecent && <span className={styles.reason}>{t('closeRecent')}</span>}
      {!session.can.report && <ReportByLink sessionId={session.id} />}
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('closeAsk')}
        confirmLabel={t('closeSession')}
        onConfirm={() => {
          setAsks(false);
          close.mutate();
        }}
        danger
      >
        {t('closeConsequence', { game: session.game.name, user: session.userId })}
      </ConfirmModal>
    </div>
  );
}

/** For those who see the session and write no tickets: the way to someone who does. */
function ReportByLink({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('sessionDetails');
  const isProvider = useCan('integrations:manage');
  return (
    <>
      <CopyButton
        value={`${location.origin}/session/${sessionId}`}
        label={t('link')}
        success={t('copied', { label: t('link') })}
        failure={t('copyFailed')}
        icon={<IconLink size={16} stroke={1.5} />}
      >
        {t('copyLink')}
      </CopyButton>
      <span className={styles.reason}>{t(isProvider ? 'askProvider' : 'askIntegration')}</span>
    </>
  );
}

function SessionSkeleton({ closer }: { closer: ReactNode }) {
  const tileColumns = useTileColumns();
  const tiles = useCan('money:net-and-due') ? tilesWithDue : tilesWithoutDue;
  return (
    <div className={styles.box} aria-busy="true">
      <header className={styles.head}>
        <SkeletonLine width={44} height={52} my={0} />
        <div className={styles.identity}>
          <SkeletonLine width={180} height={16} />
          <SkeletonLine width={240} />
        </div>
        {closer && <div className={styles.closer}>{closer}</div>}
      </header>
      <div className={styles.actions} />
      <div className={styles.money}>
        <StatTiles
          raised
          loading
          leastWidth={tileWidth}
          {...tileColumns}
          tiles={tiles.map((key) => ({ key, label: ' ', value: null }))}
        />
      </div>
      <div className={styles.list}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => (
          <SkeletonLine key={line} my={12} />
        ))}
      </div>
      <div className={styles.feed} />
    </div>
  );
}
