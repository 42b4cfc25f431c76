import type { ReactNode } from 'react';
import { useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { DialogContext, type OpenDialog, topmostDialog } from './dialogs.ts';
import { type Keys, matchesStroke, strokesOf } from './keys.ts';

/** Where help lists a command, and which one wins when two have the same keys: what a screen declares goes first. */
export const commandGroups = ['screen', 'list', 'everywhere', 'goTo'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Something that can be done now: by keys, from the palette, or both. */
export interface Command {
  id: string;
  /** In the reader's language. */
  label: string;
  group: CommandGroup;
  /** One of these; the first is the one that hints show. */
  keys?: readonly Keys[];
  /** Runs also while someone types in a field. */
  inFields?: boolean;
  /** Offered by the palette. */
  inPalette?: boolean;
  icon?: ReactNode;
  /** With the key, unless it was chosen in the palette. False leaves the key to whatever else handles it. */
  run: (event?: KeyboardEvent) => unknown;
}

/** Goes to the search of the screen, or to that of the whole hub. */
export const searchKey: Keys = '/';

interface Registered {
  /** The dialog that it was declared in; it is active only while that one is on top. */
  dialog: OpenDialog | null;
  commands: readonly Command[];
}

const registered: Registered[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Command[] = [];

function publish(): void {
  snapshot = readCommands();
  for (const listener of [...listeners]) listener();
}

/** Every command of the page itself by group, the latest of each id. */
function readCommands(): Command[] {
  const byId = new Map(
    registered.flatMap(({ commands, dialog }) =>
      dialog === null ? commands.map((command) => [command.id, command] as const) : [],
    ),
  );
  return [...byId.values()].sort((a, b) => commandGroups.indexOf(a.group) - commandGroups.indexOf(b.group));
}

/** Declares commands until what is returned is called. */
export function registerCommands(commands: readonly Command[], dialog: OpenDialog | null = null): () => void {
  const entry = { dialog, commands };
  if (registered.length === 0) document.addEventListener('keydown', onKeyDown);
  registered.push(entry);
  publish();
  return () => {
    registered.splice(registered.indexOf(entry), 1);
    if (registered.length === 0) document.removeEventListener('keydown', onKeyDown);
    publish();
  };
}

/** Those of the page, for help and palette. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

/** The commands whose keys count now, in the order in which they are tried. */
function activeCommands(): Command[] {
  const dialog = topmostDialog();
  const latestFirst = registered.filter((entry) => entry.dialog === dialog).reverse();
  return commandGroups.flatMap((group) =>
    latestFirst.flatMap(({ commands }) => commands.filter((command) => command.group === group)),
  );
}

const sequenceMs = 1_500;
let pressed: { events: KeyboardEvent[]; until: number } = { events: [], until: 0 };

const typingInputs = /^(?!button|checkbox|radio|range|color|file|submit|reset|image)/;

/** Whether a key pressed there writes something, or moves within a control of its own. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return typingInputs.test(target.type);
  return (
    target.isContentEditable || target.matches('textarea, select') || target.closest('[role="menu"]') !== null
  );
}

function matchesAll(events: readonly KeyboardEvent[], strokes: readonly string[]): boolean {
  return events.every((event, index) => matchesStroke(event, strokes[index] ?? ''));
}

/** The one listener of all commands. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key))
    return;
  // What is no dialog of ours, such as a sheet with menus, keeps its keys as well.
  const isElsewhere = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
  if (topmostDialog() === null && isElsewhere) return;
  const isInField = isTyping(event.target);
  const events = event.timeStamp < pressed.until ? [...pressed.events, event] : [event];
  pressed = { events: [], until: 0 };
  const candidates = activeCommands().filter((command) => !isInField || command.inFields);
  // A key that continues no sequence may still be a command by itself.
  for (const typed of events.length > 1 ? [events, [event]] : [events]) {
    for (const { keys = [], run } of candidates) {
      const isMeant = keys.some((one) => {
        const strokes = strokesOf(one);
        return strokes.length === typed.length && matchesAll(typed, strokes);
      });
      if (!isMeant || run(event) === false) continue;
      event.preventDefault();
      return;
    }
    const begins = candidates.some(({ keys = [] }) =>
      keys.some((one) => strokesOf(one).length > typed.length && matchesAll(typed, strokesOf(one))),
    );
    if (begins) {
      pressed = { events: [...typed], until: event.timeStamp + sequenceMs };
      return;
    }
  }
}

/** Declares commands while a component is on the screen. Inside a dialog they are that dialog's. */
export function useCommands(commands: readonly Command[]): void {
  const dialog = useContext(DialogContext);
  const run = useEffectEvent((id: string, event?: KeyboardEvent) =>
    commands.find((command) => command.id === id)?.run(event),
  );
  // What help and palette show of them; what they do may change with every rendering.
  const shown = commands.map(({ id, label, group, keys, inFields, inPalette }) =>
    [id, label, group, keys?.join(','), inFields, inPalette].join('|'),
  );
  const key = shown.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the commands are declared again when what is shown of them changes
  useEffect(() => {
    if (commands.length === 0) return;
    return registerCommands(
      commands.map((command) => ({ ...command, run: (event) => run(command.id, event) })),
      dialog,
    );
  }, [key, dialog]);
}
