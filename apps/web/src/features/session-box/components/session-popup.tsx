import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Popup } from '../../../components/popup.tsx';
import { SessionBox } from './session-box.tsx';

interface SessionPopupProps {
  sessionId: string;
  onClose: () => void;
  reportHref: (sessionId: string) => string | null;
}

/** The session box over the page; a full-height sheet on phones (BOX-01). */
export function SessionPopup({ sessionId, onClose, reportHref }: SessionPopupProps) {
  const { t } = useTranslation('common');
  const { t: box } = useTranslation('sessionBox');
  return (
    <Popup label={box('title')} width={1000} onClose={onClose}>
      <SessionBox
        sessionId={sessionId}
        reportHref={reportHref}
        closer={<CloseButton onClick={onClose} aria-label={t('close')} />}
      />
    </Popup>
  );
}
