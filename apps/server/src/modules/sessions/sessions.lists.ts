import { type Actor, integrationScope } from '../../infra/access/index.ts';
import type { Table } from '../../infra/spreadsheet/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { ListedSession, SessionStore, SessionsOrder } from '../session-store/index.ts';
import { defaultOrder, toStoreFilter } from './sessions.filter.ts';
import type { MailedFilter } from './sessions.mail-payload.ts';
import { filterLines } from './sessions.mail-text.ts';
import { requireListOrder } from './sessions.policy.ts';
import { sessionsTable } from './sessions.table.ts';

/** What whole lists need from the session store: the filtered sessions, and their count. */
export type MailSessionStore = Pick<SessionStore, 'count' | 'stream'>;

/** The whole filtered list of one user, ready to be written. */
export interface WholeList {
  /** Returns the current count of sessions. */
  count(): Promise<number>;
  /** Returns all pages, in the columns that the user may see; `onRows` is called after each batch. */
  table(onRows: (count: number) => void): Promise<Table>;
  /** Returns the filters as labels and values. */
  lines(): Promise<[string, string][]>;
}

export interface WholeLists {
  /** @throws ForbiddenError for an order the actor may not have; ValidationError for a bad period */
  open(actor: Actor, filter: MailedFilter, order?: SessionsOrder): WholeList;
}

export function createWholeLists(deps: {
  sessionStore: MailSessionStore;
  referenceData: Pick<ReferenceData, 'read'>;
}): WholeLists {
  const { sessionStore, referenceData } = deps;
  return {
    open(actor, filter, order = defaultOrder) {
      requireListOrder(actor, order);
      const scope = integrationScope(actor);
      const storeFilter = toStoreFilter(filter);
      return {
        count: async () => (storeFilter === null ? 0 : (await sessionStore.count(scope, storeFilter)).count),
        async table(onRows) {
          const batches = storeFilter === null ? none() : sessionStore.stream(scope, storeFilter, order);
          return sessionsTable(actor, batches, await referenceData.read(), onRows);
        },
        lines: async () => filterLines({ filter, names: await referenceData.read() }),
      };
    },
  };
}

const maxAttempts = 3;

/**
 * Writes a list and returns its number of rows, which equals the count of the same filter. Sessions that arrive in the
 * meantime make the two differ: then it is written again. @throws Error when they differ for the third time
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
    if (attempt === maxAttempts) {
      throw new Error(`The list has ${rows} rows where the session store counts ${expected}.`);
    }
  }
}

async function* none(): AsyncGenerator<readonly ListedSession[]> {}
