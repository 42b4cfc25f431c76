import { CloseButton, FocusTrap } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
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
  const isNarrow = useIsNarrow();
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      fullScreen={isNarrow}
      size={1000}
      styles={{ body: { padding: 0 } }}
      attributes={{ content: { 'aria-label': box('title') } }}
    >
      {/* What takes the place of the skeleton would take the focus with it. */}
      <FocusTrap.InitialFocus />
      <SessionBox
        sessionId={sessionId}
        reportHref={reportHref}
        closer={<CloseButton onClick={onClose} aria-label={t('close')} />}
      />
    </Modal>
  );
}
