import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';

function ticketOf(search: unknown): unknown {
  return (search as { ticket?: unknown }).ticket;
}

/** Asks before something that was written and not sent is left: the page, or the ticket that is open over the list. */
export function LeaveGuard({ mustAsk }: { mustAsk: () => boolean }) {
  const { t } = useTranslation('tickets');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || ticketOf(current.search) !== ticketOf(next.search)) && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  return (
    <ConfirmModal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t('leaveTitle')}
      cancelLabel={t('stay')}
      confirmLabel={t('leave')}
      danger
    >
      {t('leaveText')}
    </ConfirmModal>
  );
}
