import { Modal as BareModal, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

interface OpenDialog {
  /** Closes it and returns true; returns false while no key may close it. */
  closeByKey: () => boolean;
}

/** The dialogs that are open, in the order in which they were opened: the last one lies on top. */
const openDialogs: OpenDialog[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const topmost = openDialogs.at(-1);
  if (topmost === undefined || event.key !== 'Escape' || event.isComposing) return;
  // A list or a small popup that is open keeps the key to itself.
  const { target } = event;
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  // Nothing below handles the same key: a form behind the dialog, or a dialog that opens because this one closes.
  if (topmost.closeByKey()) event.stopPropagation();
}

function add(dialog: OpenDialog): void {
  if (openDialogs.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true });
  openDialogs.push(dialog);
  document.documentElement.dataset.dialog = 'open';
}

function remove(dialog: OpenDialog): void {
  openDialogs.splice(openDialogs.indexOf(dialog), 1);
  if (openDialogs.length > 0) return;
  window.removeEventListener('keydown', onKeyDown, { capture: true });
  delete document.documentElement.dataset.dialog;
}

/**
 * Makes Esc close this dialog while it is the topmost one, and no other. The framework has every open dialog listen for
 * itself, which closes all of them at once. Toasts stand elsewhere as long as a dialog is open (theme/floating.css).
 */
export function useDialog(opened: boolean, onClose: () => void, closesOnEscape = true): void {
  const closeByKey = useEffectEvent(() => {
    if (closesOnEscape) onClose();
    return closesOnEscape;
  });
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    const dialog = { closeByKey: () => closeByKey() };
    add(dialog);
    return () => {
      remove(dialog);
      // One that is taken off the page without being closed first gives the focus back all the same.
      if (document.activeElement === document.body && before instanceof HTMLElement) {
        before.focus({ preventScroll: true });
      }
    };
  }, [opened]);
}

/** The dialog of all screens. */
export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  useDialog(props.opened, props.onClose, closeOnEscape);
  return <BareModal {...props} closeOnEscape={false} />;
}
