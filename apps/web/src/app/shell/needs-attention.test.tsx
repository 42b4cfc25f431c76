import type { Role } from '@ludus/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { keptCounts } from './counts.ts';
import { NeedsAttention } from './needs-attention.tsx';

function show(role: Role) {
  keptCounts.set(['user-1', { tickets: 5, toAnswer: 2, requests: 1, alerts: 0, notifications: 7 }]);
  renderScreen(<NeedsAttention />, { role });
}

describe('what needs attention', () => {
  it('leads to what is open, and leaves out what is not, or waits for an integration', () => {
    show('ludus_admin');
    const links = within(screen.getByRole('navigation', { name: 'Needs attention' })).getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/requests', '11 open Requests'],
      ['/tickets', '22 open Tickets'],
    ]);
  });

  it('says nothing where open tickets wait for the other side', () => {
    keptCounts.set(['user-1', { tickets: 5, toAnswer: 0, notifications: 7 }]);
    renderScreen(<NeedsAttention />, { role: 'integration_admin' });
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
