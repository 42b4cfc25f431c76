/** What was typed for the palette before its field could take it. */
export interface EarlyKeys {
  text: string;
  /** Enter came after the text. */
  isEntered: boolean;
}

/** As much as the field takes. */
const maxLength = 120;

let early: EarlyKeys | null = null;
let cancel = () => {};

/**
 * Keeps what is typed from now on for the palette's field. Its code may still be on the way, and even loaded it has the focus only
 * a frame later: until then the keys would be lost, or be commands of the page. Escape calls `onCancel`.
 */
export function keepEarlyKeys(onCancel: () => void): void {
  if (early !== null) return;
  early = { text: '', isEntered: false };
  cancel = onCancel;
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('pointerdown', stopListening, true);
}

/** Returns what was kept, and leaves all keys from now on to whatever has the focus. */
export function takeEarlyKeys(): EarlyKeys {
  const taken = early ?? { text: '', isEntered: false };
  early = null;
  stopListening();
  return taken;
}

/** A pointer is used elsewhere on the page, where the keys may be meant next. */
function stopListening(): void {
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('pointerdown', stopListening, true);
}

/** AltGr, which writes @ on Italian keyboards, is Ctrl and Alt on Windows. */
const isWriting = (event: KeyboardEvent) =>
  event.key.length === 1 &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey));

/** None of them may do anything to the page meanwhile. */
const handledKeys = [
  'Backspace',
  'Enter',
  'Escape',
  'Tab',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
];

function onKeyDown(event: KeyboardEvent): void {
  if (early === null || event.isComposing) return;
  const isChar = isWriting(event);
  const isHandled = handledKeys.includes(event.key) && !(event.ctrlKey || event.metaKey || event.altKey);
  if (!isChar && !isHandled) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === 'Escape') {
    cancel();
    return;
  }
  const { text, isEntered } = early;
  if (isEntered) return;
  if (isChar) early = { text: (text + event.key).slice(0, maxLength), isEntered };
  else if (event.key === 'Backspace') early = { text: text.slice(0, -1), isEntered };
  else if (event.key === 'Enter') early = { text, isEntered: text !== '' };
}
