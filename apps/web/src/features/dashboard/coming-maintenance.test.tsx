import type { Maintenance } from '@ludus/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { ComingMaintenance } from './components/coming-maintenance.tsx';

const now = new Date('2026-11-20T14:00:00.000Z');
const maintenance: Maintenance = {
  id: 4,
  date: '2026-11-23T14:00:00.000Z',
  endsAt: '2026-11-23T16:30:00.000Z',
  isEndAssumed: false,
  kind: 'planned',
  description: 'New database servers',
  severity: 3,
  services: ['data', 'play'],
  games: [],
  createdAt: '2026-11-01T08:00:00.000Z',
  changedAt: null,
  sequence: 0,
  cancelledAt: null,
  cancelReason: null,
  integrations: [],
};

function show(rows: Maintenance[]) {
  const calls = answerCalls({ listUpcomingMaintenances: rows });
  renderScreen(<ComingMaintenance />, { role: 'integration_admin' });
  return calls;
}
const line = () => screen.findByRole('link', { name: /^(Maintenance|Manutenzione) / });

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await setLanguage('en');
});

describe('the maintenance on the dashboard', () => {
  it('is the next one within three days, and leads to Status', async () => {
    show([maintenance]);
    expect(await line()).toHaveTextContent('Maintenance 23/11/2026 15:00 to 23/11/2026 17:30: Data, Play');
    expect(await line()).toHaveAttribute('href', '/status');
  });

  it('says until when a running one lasts, or since when it runs where no end was announced', async () => {
    const running = { ...maintenance, date: '2026-11-20T13:00:00.000Z', endsAt: '2026-11-20T17:00:00.000Z' };
    show([{ ...running, services: [] }]);
    expect(await line()).toHaveTextContent('Maintenance now, until 20/11/2026 18:00: all services');
  });

  it('names no end that is only assumed', async () => {
    await setLanguage('it');
    show([{ ...maintenance, isEndAssumed: true }]);
    expect(await line()).toHaveTextContent('Manutenzione dal 23/11/2026 15:00: Data, Play');
  });

  it('is silent about what is over, and about what is more than three days away', async () => {
    const over = { ...maintenance, date: '2026-11-20T10:00:00.000Z', endsAt: '2026-11-20T14:00:00.000Z' };
    const far = { ...maintenance, date: '2026-11-23T14:01:00.000Z', endsAt: '2026-11-23T16:00:00.000Z' };
    const calls = show([over, far]);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('link')).toBeNull();
  });
});
