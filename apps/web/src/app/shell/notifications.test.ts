import { listNotifications } from '@ludus/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryFor } from '../../lib/api/index.ts';
import { testQueryClient } from '../../test/render.tsx';
import { refreshNotifications } from './notifications.ts';

const { queryKey } = queryFor(listNotifications, {});
const minute = 60_000;

describe('notifications on navigation', () => {
  const send = vi.fn<() => Promise<Response>>();

  beforeEach(() => {
    send.mockReset();
    send.mockImplementation(async () => new Response('[]', { status: 200 }));
    vi.stubGlobal('fetch', send);
  });

  it('[NAV-29] are refreshed when the last refresh is older than a minute, and not before', async () => {
    const queryClient = testQueryClient();
    const now = Date.now();
    expect(refreshNotifications(queryClient, now)).toBe(true);
    await expect.poll(() => queryClient.getQueryState(queryKey)?.status).toBe('success');
    const last = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    expect(refreshNotifications(queryClient, last + minute)).toBe(false);
    expect(refreshNotifications(queryClient, last + minute + 1)).toBe(true);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('[NAV-29] are not asked for while they are loading', () => {
    const queryClient = testQueryClient();
    send.mockImplementation(() => new Promise(() => {}));
    expect(refreshNotifications(queryClient)).toBe(true);
    expect(refreshNotifications(queryClient, Date.now() + 10 * minute)).toBe(false);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('[ERR-004] a failure is logged only', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    send.mockImplementation(async () => new Response('{"message":"x","code":"internal"}', { status: 500 }));
    refreshNotifications(testQueryClient());
    await expect.poll(() => warn).toHaveBeenCalled();
    warn.mockRestore();
  });
});
