import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchToken } from './token-watch.ts';

describe('token watch', () => {
  let left: number | null = 300;
  const renew = vi.fn(async () => {
    left = 300;
  });
  let stop = () => {};

  beforeEach(() => {
    vi.useFakeTimers();
    renew.mockClear();
  });
  afterEach(() => stop());

  it('[AUTH-03] looks every 60 seconds and renews at 70 seconds of validity or less', async () => {
    left = 71;
    stop = watchToken({ secondsLeft: () => left, renew });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renew).not.toHaveBeenCalled();
    left = 70;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('does not renew twice at a time, and tries again a minute after a failure', async () => {
    left = 30;
    let finish: (() => void) | undefined;
    const slow = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    stop = watchToken({ secondsLeft: () => left, renew: slow });
    await vi.advanceTimersByTimeAsync(180_000);
    expect(slow).toHaveBeenCalledTimes(1);
    finish?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(slow).toHaveBeenCalledTimes(2);
  });

  it('checks at once when the window comes back into view, and never after it was stopped', async () => {
    left = 10;
    stop = watchToken({ secondsLeft: () => left, renew });
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(renew).toHaveBeenCalledTimes(1);
    left = 10;
    stop();
    await vi.advanceTimersByTimeAsync(600_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('does nothing without a token', async () => {
    left = null;
    stop = watchToken({ secondsLeft: () => left, renew });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(renew).not.toHaveBeenCalled();
  });
});
