import type { Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RealtimeHandlers } from '../../lib/realtime.ts';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { aTicket } from '../../test/tickets.tsx';

const opened: RealtimeHandlers[] = [];
vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
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

function show(listTickets: unknown, role: Role = 'integration_admin') {
  const calls = answerCalls({
    listTickets,
    listNotifications: [],
    getLastFetch: { dateTime: null, isFetching: false },
    listActiveJobs: [],
    listIncidents: {
      ...{ rows: [], count: 3, evaluatedAt: null, evaluatedUntil: null },
      nextEvaluationAt: '2026-11-20T14:25:00.000Z',
      openCases: 2,
    },
  });
  renderScreen(
    <ShellFrame>
      <RealtimeBridge />
    </ShellFrame>,
    { role },
  );
  return calls.filter.bind(calls, ({ endpoint }) => endpoint === 'listTickets') as () => typeof calls;
}
const entry = () => screen.getByRole('link', { name: /^Tickets/ });

beforeEach(() => {
  opened.length = 0;
  vi.mocked(toast).mockClear();
});

describe('the count of open tickets', () => {
  it('[SHELL-05][API-069] is the length of the open ones, and follows what the hub says', async () => {
    let count = 2;
    const reads = show(() => Array.from({ length: count }, (_none, id) => aTicket({ id: id + 1 })));
    await waitFor(() => expect(entry()).toHaveTextContent('Tickets22 open'));
    // The status by name: a ticket that becomes ongoing leaves the count.
    expect(within(entry()).getByTitle('2 open')).toBeVisible();
    // What waits for the reader's side is asked for apart: it is no matter of the status.
    expect(reads().map(({ query }) => query)).toEqual([{ status: 'open' }, { waitsFor: 'integration' }]);
    count = 0;
    const socket = await waitFor(() => opened[0] ?? Promise.reject(new Error('There is no socket yet.')));
    socket.on('changed', { topic: 'tickets', id: '1' });
    await waitFor(() => expect(entry().textContent).toBe('Tickets'));
  });

  it('stands beside that of open incidents and RTP cases, for the provider', async () => {
    show([], 'ludus_manager');
    const alerts = await screen.findByRole('link', { name: /^Alerts/ });
    await waitFor(() => expect(alerts).toHaveTextContent('Alerts55 open'));
  });

  it.each(['ludus_manager', 'integration_manager', 'integration_guest'] as const)(
    '[OPEN-17] is not asked for by a %s',
    async (role) => {
      const reads = show(new Refusal(403), role);
      await screen.findByRole('link', { name: /^Notifications/ });
      expect(screen.queryByRole('link', { name: /^Tickets/ })).toBeNull();
      expect(reads()).toEqual([]);
      expect(toast).not.toHaveBeenCalled();
    },
  );

  it('[ERR-003] says so when it cannot be read', async () => {
    show(new Refusal(500), 'ludus_admin');
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Something went wrong getting open tickets.'),
    );
    expect(entry().textContent).toBe('Tickets');
  });
});
