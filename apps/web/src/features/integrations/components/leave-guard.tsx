import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';

interface LeaveGuardProps {
  mustAsk: () => boolean;
  title: string;
  children: string;
}

/** Asks before the page is left with something unsaved. */
export function LeaveGuard({ mustAsk, title, children }: LeaveGuardProps) {
  const { t } = useTranslation('integrations');
  const blocker = useBlocker({
    // Another day in the address of the same page leaves nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  return (
    <ConfirmModal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={title}
      cancelLabel={t('stay')}
      confirmLabel={t('leave')}
      danger
    >
      {children}
    </ConfirmModal>
  );
}
