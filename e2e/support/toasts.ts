import { expect, type Page } from '@playwright/test';

/** What a page has shown in its toasts and no test has asked for yet: the lines of each, oldest first. */
type Shown = string[][];
declare global {
  interface Window {
    shownToasts?: Shown;
  }
}

/** Has the pages of someone keep what their toasts say: three seconds may be over before a busy machine looks again. */
export async function keepToasts(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    if (window.shownToasts !== undefined) return;
    const shown: Shown = [];
    window.shownToasts = shown;
    const keep = (toast: Element) => {
      const { width, height } = toast.getBoundingClientRect();
      if (width === 0 || height === 0 || !toast.checkVisibility({ visibilityProperty: true })) return;
      const lines = toast.querySelectorAll('.mantine-Notification-title, .mantine-Notification-description');
      shown.push([...lines].map((line) => (line.textContent ?? '').replace(/\s+/g, ' ').trim()));
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          if (node.matches('.mantine-Notification-root')) keep(node);
          for (const toast of node.querySelectorAll('.mantine-Notification-root')) keep(toast);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** What toasts have said so far is of no one who comes later. */
export async function forgetToasts(page: Page): Promise<void> {
  await page.evaluate(() => window.shownToasts?.splice(0));
}

/** Has the toasts of a page stay, as they do under a mouse: what they lie over is looked at when a busy machine comes to it. */
export async function holdToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const toastClass = '.mantine-Notification-root';
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        // The first one comes with the place of all.
        const toasts = node.matches(toastClass) ? [node] : node.querySelectorAll(toastClass);
        for (const toast of toasts) toast.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Waits for a toast with a line that is exactly this text, or that the expression matches. Each line counts once, and only
 * toasts since the last one found.
 */
export async function toastSays(page: Page, text: string | RegExp): Promise<void> {
  const wanted =
    typeof text === 'string'
      ? { source: `^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, flags: '' }
      : { source: text.source, flags: text.flags };
  const isFound = ({ source, flags }: { source: string; flags: string }) => {
    const shown = window.shownToasts ?? [];
    const pattern = new RegExp(source, flags);
    const at = shown.findIndex((lines) => lines.some((line) => pattern.test(line)));
    const lines = shown[at];
    if (lines === undefined) return false;
    const rest = lines.toSpliced(
      lines.findIndex((line) => pattern.test(line)),
      1,
    );
    shown.splice(0, at + 1, rest);
    return true;
  };
  try {
    await page.waitForFunction(isFound, wanted, { polling: 100, timeout: 15_000 });
  } catch {
    expect(await page.evaluate(() => window.shownToasts), `a toast that says ${text}`).toContain(text);
  }
}
