import { type Notification, notification } from '@ludus/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { RealtimeHandlers } from '../../lib/realtime.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';

const opened: RealtimeHandlers[] = [];
vi.mock('../../lib/realtime.ts', () => ({
  openRealtime: async (_session: unknown, handlers: RealtimeHandlers) => {
    opened.push(handlers);
    return () => {};
  },
  socketId: () => undefined,
  watchConnection: () => () => {},
  isConnectionLost: () => false,
}));

const { RealtimeBridge } = await import('../realtime.tsx');
const { ShellFrame } = await import('./shell.tsx');

const unseen = (count: number): Notification[] =>
  Array.from({ length: count }, (_none, index) =>
    notification.parse({
      id: index + 1,
      title: 'x',
      description: 'y',
      createdAt: '2026-11-20T10:00:00Z',
      seen: false,
      severity: 1,
      maintenanceId: null,
      path: null,
      confirmation: null,
    }),
  );

async function showBell() {
  let count = 1;
  opened.length = 0;
  const calls = answerCalls({
    listNotifications: () => unseen(count),
    getLastFetch: { dateTime: null, isFetching: false },
    listActiveJobs: [],
  });
  renderScreen(
    <ShellFrame>
      <RealtimeBridge />
    </ShellFrame>,
    { role: 'integration_admin' },
  );
  const bell = () => screen.getByRole('link', { name: /Notifications/ }).textContent;
  await waitFor(() => expect(bell()).toBe('Notifications11 unread'));
  const socket = await waitFor(() => opened[0] ?? Promise.reject(new Error('There is no socket yet.')));
  return {
    bell,
    socket,
    arrive: (more: number) => (count += more),
    reads: () => calls.filter(({ endpoint }) => endpoint === 'listNotifications').length,
  };
}

describe('the bell', () => {
  it('[SHELL-06][OPEN-16] reads once at the start, and counts on when the hub says that notifications changed', async () => {
    const { bell, socket, arrive, reads } = await showBell();
    expect(reads()).toBe(1);
    arrive(2);
    socket.on('changed', { topic: 'notifications' });
    await waitFor(() => expect(bell()).toBe('Notifications33 unread'));
    expect(reads()).toBe(2);
  });

  it('[SHELL-06] counts what came while the connection was lost', async () => {
    const { bell, socket, arrive } = await showBell();
    socket.onConnect(false);
    socket.onDisconnect();
    arrive(4);
    socket.onConnect(true);
    await waitFor(() => expect(bell()).toBe('Notifications55 unread'));
  });
});
