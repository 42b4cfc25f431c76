import { Drawer, FocusTrap } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogContext } from '../../lib/keyboard/dialogs.ts';
import { useIsNarrow } from '../../lib/use-screen.ts';
import { useDialog } from '../modal.tsx';

interface SidePanelProps {
  label: string;
  /** In pixels, where the window has room for it. */
  width: number;
  onClose: () => void;
  /** A field of the content has the focus at first (`data-autofocus`), not the panel. */
  focusesField?: boolean;
  /** Brings its own head with the button that closes it. */
  children: ReactNode;
}

/** Details of a row over the right of its page, which stays in sight; a full-height sheet on narrow screens. */
export function SidePanel({ label, width, onClose, focusesField, children }: SidePanelProps) {
  const isNarrow = useIsNarrow();
  const dialog = useDialog(true, onClose);
  return (
    <DialogContext value={dialog}>
      <Drawer
        opened
        onClose={onClose}
        closeOnEscape={false}
        position="right"
        size={isNarrow ? '100%' : `min(${width}px, 100vw)`}
        withCloseButton={false}
        styles={{ body: { padding: 0, minHeight: '100%' } }}
        attributes={{ content: { 'aria-label': label } }}
      >
        {/* What takes the place of the skeleton would take the focus with it. */}
        {!focusesField && <FocusTrap.InitialFocus />}
        {children}
      </Drawer>
    </DialogContext>
  );
}
