import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest';
import { testQueryClient } from '../test/render.tsx';
import { withSignedAddresses } from './signed-addresses.ts';

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
let read: Mock<() => Promise<string>>;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  read = vi.fn(async () => 'addresses');
  const client = testQueryClient();
  client.mount();
  const observer = new QueryObserver(client, { queryKey: ['files'], queryFn: read, ...withSignedAddresses });
  const end = observer.subscribe(() => {});
  stop = () => {
    end();
    client.unmount();
  };
  await minutes(0);
});
afterEach(() => {
  stop();
  focusManager.setFocused(undefined);
});

it('reads signed addresses again before they end', async () => {
  await minutes(29);
  expect(read).toHaveBeenCalledTimes(1);
  await minutes(2);
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads them again when a tab that was hidden for long is looked at', async () => {
  focusManager.setFocused(false);
  await minutes(70);
  expect(read).toHaveBeenCalledTimes(1);
  focusManager.setFocused(true);
  await minutes(0);
  expect(read).toHaveBeenCalledTimes(2);
});

it('leaves addresses alone that still last when the tab is looked at', async () => {
  focusManager.setFocused(false);
  await minutes(10);
  focusManager.setFocused(true);
  await minutes(0);
  expect(read).toHaveBeenCalledTimes(1);
});
