import { CloseButton, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { SessionBox } from './session-box.tsx';

interface SessionPopupProps {
  sessionId: string;
  onClose: () => void;
  reportHref: (sessionId: string) => string | null;
}

/**
 * Gives the focus back to where it was. A modal does this when it is closed; the popup is not closed, it leaves with
 * the session in the address.
 */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** The session box over the page; a full-height sheet on phones (BOX-01). */
export function SessionPopup({ sessionId, onClose, reportHref }: SessionPopupProps) {
  const { t } = useTranslation('common');
  const { t: box } = useTranslation('sessionBox');
  const isNarrow = useIsNarrow();
  useFocusBack();
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
      <SessionBox
        sessionId={sessionId}
        reportHref={reportHref}
        closer={<CloseButton onClick={onClose} aria-label={t('close')} />}
      />
    </Modal>
  );
}
