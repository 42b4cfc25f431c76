import { gameLabel } from '@ludus/contract';
import { stringify } from 'csv-stringify/sync';
import type { Actor } from '../../platform/access/index.ts';
import { offsetLabel, wallClock } from '../../platform/clock/index.ts';
import type { StoredSession } from '../books/index.ts';
import type { References } from '../integrations/index.ts';
import { integrationName } from './sessions.mapper.ts';
import { maySeeListedDue } from './sessions.policy.ts';

/** A column of the list as a file shows it. Values of `text` come from outside and may look like formulas. */
interface Column {
  title: string;
  kind: 'text' | 'number' | 'instant';
  value(session: StoredSession, names: References): string;
}

const integration: Column = {
  title: 'Integration',
  kind: 'text',
  value: (session, names) => integrationName(names, session.integrationId),
};
const operator: Column = {
  title: 'Operator',
  kind: 'text',
  value: (session, names) => names.operators.get(session.operatorId)?.name ?? 'N/A',
};
const game: Column = {
  title: 'Game',
  kind: 'text',
  value: ({ gameId }, names) => {
    const known = names.games.get(gameId);
    return known === undefined ? `Game ${gameId}` : gameLabel(known.summary);
  },
};
const ticket: Column = {
  title: 'External ticket id',
  kind: 'text',
  value: ({ externalTicketId }) => externalTicketId ?? '',
};
const amount = (title: string, key: 'bet' | 'win' | 'grossWin' | 'netWin' | 'due'): Column => ({
  title,
  kind: 'number',
  value: (session) => plainEuros(session[key]),
});
const rounds: Column = { title: 'Rounds', kind: 'number', value: (session) => String(session.rounds) };
const lastUpdate: Column = {
  title: 'Last update',
  kind: 'instant',
  value: ({ updatedAt }) => `${wallClock(updatedAt).slice(0, 19)}${offsetLabel(updatedAt)}`,
};

/** The columns that this person sees on the screen, in that order (LIST-15, OPEN-81, OPEN-84). */
export function columnsFor(actor: Actor): Column[] {
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

/**
 * The file in pieces, heading first: comma-separated UTF-8 with CR LF (RFC 4180), amounts with a decimal point,
 * instants of Rome with their offset. Counts the rows it has written.
 */
export async function* csvPieces(
  batches: AsyncIterable<readonly StoredSession[]>,
  columns: readonly Column[],
  names: References,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const options = { record_delimiter: 'windows' } as const;
  yield stringify([columns.map(({ title }) => title)], options);
  for await (const batch of batches) {
    const rows = batch.map((session) =>
      columns.map(({ kind, value }) => {
        const text = value(session, names);
        return kind === 'text' ? asText(text) : text;
      }),
    );
    if (rows.length > 0) yield stringify(rows, options);
    onRows(rows.length);
  }
}

const looksLikeFormula = /^[=+\-@\t\r]/;

/** A spreadsheet runs text that begins like a formula; an apostrophe in front keeps it text. */
export function asText(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

/** Euro of whole cents with two decimals and a point, exact. */
export function plainEuros(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount in cents: ${cents}`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
