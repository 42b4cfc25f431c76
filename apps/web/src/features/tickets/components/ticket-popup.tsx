import { ActionIcon, CloseButton } from '@mantine/core';
import { IconArrowsDiagonal, IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Popup } from '../../../components/overlay/popup.tsx';
import { type RenderSession, TicketDetail } from './ticket-detail.tsx';

interface TicketPopupProps {
  id: number;
  onClose: () => void;
  renderSession: RenderSession;
}

/** What a ticket's head offers beside the list: its address, its page, and the way back. */
export function TicketTools({ id, onClose }: Pick<TicketPopupProps, 'id' | 'onClose'>) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  return (
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
  );
}

/** A ticket over the list; a full-height sheet on phones. */
export function TicketPopup({ id, onClose, renderSession }: TicketPopupProps) {
  const { t } = useTranslation('tickets');
  return (
    // A click beside it must not lose what is being written.
    <Popup label={t('detail')} width={820} onClose={onClose} closeOnClickOutside={false}>
      <TicketDetail
        id={id}
        renderSession={renderSession}
        onDeleted={onClose}
        tools={<TicketTools id={id} onClose={onClose} />}
      />
    </Popup>
  );
}
