import { searchSessions } from '@ludus/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyOf } from '../../lib/api/index.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { aRow } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { SessionSearch } from './components/session-search.tsx';
import { totalsOf } from './totals.ts';

const id = (last: number) => `0190a7de-0000-7000-8000-00000000000${last}`;
const several = [
  aRow({ id: id(1), sessionId: 'S-1', bet: 10.1, grossWin: -2, externalUpdatedAt: '2026-11-20T10:00:00Z' }),
  aRow({
    id: id(2),
    sessionId: 'S-2',
    bet: 30.2,
    grossWin: 4,
    externalUpdatedAt: '2026-11-20T12:00:00Z',
    operator: null,
    operatorId: null,
  }),
  aRow({
    id: id(3),
    sessionId: 'S-3',
    bet: 20.3,
    grossWin: 1,
    externalUpdatedAt: '2026-11-20T11:00:00Z',
    integration: { id: 2, name: 'Baltica' },
  }),
];

async function search(answer: unknown, typed = 'vg_2204817', mode?: string) {
  const calls = answerCalls({ searchSessions: answer });
  const view = renderScreen(
    <SessionSearch
      renderDetails={(sessionId, closer) => (
        <article>
          Box of {sessionId}
          {closer}
        </article>
      )}
    />,
  );
  const { user } = view;
  await user.click(screen.getByRole('button', { name: /^Search for a session/ }));
  await screen.findByRole('dialog');
  if (mode) await user.click(screen.getByRole('radio', { name: mode }));
  await user.type(screen.getByRole('textbox'), typed);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  return { ...view, calls };
}

function order() {
  const rows = within(screen.getByRole('table', { name: 'Sessions found' }))
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) => /S-\d/.exec(row.textContent ?? '')?.[0]);
}

