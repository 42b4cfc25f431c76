/**
 * Keys as commands name them: `?`, `j`, `ArrowDown`, `mod+k` (Ctrl, on a Mac also Cmd), or a sequence of them with spaces between,
 * `g s`. A letter is meant without Shift; any other character is meant however the keyboard's layout types it.
 */
export type Keys = string;

const names: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export function strokesOf(keys: Keys): string[] {
  return keys.split(' ');
}

/** Whether a pressed key is this one of a sequence. */
export function matchesStroke(event: KeyboardEvent, stroke: string): boolean {
  const wantsMod = stroke.startsWith('mod+');
  const key = wantsMod ? stroke.slice(4) : stroke;
  if (event.altKey || wantsMod !== (event.ctrlKey || event.metaKey)) return false;
  const isLetter = /^[a-z]$/.test(key);
  if (isLetter) return !event.shiftKey && event.key.toLowerCase() === key;
  if (key.length > 1 && event.shiftKey) return false;
  return event.key === key;
}

/** The keycaps of a sequence, as help and hints show them: `mod+k` is Ctrl and K. */
export function keycapsOf(keys: Keys): string[] {
  return strokesOf(keys).flatMap((stroke) =>
    (stroke === '+' ? [stroke] : stroke.split('+')).map((key) => {
      if (key === 'mod' && isMac()) return '⌘';
      return names[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key);
    }),
  );
}

/** The same for `aria-keyshortcuts`; a sequence has no form there. */
export function ariaKeys(keys: Keys): string | undefined {
  return keys.includes(' ') ? undefined : keys.replace('mod', isMac() ? 'Meta' : 'Control');
}
