import { FocusTrap } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsNarrow } from '../../lib/use-screen.ts';
import { Modal } from '../modal.tsx';

interface PopupProps {
  label: string;
  /** Of the dialog in pixels, where there is room for it. */
  width: number;
  onClose: () => void;
  /** Unless false, a click beside it closes it. */
  closeOnClickOutside?: boolean;
  /** Brings its own head with the button that closes it. */
  children: ReactNode;
}

/** What has a page of its own, over another page; a full-height sheet on phones. */
export function Popup({ label, width, onClose, closeOnClickOutside = true, children }: PopupProps) {
  const isNarrow = useIsNarrow();
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      fullScreen={isNarrow}
      size={width}
      // From above: what arrives after the skeleton lengthens it downwards, and moves nothing.
      centered={false}
      yOffset="7dvh"
      closeOnClickOutside={closeOnClickOutside}
      styles={{ body: { padding: 0 } }}
      attributes={{ content: { 'aria-label': label } }}
    >
      {/* What takes the place of the skeleton would take the focus with it. */}
      <FocusTrap.InitialFocus />
      {children}
    </Modal>
  );
}
