import i18next from 'i18next';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { wholeTexts } from './texts.ts';
import { toast } from './toast.tsx';

/** How long a part that could not be fetched waits for its next attempt, unless the connection returns before. */
const lookAgainMs = 5_000;

/**
 * A part of the page whose code comes later. Where it cannot be fetched, its place keeps the fallback and the page stays: it
 * is fetched again once there is a connection. With a connection at hand a toast offers to reload, since the file may be one of
 * a release that is gone. The page does not reload by itself: something may have been typed into it. (A page whose own code is
 * gone is loaded again once by the router.)
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own type, whatever the part takes
export function latePart<Part extends ComponentType<any>>(
  load: () => Promise<Part>,
  texts?: 'first',
): LazyExoticComponent<Part> {
  return lazy(async () => ({ default: await untilLoaded(load, texts) }));
}

/**
 * What an import of code gives, however often it has to be tried. A part of a first screen asks for the `first` texts only:
 * the others would travel beside the figures.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>, texts?: 'first'): Promise<Part> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const [part] = await Promise.all([load(), texts === 'first' || wholeTexts()]);
      return part;
    } catch (error) {
      console.warn('A part of the page could not be loaded.', error);
      if (isFirst && navigator.onLine) {
        toast('error', i18next.t('error.server'), {
          detail: i18next.t('error.reloadPage'),
          ms: false,
          action: { label: i18next.t('reload'), run: () => location.reload() },
        });
      }
      await connectionOrWait();
      bringing = bringing.then(bringMissingStyles);
      await bringing;
    }
  }
}

function connectionOrWait(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, lookAgainMs);
    window.addEventListener('online', go);
  });
}

/** One after the other: a link that is put in twice never resolves the first one. */
let bringing = Promise.resolve();

/** The import asks for each of its style sheets only once, also when it failed: those are put in again here. */
async function bringMissingStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const missing = [...links].filter(({ sheet }) => !hasRules(sheet));
  await Promise.all(
    missing.map(
      (link) =>
        new Promise<void>((resolve) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = () => resolve();
          again.onerror = () => resolve();
          link.replaceWith(again);
        }),
    ),
  );
}

/** The rules of a sheet that was never fetched may not be read. */
function hasRules(sheet: CSSStyleSheet | null): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}
