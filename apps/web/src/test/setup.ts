import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { startI18n } from '../app/i18n.ts';
import { textsOf } from '../app/texts.ts';
import { loadFloats } from '../components/overlay/floats.tsx';
import { loadTexts } from '../lib/texts.ts';
import { setViewport } from './viewport.ts';

// React's development build takes a stack of each element, to name in a warning who made it: a seventh of the time of a
// form's tests. It stops where it has taken ten thousand; warnings and the stacks of errors come without them too.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, { recentlyCreatedOwnerStacks?: number } | undefined>;
if (internals?.recentlyCreatedOwnerStacks !== undefined) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
}

// Files share the modules of a process, and with them what a file has replaced, stored or chosen.
vi.restoreAllMocks();
vi.unstubAllGlobals();
startI18n('en', await textsOf('en'), true);
// Screens are tested in both languages; how another one is loaded is tested in lib/language.
await loadTexts('it');
// As after the first screen: buttons open what they stand for at once.
await loadFloats();

// A whole screen on a busy machine may need much more than the usual second to show what is waited for.
configure({ asyncUtilTimeout: 30_000 });

// There is no canvas to draw on; what a chart shows is tested by its model and its table view.
vi.mock('../components/chart/chart-canvas.tsx', async () => {
  const { createElement } = await import('react');
  return {
    default: ({ label }: { label: string }) => createElement('div', { role: 'img', 'aria-label': label }),
  };
});

// What happy-dom lacks of a browser. Unexpected network calls fail: a test hands its own `fetch` in.
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
vi.stubGlobal('ResizeObserver', StillObserver);
Element.prototype.scrollIntoView = () => {};
// Nothing is laid out, so everything is given a size: lists that draw what is in sight then draw something.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 300 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 800 });

beforeEach(() => {
  // A test of another file may have ended with a toast on screen.
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  setViewport(1440);
  vi.stubGlobal(
    'fetch',
    vi.fn((input: unknown) => Promise.reject(new Error(`Unexpected call in a test: ${String(input)}`))),
  );
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
