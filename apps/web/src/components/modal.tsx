import { Modal as BareModal, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDialog, DialogContext, type OpenDialog } from '../lib/keyboard/dialogs.ts';

/**
 * Makes Esc close this dialog while it is the topmost one, and no other. The framework has every open dialog listen for
 * itself, which closes all of them at once. Toasts stand elsewhere as long as a dialog is open (theme/floating.css).
 * Returns what a `DialogContext` around its content takes, so that the keys of that content count while it is open.
 */
export function useDialog(opened: boolean, onClose: () => void, closesOnEscape = true): OpenDialog {
  const [dialog] = useState<OpenDialog>(() => ({ closeByKey: () => false }));
  const closeByKey = useEffectEvent(() => {
    if (closesOnEscape) onClose();
    return closesOnEscape;
  });
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    dialog.closeByKey = () => closeByKey();
    const remove = addDialog(dialog);
    return () => {
      remove();
      // One that is taken off the page without being closed first gives the focus back all the same.
      if (document.activeElement === document.body && before instanceof HTMLElement) {
        before.focus({ preventScroll: true });
      }
    };
  }, [opened, dialog]);
  return dialog;
}

/** The dialog of all screens. Its close button has a name, unless it is given another. */
export function Modal({ closeOnEscape = true, closeButtonProps, ...props }: ModalProps) {
  const { t } = useTranslation('common');
  const dialog = useDialog(props.opened, props.onClose, closeOnEscape);
  return (
    <DialogContext value={dialog}>
      <BareModal
        {...props}
        closeButtonProps={{ 'aria-label': t('close'), ...closeButtonProps }}
        closeOnEscape={false}
      />
    </DialogContext>
  );
}
