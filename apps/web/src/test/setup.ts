import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { startI18n } from '../app/i18n.ts';
import { setViewport } from './viewport.ts';

startI18n('en');

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

beforeEach(() => {
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
