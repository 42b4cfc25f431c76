import { type Actor, integrationScope } from '../../platform/access/index.ts';
import type { Table } from '../../platform/spreadsheet/index.ts';
import type { Books, SessionsOrder, StoredSession } from '../books/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import { booksFilter, defaultOrder } from './sessions.filter.ts';
import type { MailedFilter } from './sessions.mail-payload.ts';
import { filterLines } from './sessions.mail-text.ts';
import { requireListOrder } from './sessions.policy.ts';
import { sessionsTable } from './sessions.table.ts';

/** What whole lists ask of the books: the filtered sessions, and how many they are. */
export type MailBooks = Pick<Books, 'count' | 'stream'>;

/** The whole filtered list of one person, ready to be written. */
export interface WholeList {
  /** What the books count now. */
  count(): Promise<number>;
  /** All pages, in the columns the person sees; `onRows` hears of each batch. */
  table(onRows: (count: number) => void): Promise<Table>;
  /** The filters in words. */
  lines(): Promise<[string, string][]>;
}

export interface WholeLists {
  /** @throws ForbiddenError for an order the actor may not have; ValidationError for a bad period */
  open(actor: Actor, filter: MailedFilter, order?: SessionsOrder): WholeList;
}

export function createWholeLists(deps: {
  books: MailBooks;
  directory: Pick<ReferenceDirectory, 'read'>;
}): WholeLists {
  const { books, directory } = deps;
  return {
    open(actor, filter, order = defaultOrder) {
      requireListOrder(actor, order);
      const scope = integrationScope(actor);
      const asked = booksFilter(filter);
      return {
        count: async () => (asked === null ? 0 : books.count(scope, asked)),
        async table(onRows) {
          const batches = asked === null ? none() : books.stream(scope, asked, order);
          return sessionsTable(actor, batches, await directory.read(), onRows);
        },
        lines: async () => filterLines({ filter, names: await directory.read() }),
      };
    },
  };
}

const mostTries = 3;

/**
 * Writes a list and answers its number of rows, which is what the books count for the same filter. Sessions that arrive
 * meanwhile make the two differ: then it is written again. @throws Error when they differ for the third time
 */
export async function writeWhole(
  list: WholeList,
  write: (table: Table) => Promise<void>,
  onProgress: (rows: number, expected: number) => void,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const expected = await list.count();
    let rows = 0;
    await write(
      await list.table((count) => {
        rows += count;
        onProgress(rows, expected);
      }),
    );
    if (rows === expected || rows === (await list.count())) return rows;
    if (attempt === mostTries) {
      throw new Error(`The list has ${rows} rows where the books count ${expected}.`);
    }
  }
}

async function* none(): AsyncGenerator<readonly StoredSession[]> {}
