import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { useEdgeHeight } from './edge-height.ts';

const height = () => document.documentElement.style.getPropertyValue('--hub-action-bar');

afterEach(() => vi.unstubAllGlobals());

/** As a browser does, it reports the size of what it observes once the page has been laid out. */
class Observer {
  readonly #report: () => void;
  constructor(report: () => void) {
    this.#report = report;
  }
  observe() {
    this.#report();
  }
  disconnect() {}
}

function Bar() {
  return <div ref={useEdgeHeight('--hub-action-bar')} />;
}

it('what stands at the lower edge says how high it is, for as long as it stands there', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  const { rerender } = renderScreen(<Bar />);
  expect(height()).toBe('0px');
  rerender(<p>No bar</p>);
  expect(height()).toBe('');
});
