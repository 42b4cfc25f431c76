import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import styles from './session-details.module.css';
import { SessionDetails } from './session-details.tsx';

interface SessionPopupProps {
  sessionId: string;
  onClose: () => void;
  reportHref: (sessionId: string) => string | null;
}

/** The session box over the right of the page; a full-height sheet on phones. */
export function SessionPopup({ sessionId, onClose, reportHref }: SessionPopupProps) {
  const { t } = useTranslation('common');
  const { t: box } = useTranslation('sessionDetails');
  return (
    <SidePanel label={box('title')} width={880} onClose={onClose}>
      <div className={styles.popup}>
        <SessionDetails
          sessionId={sessionId}
          reportHref={reportHref}
          closer={<CloseButton onClick={onClose} aria-label={t('close')} />}
        />
      </div>
    </SidePanel>
  );
}
