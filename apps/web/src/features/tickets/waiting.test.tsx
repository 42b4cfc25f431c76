import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { anAnswer, aTicket } from '../../test/tickets.tsx';
import { filterAndSortTickets } from './filter-and-sort.ts';
import { TicketsPage } from './pages/tickets-page.tsx';
import { queryOf, readTicketsSearch, type TicketsSearch } from './search.ts';
import { waitingSince } from './waiting.ts';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs - 1_000).toISOString();
const by = (role: 'ludus_admin' | 'integration_admin' | null, hours: number) =>
  anAnswer({
    createdAt: ago(hours),
    responder: role === null ? null : { id: role, username: role, role },
  });

const fresh = aTicket({ id: 1, title: 'Not answered', createdAt: ago(3) });
const replied = aTicket({
  id: 2,
  title: 'Asked again',
  status: 'ongoing',
  createdAt: ago(90),
  answers: [by('ludus_admin', 80), by('integration_admin', 30)],
});
const answered = aTicket({
  id: 3,
  title: 'Answered',
  status: 'ongoing',
  createdAt: ago(60),
  answers: [by('ludus_admin', 50)],
});
const closed = aTicket({ id: 4, title: 'Done', status: 'closed', createdAt: ago(200) });
const all = [fresh, answered, replied, closed];

const reader = { isProvider: true, userId: 'user-1', now: Date.now() };

function List({ start }: { start: TicketsSearch }) {
  const [search, setSearch] = useState(start);
  return <TicketsPage search={search} onSearch={setSearch} renderSession={() => null} />;
}

describe('tickets that wait for an answer', () => {
  it('wait for the side that did not write last, since then', () => {
    const waiting = (isProvider: boolean) =>
      all.filter((ticket) => waitingSince(ticket, isProvider) !== null).map(({ title }) => title);
    expect(waiting(true)).toEqual(['Not answered', 'Asked again']);
    expect(waiting(false)).toEqual(['Answered']);
    expect(waitingSince(replied, true)).toBe(Date.parse(replied.answers[1]?.createdAt ?? ''));
    expect(waitingSince(closed, true)).toBeNull();
  });

  it('[TICK-01] are a filter of their own, the longest wait first, unless another order is chosen', () => {
    const titles = (search: TicketsSearch) =>
      filterAndSortTickets(all, search, reader).map(({ title }) => title);
    expect(titles({})[0]).toBe('Not answered');
    expect(titles({ turn: 'ours' })).toEqual(['Asked again', 'Not answered']);
    expect(titles({ turn: 'ours', sort: 'createdAt', direction: 'desc' })).toEqual([
      'Not answered',
      'Asked again',
    ]);
    expect(titles({ turn: 'theirs' })).toEqual(['Answered']);
    expect(readTicketsSearch({ turn: 'theirs' })).toEqual({ turn: 'theirs' });
    // As views were saved before the filter was one of its own.
    expect(readTicketsSearch({ status: 'waiting' })).toEqual({ turn: 'ours' });
    expect(queryOf({ turn: 'ours' })).toEqual({});
  });

  it('say in their row for how long', async () => {
    answerCalls({
      ...{ listIntegrations: { rows: [] }, listGames: { rows: [] }, listTickets: all },
      listTicketAssignees: { rows: [] },
    });
    const { user } = renderScreen(<List start={{}} />);
    const row = (await screen.findByText('Asked again')).closest('tr') as HTMLElement;
    expect(within(row).getByText('Waiting for your answer for 30 h 0 min')).toBeInTheDocument();
    expect(within(row).getByText('Waiting 30 h 0 min')).toBeVisible();
    expect(screen.getAllByText(/^Waiting for your answer/)).toHaveLength(2);
    await user.click(screen.getByRole('combobox', { name: 'Waiting for' }));
    await user.click(await screen.findByRole('option', { name: 'Us' }));
    expect(screen.queryByText('Answered')).toBeNull();
    expect(screen.getByText('2 of 4 tickets')).toBeVisible();
  });
});
