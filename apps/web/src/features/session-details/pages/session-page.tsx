import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { sessionQuery } from '../../../domain/session/sessions.ts';
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
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          data ? (
            <>
              {data.game.name} · <DateTime value={data.createdAt} />
            </>
          ) : null
        }
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
