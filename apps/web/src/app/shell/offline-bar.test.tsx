import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRealtime } from '../../lib/realtime.ts';
import { renderScreen } from '../../test/render.tsx';
import { testSession } from '../../test/session.ts';
import { OfflineBar } from './offline-bar.tsx';

const heard = new Map<string, (...given: unknown[]) => void>();
const socket = {
  active: true,
  on: (name: string, listener: (...given: unknown[]) => void) => heard.set(name, listener),
  onAny: () => {},
  offAny: () => {},
  connect: () => {},
  disconnect: () => {},
  removeAllListeners: () => {},
};
vi.mock('socket.io-client', () => ({ io: () => socket }));

function connection(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
}

describe('the bar of a lost connection', () => {
  afterEach(() => vi.restoreAllMocks());

  it('comes when the connection is lost, and goes when it is back', () => {
    renderScreen(<OfflineBar />);
    expect(screen.queryByRole('status')).toBeNull();
    connection(false);
    expect(screen.getByRole('status')).toHaveTextContent("You're offline. Data may be out of date.");
    connection(true);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is there from the first moment when there was no connection before', () => {
    connection(false);
    renderScreen(<OfflineBar />);
    expect(screen.getByRole('status')).toBeVisible();
  });
});

describe('the bar of a hub that does not respond', () => {
  const lost = 'Connection lost, trying again. Data may be out of date.';
  let close: () => void;
  let seconds: (count: number) => void;

  beforeEach(async () => {
    const handlers = { on: async () => {}, onConnect: () => {}, onDisconnect: () => {} };
    close = await openRealtime(testSession('ludus_admin'), handlers);
    // Milliseconds since the page was loaded begin at 0 with the clock.
    vi.useFakeTimers();
    seconds = (count) => act(() => void vi.advanceTimersByTime(count * 1_000));
    renderScreen(<OfflineBar />);
  });
  afterEach(() => {
    act(close);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const socketSays = (name: string, ...given: unknown[]) => act(() => heard.get(name)?.(...given));
  const bar = () => screen.queryByRole('status');

  it('comes once the socket has been down for two seconds, and goes when it is back', () => {
    socketSays('connect');
    seconds(60);
    socketSays('disconnect', 'transport close');
    seconds(1.9);
    expect(bar()).toBeNull();
    socketSays('connect_error', new Error('websocket error'));
    seconds(0.1);
    expect(bar()).toHaveTextContent(lost);
    seconds(600);
    expect(bar()).toHaveTextContent(lost);
    socketSays('connect');
    expect(bar()).toBeNull();
  });

  it('does not come for an interruption that is shorter, however many follow', () => {
    seconds(60);
    for (let count = 0; count < 5; count += 1) {
      socketSays('disconnect', 'transport close');
      seconds(1.9);
      socketSays('connect');
      seconds(1);
    }
    expect(bar()).toBeNull();
  });

  it('does not come in the first three seconds of a page', () => {
    socketSays('connect_error', new Error('websocket error'));
    seconds(2.9);
    expect(bar()).toBeNull();
    seconds(0.1);
    expect(bar()).toHaveTextContent(lost);
  });

  it('does not come when the hub responds that there are too many windows', () => {
    seconds(60);
    socketSays('connect_error', Object.assign(new Error('x'), { data: { code: 'too_many_requests' } }));
    seconds(60);
    expect(bar()).toBeNull();
  });

  it('is one bar with that of a device without a connection, and leaves with who signs out', () => {
    seconds(60);
    socketSays('disconnect', 'transport close');
    seconds(2);
    connection(false);
    expect(screen.getAllByRole('status')).toHaveLength(1);
    expect(bar()).toHaveTextContent("You're offline.");
    connection(true);
    expect(bar()).toHaveTextContent(lost);
    act(close);
    expect(bar()).toBeNull();
  });
});
