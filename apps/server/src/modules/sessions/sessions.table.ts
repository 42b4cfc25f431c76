import { eurosFromCents, gameLabel, sessionTypes } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Cell, Column, Table } from '../../infra/spreadsheet/index.ts';
import { integrationName, type References } from '../integrations/index.ts';
import type { ListedSession } from '../session-store/index.ts';
import { maySeeListedDue } from './sessions.policy.ts';

/** A column of the list in files. */
interface SessionColumn extends Column {
  value(session: ListedSession, names: References): Cell;
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
  title: 'External ticket ID',
  kind: 'text',
  value: ({ externalTicketId }) => externalTicketId,
};
const isFun = ({ sessionType }: Pick<ListedSession, 'sessionType'>) => sessionType === sessionTypes.fun;
const amount = (title: string, key: 'bet' | 'win' | 'grossWin' | 'netWin'): SessionColumn => ({
  title,
  kind: 'money',
  value: (session) => eurosFromCents(session[key]),
});
/** Empty for play money, for which no one owes anything: a sum over the column is what is owed. */
const due: SessionColumn = {
  title: 'Due',
  kind: 'money',
  value: (session) => (isFun(session) ? null : eurosFromCents(session.due)),
};
const rounds: SessionColumn = { title: 'Rounds', kind: 'count', value: (session) => session.rounds };
const lastUpdate: SessionColumn = {
  title: 'Last update',
  kind: 'instant',
  value: ({ updatedAt }) => updatedAt,
};

const text = (title: string, value: SessionColumn['value']): SessionColumn => ({
  title,
  kind: 'text',
  value,
});
const identity: SessionColumn[] = [
  text('Session ID', ({ sessionId }) => sessionId),
  text('User ID', ({ userId }) => userId),
  text('State', ({ isOpen }) => (isOpen ? 'Open' : 'Closed')),
  { title: 'Created at', kind: 'instant', value: ({ createdAt }) => createdAt },
  text('Type', (session) => (isFun(session) ? 'Fun' : 'Real')),
];

/** Returns the columns that the actor sees on the screen, in that order, then those that identify a session. */
export function columnsFor(actor: Actor): SessionColumn[] {
  const isOfIntegration = actor.side === 'integration';
  return [
    isOfIntegration ? operator : integration,
    game,
    ticket,
    amount('Bet', 'bet'),
    amount('Win', 'win'),
    amount('Gross win', 'grossWin'),
    amount('Net win', 'netWin'),
    ...(maySeeListedDue(actor) ? [due] : []),
    rounds,
    lastUpdate,
    ...(isOfIntegration ? [] : [operator]),
    ...identity,
  ];
}

/** Returns the list that the actor may see as a table; `onRows` is called with the rows of each batch. */
export function sessionsTable(
  actor: Actor,
  batches: AsyncIterable<readonly ListedSession[]>,
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
