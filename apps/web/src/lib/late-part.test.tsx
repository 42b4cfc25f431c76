import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

const toast = vi.hoisted(() => vi.fn());
vi.mock('./toast.tsx', () => ({ toast }));
// The setup of the tests has loaded it with the toasts as they are.
vi.resetModules();
const { latePart } = await import('./late-part.ts');

const Found = () => <p>part</p>;

function Page({ Part }: { Part: ReturnType<typeof latePart> }) {
  return (
    <main>
      <h1>figures</h1>
      <Suspense fallback={<p>coming</p>}>
        <Part />
      </Suspense>
    </main>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  toast.mockClear();
});

it('a part that cannot be fetched leaves the page, and comes once the connection is back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn<() => Promise<typeof Found>>().mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValue(Found);
  await act(async () => render(<Page Part={latePart(load)} />));
  expect(screen.getByText('figures')).toBeVisible();
  expect(screen.getByText('coming')).toBeVisible();
  expect(toast).not.toHaveBeenCalled();

  await act(async () => {
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(screen.getByText('part')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('with a connection at hand it is said once, and tried again every five seconds', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const load = vi.fn<() => Promise<typeof Found>>();
  load.mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'));
  load.mockResolvedValue(Found);
  await act(async () => render(<Page Part={latePart(load)} />));
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(load).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(5_001));
  expect(screen.getByText('part')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
  expect(toast).toHaveBeenCalledTimes(1);
});

it('where the file is gone with the release, the toast reloads the page', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  await act(async () => render(<Page Part={latePart(() => Promise.reject(new Error('gone')))} />));
  expect(reload).not.toHaveBeenCalled();
  const options = toast.mock.calls[0]?.[2] as { action: { label: string; run: () => void } } | undefined;
  expect(options?.action.label).toBe('Reload');
  options?.action.run();
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
