import { useTranslation } from 'react-i18next';
import { useCommands } from './commands.ts';

/** A list that the keyboard moves through, and what in it can be moved to. Put `data-list` on it, `data-list-row` on the rows. */
const listSelector = '[data-list]';
const rowSelector = '[data-list-row]';

function isShown(element: HTMLElement): boolean {
  return element.closest('[hidden], [inert]') === null;
}

/** The list with the focus, or else the first one of the page or of the dialog on top of it. */
function currentList(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>(listSelector);
  if (focused) return focused;
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')];
  const within: ParentNode = dialogs.at(-1) ?? document;
  return [...within.querySelectorAll<HTMLElement>(listSelector)].find(isShown);
}

/** Arrow keys belong to tabs, radios and trees while one of them has the focus. */
function isFocusFree(list: HTMLElement): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.id === 'content' || list.contains(at);
}

/** Moves the focus by rows; from outside the list to the selected row, or to its first or last one. */
export function moveInList(by: 1 | -1, isArrow = false): boolean {
  const list = currentList();
  if (!list || (isArrow && !isFocusFree(list))) return false;
  const rows = [...list.querySelectorAll<HTMLElement>(rowSelector)].filter(isShown);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const selected = rows.findIndex((row) => row.matches('[data-selected], [aria-current="true"]'));
  const start = selected >= 0 ? selected : by === 1 ? 0 : rows.length - 1;
  const next = rows[at < 0 ? start : at + by];
  if (!next) return at >= 0;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Puts the focus on the row of what is open, after it was opened or before it is closed by the keyboard. */
export function focusSelectedRow(): void {
  const row = document.querySelector<HTMLElement>(
    `${listSelector} :is([data-selected], [aria-current="true"]):is(${rowSelector})`,
  );
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** Declares the keys of a list with `data-list`; `isActive` says whether its rows can be opened. */
export function useListKeys(isActive = true): void {
  const { t } = useTranslation('common');
  const move = (by: 1 | -1) => (event?: KeyboardEvent) => moveInList(by, event?.key.startsWith('Arrow'));
  useCommands(
    isActive
      ? [
          { id: 'list.next', label: t('keys.next'), group: 'list', keys: ['j', 'ArrowDown'], run: move(1) },
          {
            id: 'list.previous',
            label: t('keys.previous'),
            group: 'list',
            keys: ['k', 'ArrowUp'],
            run: move(-1),
          },
          // The row that has the focus opens itself.
          { id: 'list.open', label: t('keys.open'), group: 'list', keys: ['Enter'], run: () => false },
        ]
      : [],
  );
}
