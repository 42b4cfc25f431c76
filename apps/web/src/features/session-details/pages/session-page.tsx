import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SessionBadge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { sessionQuery } from '../../../domain/session/sessions.ts';
import { SessionActions, SessionKind, useHeaderRoom } from '../components/session-actions.tsx';
import styles from '../components/session-details.module.css';
import { SessionDetails } from '../components/session-details.tsx';

interface SessionPageProps {
  sessionId: string;
  reportHref: (sessionId: string) => string | null;
}

/** One session on a page of its own: what a link to it opens. */
export function SessionPage({ sessionId, reportHref }: SessionPageProps) {
  const { t } = useTranslation('sessionDetails');
  const { t: list } = useTranslation('sessionsList');
  const { data } = useQuery(sessionQuery(sessionId));
  const hasRoom = useHeaderRoom();
  return (
    <>
      <PageHeader
        art={
          data && (
            <GameThumb
              src={data.game.game_media.find((medium) => medium.isMainImage)?.url}
              width={34}
              height={40}
              radius={6}
            />
          )
        }
        title={data ? t('titleOf', { game: data.game.name }) : t('title')}
        context={
          data ? (
            <span className={styles.context}>
              <SessionBadge isOpen={data.isOpen} />
              <IntegrationChip name={data.integration.name} number={data.integration.id} size={16} />
              <SessionKind session={data} />
              <DateTime value={data.createdAt} format="minutes" />
            </span>
          ) : null
        }
        actions={data && hasRoom && <SessionActions session={data} reportHref={reportHref} />}
        back={{ to: '/session-list', label: list('title') }}
      />
      <PageBody fill>
        <Panel label={t('title')} flush className={styles.page}>
          <SessionDetails
            sessionId={sessionId}
            isPage
            reportHref={reportHref}
            missing={
              <Button component={Link} to="/session-list">
                {list('title')}
              </Button>
            }
          />
        </Panel>
      </PageBody>
    </>
  );
}
