import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { Refusal } from '../../test/answer-calls.ts';
import { showTicket } from '../../test/ticket-screen.tsx';
import { anAnswer, aTicket } from '../../test/tickets.tsx';
import { filterAndSortTickets } from './filter-and-sort.ts';
import { readTicketsSearch, type TicketsSearch } from './search.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

beforeEach(() => vi.mocked(toast).mockClear());

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs + 30_000).toISOString();
const mara = { id: 'mara', username: 'mara' };
const me = { id: 'user-1', username: 'g.ferraris' };

describe('who takes care of a ticket', () => {
  const assigned = (calls: ReturnType<typeof showTicket>['calls']) =>
    calls.filter(({ endpoint }) => endpoint === 'assignTicket').map(({ body }) => body);

  it('is chosen from those who may, or oneself by a button or its key', async () => {
    const { user, calls } = showTicket(aTicket(), { assignTicket: aTicket({ assignee: me }) });
    const picker = await screen.findByRole('combobox', { name: 'Assignee' });
    await user.click(picker);
    await user.click(await screen.findByRole('option', { name: 'mara' }));
    await waitFor(() => expect(assigned(calls)).toEqual([{ assigneeId: 'mara' }]));
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(assigned(calls)).toHaveLength(2));
    await user.click(screen.getByRole('heading', { name: 'Reels stand still' }));
    await user.keyboard('a');
    await waitFor(() =>
      expect(assigned(calls)).toEqual([
        { assigneeId: 'mara' },
        { assigneeId: 'user-1' },
        { assigneeId: 'user-1' },
      ]),
    );
  });

  it('is not asked for again once it is the reader, and a refusal is said', async () => {
    const refusal = new Refusal(409, 'A closed ticket cannot be assigned.', { code: 'conflict' });
    const { user } = showTicket(aTicket({ assignee: me }), { assignTicket: refusal });
    await user.click(await screen.findByRole('combobox', { name: 'Assignee' }));
    expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'mara' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', "Couldn't assign the ticket", {
        detail: 'A closed ticket cannot be assigned.',
      }),
    );
  });

  it('is a name for people of an integration, and for a closed ticket', async () => {
    const { calls } = showTicket(aTicket({ assignee: mara }), {}, { role: 'integration_admin' });
    expect(await screen.findByText('mara')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Assignee' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('listTicketAssignees');
  });

  it('filters and sorts the list', () => {
    const all = [
      aTicket({ id: 1, title: 'mine', assignee: me }),
      aTicket({ id: 2, title: 'hers', assignee: mara }),
      aTicket({ id: 3, title: 'free' }),
    ];
    const reader = { isProvider: true, userId: 'user-1', now: Date.now() };
    const titles = (search: TicketsSearch) =>
      filterAndSortTickets(all, search, reader).map(({ title }) => title);
    expect(titles({ assignee: 'me' })).toEqual(['mine']);
    expect(titles({ assignee: 'none' })).toEqual(['free']);
    expect(titles({ assignee: 'mara' })).toEqual(['hers']);
    expect(titles({ find: 'mara' })).toEqual(['hers']);
    expect(titles({ sort: 'assignee', direction: 'asc' })).toEqual(['free', 'mine', 'hers']);
    expect(readTicketsSearch({ assignee: 'me' })).toEqual({ assignee: 'me' });
  });
});

describe('whose turn it is', () => {
  it('is said with its beginning, to each side in its words', async () => {
    const ticket = aTicket({ status: 'ongoing', answers: [anAnswer()] });
    const { unmount } = showTicket(ticket);
    const turnOf = async () => {
      const label = await screen.findByText('Waiting for');
      return within(label.parentElement as HTMLElement).getByText(/^(Us|Integration|Provider)$/).textContent;
    };
    expect(await turnOf()).toBe('Integration');
    unmount();
    showTicket(ticket, {}, { role: 'integration_admin' });
    expect(await turnOf()).toBe('Us');
  });

  it('stays with the answering side where its answer says so', async () => {
    const { user, calls } = showTicket(aTicket(), { createAnswer: anAnswer() });
    await user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'We look into it.');
    const waits = screen.getByRole('switch', { name: 'Wait for the integration' });
    expect(waits).toBeChecked();
    await user.click(waits);
    await user.click(screen.getByRole('button', { name: /^Send/ }));
    await waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === 'createAnswer')?.body).toMatchObject({
        status: 'ongoing',
        waitsFor: 'provider',
      }),
    );
  });

  it('is no choice of an answer that closes the ticket, or where there is no other side', async () => {
    const { user, unmount } = showTicket(aTicket());
    await user.click(await screen.findByRole('switch', { name: 'Close Ticket with this answer?' }));
    expect(screen.queryByRole('switch', { name: 'Wait for the integration' })).toBeNull();
    unmount();
    showTicket(aTicket({ integration: null }));
    await screen.findByRole('textbox', { name: 'Answer' });
    expect(screen.queryByRole('switch', { name: 'Wait for the integration' })).toBeNull();
  });
});

describe('the target of an answer', () => {
  it('is marked as due, and as late', async () => {
    const { unmount } = showTicket(aTicket({ answerDue: inHours(3) }));
    expect(await screen.findByText('Answer due in 3 h 0 min')).not.toHaveAttribute('data-late');
    unmount();
    showTicket(aTicket({ answerDue: inHours(-2) }));
    expect(await screen.findByText(/^Answer 1 h 59 min late$/)).toHaveAttribute('data-late');
  });

  it('is a filter of late tickets', () => {
    const all = [
      aTicket({ id: 1, title: 'late', answerDue: inHours(-1) }),
      aTicket({ id: 2, title: 'due', answerDue: inHours(1) }),
      aTicket({ id: 3, title: 'without' }),
    ];
    const reader = { isProvider: true, userId: 'user-1', now: Date.now() };
    expect(filterAndSortTickets(all, { turn: 'late' }, reader).map(({ title }) => title)).toEqual(['late']);
  });
});
