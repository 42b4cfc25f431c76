import { searchHub } from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';

/** What the server finds for a text: sessions, tickets, integrations, operators and people. */
export const hubSearchQuery = (text: string) => queryFor(searchHub, { query: { q: text } });
