import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmModal } from './confirm-modal.tsx';

interface Place {
  pathname: string;
  search: unknown;
}

interface LeaveGuardProps {
  mustAsk: () => boolean;
  /** Which changes of the address leave what is unsaved; unless given, those to another page. */
  leaves?: (from: Place, to: Place) => boolean;
  title: string;
  /** What is lost. */
  children: ReactNode;
  stayLabel: string;
  leaveLabel: string;
  /** Before the page is left after all. */
  onLeave?: () => void;
  /** Where the form can be closed by itself, by a button or Esc: whether it asks now, and what each choice does. */
  closing?: { isConfirmOpen: boolean; onStay: () => void; onLeave: () => void };
}

const isOtherPage = (from: Place, to: Place) => from.pathname !== to.pathname;

/** Asks before something unsaved is left, by a link, by Back, by closing the window or by closing only the form. */
export function LeaveGuard({ mustAsk, leaves = isOtherPage, onLeave, closing, ...texts }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => leaves(current, next) && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  return (
    <ConfirmModal
      opened={isBlocked || closing?.isConfirmOpen === true}
      onClose={() => (isBlocked ? blocker.reset() : closing?.onStay())}
      onConfirm={() => {
        onLeave?.();
        if (isBlocked) blocker.proceed();
        else closing?.onLeave();
      }}
      title={texts.title}
      cancelLabel={texts.stayLabel}
      confirmLabel={texts.leaveLabel}
      danger
    >
      {texts.children}
    </ConfirmModal>
  );
}
