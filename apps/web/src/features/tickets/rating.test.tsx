import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { Refusal } from '../../test/answer-calls.ts';
import { showTicket } from '../../test/ticket-screen.tsx';
import { anAnswer, aTicket } from '../../test/tickets.tsx';
import { filterAndSortTickets } from './filter-and-sort.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

const closed = (part: Parameters<typeof aTicket>[0] = {}) =>
  aTicket({ status: 'closed', answers: [anAnswer({ status: 'closed' })], ...part });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const rated = (changeableUntil: string) =>
  closed({
    rating: {
      value: 'bad',
      comment: 'It took a week.',
      by: { id: 'anna', username: 'anna' },
      changedAt: '2026-11-20T12:00:00.000Z',
      changeableUntil,
    },
  });
const form = () => screen.queryByRole('form', { name: 'How was this ticket served?' });

beforeEach(() => {
  vi.mocked(toast).mockClear();
});

describe('the rating of a ticket', () => {
  it('is asked of its integration once it is closed, with a comment beside', async () => {
    const { user, calls } = showTicket(closed(), { rateTicket: closed() }, { role: 'integration_admin' });
    await user.click(await screen.findByRole('button', { name: 'Send rating' }));
    expect(screen.getByText('Choose Good or Bad.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Good' }));
    expect(screen.queryByText('Choose Good or Bad.')).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Quick');
    await user.click(screen.getByRole('button', { name: 'Send rating' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Rating sent'));
    const sent = calls.filter(({ endpoint }) => endpoint === 'rateTicket').map(({ body }) => body);
    expect(sent).toEqual([{ value: 'good', comment: 'Quick' }]);
  });

  it('is asked neither before that, nor of the provider', async () => {
    const { unmount } = showTicket(aTicket(), {}, { role: 'integration_admin' });
    expect(await screen.findByRole('region', { name: 'Answers' })).toBeVisible();
    expect(form()).toBeNull();
    unmount();
    showTicket(closed());
    expect(await screen.findByRole('region', { name: 'Answers' })).toBeVisible();
    expect(form()).toBeNull();
    expect(screen.queryByRole('region', { name: 'Rating' })).toBeNull();
  });

  it('is shown to both sides, and can be changed while its days last', async () => {
    const { user, unmount } = showTicket(rated(inDays(1)), {}, { role: 'integration_admin' });
    const region = await screen.findByRole('region', { name: 'Rating' });
    expect(within(region).getByText('It took a week.')).toBeVisible();
    await user.click(within(region).getByRole('button', { name: 'Change rating' }));
    expect(screen.getByRole('radio', { name: 'Bad' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('It took a week.');
    await user.click(within(region).getByRole('button', { name: 'Cancel' }));
    expect(form()).toBeNull();
    unmount();
    const late = showTicket(rated(inDays(-1)), {}, { role: 'integration_admin' });
    expect(await screen.findByText('It took a week.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change rating' })).toBeNull();
    late.unmount();
    showTicket(rated(inDays(1)));
    expect(await screen.findByText('It took a week.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change rating' })).toBeNull();
  });

  it('says why it was refused', async () => {
    const refusal = new Refusal(409, 'A rating can be changed for 7 days.');
    const { user } = showTicket(closed(), { rateTicket: refusal }, { role: 'integration_admin' });
    await user.click(await screen.findByRole('radio', { name: 'Bad' }));
    await user.click(screen.getByRole('button', { name: 'Send rating' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', "Couldn't send the rating", {
        detail: 'A rating can be changed for 7 days.',
      }),
    );
  });
});

it('tickets are filtered by their rating; those without one are closed', () => {
  const bad = { ...rated(inDays(1)), id: 1 };
  const none = closed({ id: 2 });
  const open = aTicket({ id: 3 });
  const found = (rating: 'good' | 'bad' | 'none' | undefined) =>
    filterAndSortTickets([bad, none, open], { rating }, { isProvider: true, userId: 'user-1', now: 0 }).map(
      ({ id }) => id,
    );
  expect([found(undefined), found('bad'), found('good'), found('none')]).toEqual([[1, 2, 3], [1], [], [2]]);
});
