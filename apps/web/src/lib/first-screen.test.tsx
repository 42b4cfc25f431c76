import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  afterFirstScreen,
  afterFirstTouch,
  useFirstScreenShown,
  useFirstTouched,
  watchFirstScreen,
} from './first-screen.ts';

let isLoading = true;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  isLoading = true;
});

afterEach(() => document.body.replaceChildren());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function Tool() {
  return useFirstScreenShown() ? <p>tool</p> : null;
}

it('what no one looks at first waits for the heading, the calls and the pictures of the screen', async () => {
  const run = vi.fn();
  watchFirstScreen(() => isLoading);
  afterFirstScreen(run);
  const { container } = render(<Tool />);
  await pass(500);
  document.body.append(document.createElement('h1'));
  await pass(500);
  expect(run).not.toHaveBeenCalled();

  isLoading = false;
  const picture = Object.assign(document.createElement('img'), { loading: 'eager' });
  const isComplete = vi.spyOn(picture, 'complete', 'get').mockReturnValue(false);
  document.body.append(picture);
  await pass(500);
  expect(run).not.toHaveBeenCalled();
  expect(container.textContent).toBe('');

  isComplete.mockReturnValue(true);
  await pass(500);
  expect(run).toHaveBeenCalledOnce();
  expect(screen.getByText('tool')).toBeTruthy();
});

it('a call that begins when another has ended is still the first screen', async () => {
  document.body.append(document.createElement('h1'));
  const answers = [false, true, false, true, false, false];
  const run = vi.fn();
  watchFirstScreen(() => answers.shift() ?? false);
  afterFirstScreen(run);
  await pass(210);
  expect(run).not.toHaveBeenCalled();
  await pass(210);
  expect(run).toHaveBeenCalledOnce();
});

it('after five seconds nothing waits any more, and what comes later runs at once', async () => {
  const [early, calledOff, late] = [vi.fn(), vi.fn(), vi.fn()];
  watchFirstScreen(() => true);
  afterFirstScreen(early);
  afterFirstScreen(calledOff)();
  await pass(4_900);
  expect(early).not.toHaveBeenCalled();
  await pass(400);
  expect(early).toHaveBeenCalledOnce();
  expect(calledOff).not.toHaveBeenCalled();
  afterFirstScreen(late);
  expect(late).toHaveBeenCalledOnce();
});

it('what is opened by hand waits for the first touch, then for the screen, and ten seconds at most', async () => {
  function Sheet() {
    return useFirstTouched() ? <p>sheet</p> : null;
  }
  document.body.append(document.createElement('h1'));
  const [run, calledOff] = [vi.fn(), vi.fn()];
  watchFirstScreen(() => isLoading);
  afterFirstTouch(run);
  afterFirstTouch(calledOff)();
  window.dispatchEvent(new Event('pointerdown'));
  await pass(300);
  expect(run).not.toHaveBeenCalled();
  isLoading = false;
  await pass(300);
  expect(run).toHaveBeenCalledOnce();
  expect(calledOff).not.toHaveBeenCalled();

  const later = vi.fn();
  watchFirstScreen(() => false);
  afterFirstTouch(later);
  render(<Sheet />);
  await pass(9_900);
  expect(later).not.toHaveBeenCalled();
  expect(screen.queryByText('sheet')).toBeNull();
  await pass(400);
  expect(later).toHaveBeenCalledOnce();
  expect(screen.getByText('sheet')).toBeTruthy();
});
