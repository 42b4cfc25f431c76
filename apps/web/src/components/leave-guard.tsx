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
}

const isOtherPage = (from: Place, to: Place) => from.pathname !== to.pathname;

/** Asks before something unsaved is left, by a link, by Back or by closing the window. */
export function LeaveGuard({ mustAsk, leaves = isOtherPage, onLeave, ...texts }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => leaves(current, next) && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  return (
    <ConfirmModal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
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
