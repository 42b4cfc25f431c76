import { useSyncExternalStore } from 'react';

interface PageRowsOptions {
  /** What a page has on a low window, too. */
  atLeast: number;
  /** So that no window asks for a page that takes long to read; a multiple of what people take in at once. */
  atMost?: number;
  /** Comfortable height of a row in pixels; rows are never lower than `minRowHeight`. */
  rowHeight?: number;
  minRowHeight?: number;
  /** Pixels of the window that the rows do not have: page head, filters, head of the table, page numbers, gaps. */
  reserved: number;
}

interface PageRows {
  /** Rows on a page. */
  rows: number;
  /** Height of each in pixels, so that a full page reaches down to the window's foot. */
  rowHeight: number;
}

/** How many rows of what height fill `height` pixels of a window. */
export function pageRowsFor(height: number, options: PageRowsOptions): PageRows {
  const { atLeast, atMost = 50, rowHeight = 46, minRowHeight = 34, reserved } = options;
  const available = Math.max(0, height - reserved);
  const rows = Math.min(atMost, Math.max(atLeast, Math.floor(available / rowHeight)));
  const fitting = Math.floor(available / rows);
  return { rows, rowHeight: Math.min(rowHeight + 2, Math.max(minRowHeight, fitting)) };
}

let windowHeight: number | undefined;

/** The window's height, asked for once and after each resize: the browser lays the whole page out to know it. */
export function heightOfWindow(): number {
  windowHeight ??= window.innerHeight;
  return windowHeight;
}

function subscribe(listener: () => void): () => void {
  const forget = () => {
    windowHeight = undefined;
    listener();
  };
  window.addEventListener('resize', forget);
  return () => {
    window.removeEventListener('resize', forget);
    // No one hears of the next resize.
    windowHeight = undefined;
  };
}

/** Follows the window's height: a page of a list fills it, whatever the screen. */
export function useWindowHeight(): number {
  return useSyncExternalStore(subscribe, heightOfWindow, () => 900);
}

export function useRowsThatFit(options: PageRowsOptions): PageRows {
  return pageRowsFor(useWindowHeight(), options);
}
