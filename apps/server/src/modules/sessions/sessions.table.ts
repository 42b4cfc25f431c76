import { eurosFromCents, gameLabel } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { Cell, Column, Table } from '../../platform/spreadsheet/index.ts';
import type { StoredSession } from '../books/index.ts';
import { integrationName, type References } from '../integrations/index.ts';
import { maySeeListedDue } from './sessions.policy.ts';

/** A column of the list as a file shows it. */
interface SessionColumn extends Column {
  value(session: StoredSession, names: References): Cell;
}

const integration: SessionColumn = {
  title: 'Integration',
  kind: 'text',
  value: (session, names) => integrationName(names, session.integrationId),
};
const operator: SessionColumn = {
  title: 'Operator',
  kind: 'text',
  value: (session, names) => names.operators.get(session.operatorId)?.name ?? 'N/A',
};
const game: SessionColumn = {
  title: 'Game',
  kind: 'text',
  width: 32,
  value: ({ gameId }, names) => {
    const known = names.games.get(gameId);
    return known === undefined ? `Game ${gameId}` : gameLabel(known.summary);
  },
};
const ticket: SessionColumn = {
  title: 'External ticket id',
  kind: 'text',
  value: ({ externalTicketId }) => externalTicketId,
};
const amount = (title: string, key: 'bet' | 'win' | 'grossWin' | 'netWin' | 'due'): SessionColumn => ({
  title,
  kind: 'money',
  value: (session) => eurosFromCents(session[key]),
});
const rounds: SessionColumn = { title: 'Rounds', kind: 'count', value: (session) => session.rounds };
const lastUpdate: SessionColumn = {
  title: 'Last update',
  kind: 'instant',
  value: ({ updatedAt }) => updatedAt,
};

/** The columns that this person sees on the screen, in that order (LIST-15, OPEN-81, OPEN-84). */
export function columnsFor(actor: Actor): SessionColumn[] {
  return [
    actor.side === 'integration' ? operator : integration,
    game,
    ticket,
    amount('Bet', 'bet'),
    amount('Win', 'win'),
    amount('Gross win', 'grossWin'),
    amount('Net win', 'netWin'),
    ...(maySeeListedDue(actor) ? [amount('Due', 'due')] : []),
    rounds,
    lastUpdate,
  ];
}

/** The list as this person sees it, as a table; tells how many rows of each batch have been taken. */
export function sessionsTable(
  actor: Actor,
  batches: AsyncIterable<readonly StoredSession[]>,
  names: References,
  onRows: (count: number) => void,
): Table {
  const columns = columnsFor(actor);
  async function* rows() {
    for await (const batch of batches) {
      yield batch.map((session) => ({ cells: columns.map(({ value }) => value(session, names)) }));
      onRows(batch.length);
    }
  }
  return { name: 'Sessions', columns, rows: rows() };
}