describe('the session search', () => {
  it('[SRCH-01][SRCH-02][SRCH-03] searches by session or user id and needs something typed', async () => {
    const calls = answerCalls({ searchSessions: [] });
    const { user } = renderScreen(<SessionSearch renderDetails={() => null} />);
    await user.click(screen.getByRole('button', { name: /^Search for a session/ }));
    const field = await screen.findByPlaceholderText('External ticket ID, external session ID or session ID');
    expect(screen.getByRole('button', { name: 'Search' })).toBeDisabled();
    await user.type(field, '   ');
    expect(screen.getByRole('button', { name: 'Search' })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: 'User' }));
    await user.type(screen.getByPlaceholderText('User ID'), 'vg_1{Enter}');
    expect(calls[0]?.query).toEqual({ relatedId: 'vg_1', searchType: 'userId' });
  });

  const kind = (type: string, found: unknown) => (call: { query: Record<string, string> }) =>
    call.query.searchType === type ? found : [];

  it('finds the sessions of a user by what was typed for a session, without another click', async () => {
    const { calls } = await search(kind('userId', several), ' vg_2204817 ');
    const table = await screen.findByRole('table', { name: 'Sessions found' });
    expect(within(table).queryByRole('columnheader', { name: 'User ID' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open player page at Alpina' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'User' })).toBeChecked();
    expect(calls.map(({ query }) => query)).toEqual([
      { relatedId: 'vg_2204817', searchType: 'sessionId' },
      { relatedId: 'vg_2204817', searchType: 'userId' },
    ]);
  });

  it('finds the session whose id was typed for a user', async () => {
    await search(kind('sessionId', [aRow({ id: id(1) })]), 'N2F0A17C4B93D201', 'User');
    expect(await screen.findByRole('article')).toHaveTextContent(`Box of ${id(1)}`);
    expect(screen.getByRole('radio', { name: 'Session' })).toBeChecked();
  });

  it('says once that neither a session nor a user has an id', async () => {
    const { calls } = await search([], ' n1aa7b948de02 ');
    expect(await screen.findByText('Session not found')).toBeVisible();
    expect(
      screen.getByText('Neither a session nor a user has this ID. Check that it is complete.'),
    ).toBeVisible();
    expect(calls.map(({ query }) => query.searchType)).toEqual(['sessionId', 'userId']);
  });

  it('marks sessions of play money', async () => {
    await search([...several, aRow({ id: id(4), sessionId: 'S-4', sessionTypeId: 4 })]);
    expect(within(await screen.findByRole('row', { name: 'Session S-4' })).getByText('Fun')).toBeVisible();
    expect(within(screen.getByRole('row', { name: 'Session S-1' })).queryByText('Fun')).toBeNull();
  });

  it('[SRCH-04][BOX-01] opens the box of the only result at once, embedded', async () => {
    await search([aRow({ id: id(1) })]);
    expect(await screen.findByRole('article')).toHaveTextContent(`Box of ${id(1)}`);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('[SRCH-04] gives what it opens an address, which Back leaves for the results', async () => {
    const { user, router } = await search([aRow({ id: id(1) })]);
    await screen.findByRole('article');
    expect(router.state.location.href).toBe(`/?session=${id(1)}`);
    act(() => router.history.back());
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(router.state.location.href).toBe('/');
    // The only result is not opened again by itself.
    await user.click(
      within(screen.getByRole('table', { name: 'Sessions found' })).getByTitle('Wolves of Skadi'),
    );
    expect(await screen.findByRole('article')).toHaveTextContent(`Box of ${id(1)}`);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.href).toBe('/');
  });

  it('[SRCH-05] shows several results in a table, N/A without an operator', async () => {
    const { user } = await search(several);
    const table = await screen.findByRole('table', { name: 'Sessions found' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual([
      'Game',
      'Session ID',
      'Status',
      'Bet',
      'Win',
      'Gross win',
      'Rounds',
      'User ID',
      'Integration',
      'Operator',
      'Last update',
    ]);
    expect(within(table).getByText('N/A')).toBeVisible();
    // What is typed then is not what is shown, until it is searched.
    const isOfBefore = /^These are the results for vg_2204817\./;
    expect(screen.queryByText(isOfBefore)).toBeNull();
    await user.type(screen.getByRole('textbox'), '9');
    expect(screen.getByText(isOfBefore)).toBeVisible();
  });

  it('[SRCH-05] shows the id of a user once above the user’s sessions, and their games', async () => {
    await search(several, 'vg_2204817', 'User');
    const table = await screen.findByRole('table', { name: 'Sessions found' });
    expect(within(table).queryByRole('columnheader', { name: 'User ID' })).toBeNull();
    expect(screen.getAllByText('vg_2204817')).toHaveLength(1);
    expect(within(table).getAllByTitle('Wolves of Skadi')).toHaveLength(3);
  });

  it('[SRCH-05][SRCH-08] has two fields in a column on a tablet, and names both amounts on a phone', async () => {
    setViewport(768);
    onTestFinished(() => setViewport(1440));
    const { unmount } = await search(several, 'vg_2204817', 'User');
    const table = await screen.findByRole('table', { name: 'Sessions found' });
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));
    expect(heads).toEqual([
      'Game / Session ID',
      'Bet',
      'Win',
      'Gross win / Rounds',
      'Integration / Operator',
      'Last update / Status',
    ]);
    unmount();
    setViewport(390);
    await search(several);
    const [row] = within(await screen.findByRole('list', { name: 'Sessions found' })).getAllByRole(
      'listitem',
    );
    expect(row).toHaveTextContent(/Gross win .*€.*Bet .*€/);
  });

  it('[SRCH-06] sums sessions, integrations, bet, gross win and rounds above the table', async () => {
    await search(several);
    await screen.findByRole('table', { name: 'Sessions found' });
    const dialog = screen.getByRole('dialog');
    for (const text of ['Sessions3', 'Integrations2', 'Bet60,60 €', 'Gross win3,00 €', 'Rounds1.236']) {
      expect(dialog).toHaveTextContent(text);
    }
    expect(totalsOf([aRow({ bet: 0.1 }), aRow({ bet: 0.2 })]).bet).toBe(0.3);
  });

  it('adds no play money to euro, and says how many sessions are fun', async () => {
    const fun = aRow({ bet: 500, sessionTypeId: 4 });
    expect(totalsOf([aRow({ bet: 0.1 }), fun])).toMatchObject({ sessions: 2, fun: 1, bet: 0.1 });
    expect(totalsOf([fun])).toMatchObject({ sessions: 1, fun: 1, bet: 500 });
    await search([...several, fun]);
    await screen.findByRole('table', { name: 'Sessions found' });
    const dialog = screen.getByRole('dialog');
    for (const text of ['1 of them fun', 'Bet60,60 €', 'real only']) expect(dialog).toHaveTextContent(text);
  });

  it('[SRCH-07] filters by integration only when there is more than one', async () => {
    const both = await search(several);
    await both.user.type(await screen.findByRole('combobox', { name: 'Integration' }), 'balt');
    await both.user.click(await screen.findByRole('option', { name: 'Baltica' }));
    expect(order()).toEqual(['S-3']);
    both.unmount();
    await search(several.slice(0, 2));
    await screen.findByRole('table', { name: 'Sessions found' });
    expect(screen.queryByRole('combobox', { name: 'Integration' })).toBeNull();
  });

  it('[SRCH-08][SRCH-09] sorts by last update descending; a new column starts descending, a repeated click turns', async () => {
    const { user } = await search(several);
    const table = await screen.findByRole('table', { name: 'Sessions found' });
    expect(order()).toEqual(['S-2', 'S-3', 'S-1']);
    const sortable = within(table)
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(sortable).toEqual(['Bet', 'Win', 'Gross win', 'Last update']);
    await user.click(within(table).getByRole('button', { name: 'Gross win' }));
    expect(order()).toEqual(['S-2', 'S-3', 'S-1']);
    await user.click(within(table).getByRole('button', { name: 'Bet' }));
    expect(order()).toEqual(['S-2', 'S-3', 'S-1']);
    await user.click(within(table).getByRole('button', { name: 'Bet' }));
    expect(order()).toEqual(['S-1', 'S-3', 'S-2']);
  });

  it('[SRCH-07][SRCH-08] keeps order and filter when the results are read again', async () => {
    let isAway = false;
    const { user, queryClient } = await search(() => (isAway ? new Refusal(502) : several));
    const table = await screen.findByRole('table', { name: 'Sessions found' });
    await user.type(screen.getByRole('combobox', { name: 'Integration' }), 'alp');
    await user.click(await screen.findByRole('option', { name: 'Alpina' }));
    await user.click(within(table).getByRole('button', { name: 'Bet' }));
    await user.click(within(table).getByRole('button', { name: 'Bet' }));
    expect(order()).toEqual(['S-1', 'S-2']);
    const read = () => act(() => queryClient.refetchQueries({ queryKey: keyOf(searchSessions) }));
    await read();
    expect(order()).toEqual(['S-1', 'S-2']);
    isAway = true;
    await read();
    expect(await screen.findByText(/^Couldn't refresh/)).toBeVisible();
    expect(order()).toEqual(['S-1', 'S-2']);
    expect(screen.queryByText('Session not found')).toBeNull();
  });

  it('[OPEN-77] opens the box of a clicked result and leads back to the results', async () => {
    const { user } = await search(several);
    await user.click(await screen.findByRole('row', { name: 'Session S-3' }));
    expect(screen.getByRole('article')).toHaveTextContent(`Box of ${id(3)}`);
    await user.click(screen.getByRole('button', { name: 'Back to the results' }));
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByRole('table', { name: 'Sessions found' })).toBeVisible();
  });

  it.each([
    ['no result', []],
    ['a failure', new Refusal(500)],
  ])('[ERR-078] says "Session not found" for %s', async (_name, answer) => {
    await search(answer);
    expect(await screen.findByText('Session not found')).toBeVisible();
  });
});
