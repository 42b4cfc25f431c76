import { ActionIcon, CloseButton, FocusTrap } from '@mantine/core';
import { IconArrowsDiagonal, IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { type RenderSession, TicketDetail } from './ticket-detail.tsx';

interface TicketPopupProps {
  id: number;
  onClose: () => void;
  renderSession: RenderSession;
}

/** A ticket over the list; a full-height sheet on phones (TICK-06). */
export function TicketPopup({ id, onClose, renderSession }: TicketPopupProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      fullScreen={isNarrow}
      size={820}
      // A click beside it must not lose what is being written.
      closeOnClickOutside={false}
      styles={{ body: { padding: 0 } }}
      attributes={{ content: { 'aria-label': t('detail') } }}
    >
      {/* What takes the place of the skeleton would take the focus with it. */}
      <FocusTrap.InitialFocus />
      <TicketDetail
        id={id}
        renderSession={renderSession}
        onDeleted={onClose}
        tools={
          <>
            <CopyButton
              value={new URL(`/ticket/${id}`, window.location.origin).href}
              label={t('link')}
              success={t('linkCopied')}
              failure={t('linkFailed')}
              icon={<IconLink size={18} stroke={1.5} />}
            />
            <ActionIcon
              component={Link}
              {...({ to: '/ticket/{-$id}', params: { id: String(id) } } as object)}
              aria-label={t('page')}
              title={t('page')}
            >
              <IconArrowsDiagonal size={18} stroke={1.5} />
            </ActionIcon>
            <CloseButton onClick={onClose} aria-label={common('close')} />
          </>
        }
      />
    </Modal>
  );
}
