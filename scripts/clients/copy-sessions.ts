// Keeps a copy of the sessions of an integration: the first run reads all, each later one what has changed since.
import { type ChangedSession, createClient, listSessionChanges } from 'ludus-hub-client';

const { LUDUS_URL = 'http://localhost:3000', LUDUS_TOKEN = '' } = process.env;
const hub = createClient({ baseUrl: LUDUS_URL, auth: LUDUS_TOKEN });

/** Stand in for your own store, where both are written in one transaction. */
const copy = new Map<string, ChangedSession>();
let cursor: string | undefined;

for (let hasMore = true; hasMore; ) {
  const query = { limit: 5_000, ...(cursor === undefined ? {} : { cursor }) };
  const { data } = await listSessionChanges({ client: hub, query, throwOnError: true });
  // A session that changes comes again: the last one counts.
  for (const row of data.rows) copy.set(row.id, row);
  ({ cursor, hasMore } = data);
}

const openSessions = [...copy.values()].filter(({ isOpen }) => isOpen).length;
console.log(JSON.stringify({ sessions: copy.size, open: openSessions, cursor }));
