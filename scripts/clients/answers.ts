// What the hub replies to some calls, for the comparison of the clients (scripts/test-clients.mjs).
import {
  createClient,
  getMe,
  getSession,
  listCatalog,
  listSessionChanges,
  listTickets,
} from 'ludus-hub-client';

const { LUDUS_URL = '', LUDUS_TOKEN = '' } = process.env;
const client = createClient({ baseUrl: LUDUS_URL, auth: LUDUS_TOKEN });
const [me, catalog, tickets, changes] = await Promise.all([
  getMe({ client, throwOnError: true }),
  listCatalog({ client, throwOnError: true }),
  listTickets({ client, throwOnError: true }),
  listSessionChanges({ client, query: { limit: 20 }, throwOnError: true }),
]);
const [first] = changes.data.rows;
const session = await getSession({ client, path: { id: first?.id ?? '' }, throwOnError: true });
const missing = await getSession({ client, path: { id: '00000000-0000-8000-8000-000000000000' } });
const stranger = createClient({ baseUrl: LUDUS_URL, auth: 'ludus_wrong' });
const refused = await getMe({ client: stranger });
const tooMany = await listSessionChanges({ client, query: { limit: 5_001 } });

console.log(
  JSON.stringify({
    me: me.data,
    catalog: catalog.data,
    tickets: tickets.data,
    changes: changes.data,
    session: session.data,
    missing: [missing.response?.status, missing.error?.code],
    refused: [refused.response?.status, refused.error?.code],
    tooMany: [tooMany.response?.status, tooMany.error?.code, Object.keys(tooMany.error?.fields ?? {})],
  }),
);
