import { createContext } from 'react';

/** Something that lies over the page and owns the keyboard while it is the topmost one. */
export interface OpenDialog {
  /** Closes it and returns true; returns false while no key may close it. */
  closeByKey: () => boolean;
}

/** The dialogs that are open, in the order in which they were opened: the last one lies on top. */
const openDialogs: OpenDialog[] = [];

/** The dialog that a component stands in; null on the page itself. */
export const DialogContext = createContext<OpenDialog | null>(null);

export function topmostDialog(): OpenDialog | null {
  return openDialogs.at(-1) ?? null;
}

function onKeyDown(event: KeyboardEvent): void {
  const topmost = topmostDialog();
  if (topmost === null || event.key !== 'Escape' || event.isComposing) return;
  // A list or a small popup that is open keeps the key to itself.
  const { target } = event;
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  // Nothing below handles the same key: a form behind the dialog, or a dialog that opens because this one closes.
  if (topmost.closeByKey()) event.stopPropagation();
}

/** Puts a dialog on top of the others; returns what takes it away. */
export function addDialog(dialog: OpenDialog): () => void {
  if (openDialogs.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true });
  openDialogs.push(dialog);
  document.documentElement.dataset.dialog = 'open';
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
    if (openDialogs.length > 0) return;
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    delete document.documentElement.dataset.dialog;
  };
}
