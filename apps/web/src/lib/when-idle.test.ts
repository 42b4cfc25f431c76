import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

afterEach(() => vi.unstubAllGlobals());

it('what no screen waits for runs when the browser is idle, and can be called off until then', () => {
  const waiting = new Map<number, () => void>();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    waiting.set(waiting.size, run);
    return waiting.size - 1;
  });
  vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id));
  const first = vi.fn();
  const second = vi.fn();
  whenIdle(first);
  whenIdle(second)();
  expect(first).not.toHaveBeenCalled();
  for (const run of waiting.values()) run();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
});

it('it runs at once where a browser does not tell when it is idle', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const run = vi.fn();
  whenIdle(run)();
  expect(run).toHaveBeenCalledOnce();
});
