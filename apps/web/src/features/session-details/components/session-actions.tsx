import { type Session, sessionTypes } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconBug, IconLink, IconLock, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useReadFeedLink } from '../../../domain/session/sessions.ts';
import { useSessionActions } from '../../../domain/session/use-session-actions.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import styles from './session-details.module.css';

/** Whether the head of the session's page has room for its actions; below that they stand above its figures. */
export const useHeaderRoom = () => !useMedia(breakpoints.laptop);

/** Integration users see their operator where provider staff see the integration. */
export function useSessionOwner({ integration, operator }: Session): string {
  const isProvider = useCan('integrations:manage');
  return isProvider ? integration.name : (operator?.name ?? integration.name);
}

/** Where, for what money and on which device it was played. */
export function SessionKind({ session }: { session: Session }) {
  const { t } = useTranslation('sessionDetails');
  const owner = useSessionOwner(session);
  return (
    <>
      <span>{owner}</span>
      <span>{t(session.sessionTypeId === sessionTypes.real ? 'real' : 'fun')}</span>
      <span>{t(session.isMobile ? 'mobile' : 'desktop')}</span>
    </>
  );
}

interface SessionActionsProps {
  session: Session;
  reportHref: (sessionId: string) => string | null;
}

/** What may be done with a session, one button beside the other. */
export function SessionActions({ session, reportHref }: SessionActionsProps) {
  const report = session.can.report ? reportHref(session.id) : null;
  const { t } = useTranslation('sessionDetails');
  const readFeedLink = useReadFeedLink(session.id);
  const { refresh, close } = useSessionActions(session.id);
  const [asks, setAsks] = useState(false);
  const mayClose = useCan('sessions:close');
  const mayRefresh = useCan('sessions:refresh');
  const isRecent = session.closeRefusal === 'recent';
  return (
    <>
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
          title={t('reportBugHint')}
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
    </>
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
