import type { PendingChange, Role } from '@ludus/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { PendingChanges } from './pending-changes.tsx';

const aChange = (part: Partial<PendingChange> = {}): PendingChange => ({
  id: 7,
  kind: 'visibility',
  title: { code: 'approvals.gamesOf', values: { integration: 'Alpina' } },
  subject: 'integration/3',
  requestedAt: '2026-11-20T12:00:00.000Z',
  requestedBy: { userId: 'u-anna', username: 'anna' },
  isOwn: false,
  mayOpen: true,
  ...part,
});

function show(reply: unknown, role: Role = 'ludus_admin') {
  const calls = answerCalls({ listPendingChanges: reply });
  renderScreen(
    <>
      <PendingChanges subject="integration/3" />
      <p>after</p>
    </>,
    { role },
  );
  return calls;
}
const note = async () => within(await screen.findByRole('status'));

describe('the note of what waits', () => {
  it('names the change and who has requested it, and leads to the request', async () => {
    const calls = show({ rows: [aChange()] });
    const shown = await note();
    expect(shown.getByText('A change waits for approval')).toBeVisible();
    expect(shown.getByRole('link', { name: 'Games that Alpina sees' })).toHaveAttribute(
      'href',
      '/approvals?id=7',
    );
    expect(shown.getByText(/requested by anna on 20\/11\/2026 13:00/)).toBeVisible();
    expect(calls).toMatchObject([{ endpoint: 'listPendingChanges', query: { subject: 'integration/3' } }]);
  });

  it('counts several, and says which are the reader’s own', async () => {
    show({ rows: [aChange(), aChange({ id: 8, isOwn: true })] });
    const shown = await note();
    expect(shown.getByText('2 changes wait for approval')).toBeVisible();
    expect(shown.getByText(/requested by you/)).toBeVisible();
  });

  it('has no link for who cannot open the request', async () => {
    show({ rows: [aChange({ mayOpen: false })] }, 'ludus_manager');
    const shown = await note();
    expect(shown.getByText(/Games that Alpina sees/)).toBeVisible();
    expect(shown.queryByRole('link')).toBeNull();
  });

  it.each([
    ['while nothing waits', { rows: [] }],
    ['while that is not known', new Refusal(500)],
  ])('is not there %s', async (_when, reply) => {
    show(reply);
    await screen.findByText('after');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('asks nothing for those without the right', async () => {
    const calls = show({ rows: [aChange()] }, 'integration_guest');
    await screen.findByText('after');
    expect(calls).toEqual([]);
  });
});
