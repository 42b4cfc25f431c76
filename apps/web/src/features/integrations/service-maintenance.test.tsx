import type { Maintenance } from '@ludus/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { card, renderDetail } from '../../test/integration-screen.tsx';
import { runningMaintenance } from './running-maintenance.ts';

const now = new Date('2026-11-20T14:00:00.000Z');
const maintenance: Maintenance = {
  id: 4,
  date: '2026-11-20T13:00:00.000Z',
  endsAt: '2026-11-20T16:30:00.000Z',
  isEndAssumed: false,
  kind: 'planned',
  description: 'New database servers',
  severity: 3,
  services: ['data'],
  games: [],
  createdAt: '2026-11-01T08:00:00.000Z',
  changedAt: null,
  sequence: 0,
  cancelledAt: null,
  cancelReason: null,
  integrations: [],
};

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('a service in a maintenance', () => {
  it('says until when, beside its measured state, and the others do not', async () => {
    const { named } = renderDetail({ listUpcomingMaintenances: [maintenance] });
    expect(await screen.findByText('Maintenance until 17:30')).toBeVisible();
    expect(within(await card('Data')).getByText('Maintenance until 17:30')).toBeVisible();
    expect(within(await card('Data')).getByText(/^healthy/)).toBeVisible();
    expect(screen.getAllByText(/^Maintenance until/)).toHaveLength(1);
    expect(named('listUpcomingMaintenances')[0]?.query).toEqual({ integrationId: '3' });
  });

  it('says the day of another day, and no end where none was announced', async () => {
    renderDetail({
      listUpcomingMaintenances: [
        { ...maintenance, endsAt: '2026-11-21T05:00:00.000Z' },
        { ...maintenance, id: 5, services: ['play'], isEndAssumed: true },
      ],
    });
    expect(await screen.findByText('Maintenance until 21/11/2026 06:00')).toBeVisible();
    expect(within(await card('Play')).getByText('Maintenance in progress')).toBeVisible();
  });

  it('is in the one that ends last; one without services affects all, one that is over or to come none', () => {
    const later = { ...maintenance, id: 5, services: [], endsAt: '2026-11-20T18:00:00.000Z' };
    const coming = { ...maintenance, id: 6, date: '2026-11-20T14:00:01.000Z' };
    const over = { ...maintenance, id: 7, endsAt: now.toISOString() };
    expect(runningMaintenance([maintenance, later], 'data', now.getTime())?.id).toBe(5);
    expect(runningMaintenance([maintenance, later], 'play', now.getTime())?.id).toBe(5);
    expect(runningMaintenance([coming, over], 'data', now.getTime())).toBeUndefined();
  });
});
