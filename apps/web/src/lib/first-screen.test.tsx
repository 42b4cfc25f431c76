import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { afterFirstScreen, useFirstScreenShown, watchFirstScreen } from './first-screen.ts';

let isLoading = true;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  isLoading = true;
  document.body.replaceChildren();
});

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
