import { foundPerGroup, type Scope, type SearchResults } from '@ludus/contract';
import { type Actor, integrationScope, integrationsInScope } from '../../infra/access/index.ts';
import type { ReferenceData, References } from '../integrations/index.ts';
import type { SessionsService } from '../sessions/index.ts';
import type { TicketsService } from '../tickets/index.ts';
import type { SearchPeople } from '../users/index.ts';

export interface SearchPorts {
  sessions: Pick<SessionsService, 'search'>;
  tickets: Pick<TicketsService, 'search'>;
  referenceData: Pick<ReferenceData, 'read'>;
  searchPeople: SearchPeople;
}

export interface SearchService {
  /** Every kind is searched with the right that its own screen needs; without it the kind is empty. */
  search(actor: Actor, text: string): Promise<SearchResults>;
}

// One more than is shown, to know whether there are more.
const limit = foundPerGroup + 1;

export function createSearchService(ports: SearchPorts): SearchService {
  return {
    async search(actor, text) {
      const allowed = async <Row>(scope: Scope, find: () => Row[] | Promise<Row[]>): Promise<Row[]> =>
        actor.can(scope) ? find() : [];
      // Ids of sessions and players hold no space, so a name of several words is not looked up among them.
      const isOneWord = !/\s/.test(text);
      const findSessions = (searchType: 'sessionId' | 'userId') =>
        allowed('sessions:read', () =>
          isOneWord ? ports.sessions.search(actor, { relatedId: text, searchType, limit }) : [],
        );
      const names = await ports.referenceData.read();
      const sessionsById = findSessions('sessionId');
      const [sessions, userSessions, tickets, people] = await Promise.all([
        sessionsById,
        findSessions('userId'),
        // Tickets keep two ids of their session; the others lead to them by the session that was found.
        allowed('tickets:use', async () =>
          ports.tickets.search(
            actor,
            text,
            (await sessionsById).map(({ id }) => id),
            limit,
          ),
        ),
        allowed('users:manage', () => ports.searchPeople(actor, text, limit)),
      ]);
      return {
        sessions: found(sessions),
        userSessions: found(userSessions),
        tickets: found(tickets),
        integrations: found(actor.can('integrations:manage') ? findIntegrations(names, text) : []),
        operators: found(actor.can('sessions:read') ? findOperators(names, actor, text) : []),
        people: found(people),
      };
    },
  };
}

function found<Row>(rows: readonly Row[]) {
  return { rows: rows.slice(0, foundPerGroup), hasMore: rows.length > foundPerGroup };
}

/** Rows with every word in their text; those that begin with the words come first. */
function matching<Row>(rows: Iterable<Row>, text: string, textOf: (row: Row) => string): Row[] {
  const sought = text.toLowerCase();
  const words = sought.split(/\s+/);
  return [...rows]
    .flatMap((row) => {
      const candidate = textOf(row).toLowerCase();
      if (!words.every((word) => candidate.includes(word))) return [];
      return [{ row, candidate, begins: candidate.startsWith(sought) }];
    })
    .sort((a, b) => Number(b.begins) - Number(a.begins) || a.candidate.localeCompare(b.candidate))
    .map(({ row }) => row);
}

function findIntegrations({ integrations }: References, text: string) {
  const active = [...integrations.values()].filter(({ isActive }) => isActive);
  return matching(active, text, ({ name }) => name).map(({ id, name }) => ({ id, name }));
}

function findOperators({ operators, integrations }: References, actor: Actor, text: string) {
  const visible = integrationsInScope(integrationScope(actor));
  const own = [...operators.values()].flatMap(({ id, name, code, integrationId }) => {
    const integration = integrations.get(integrationId);
    if (!integration?.isActive || (visible !== null && !visible.includes(integrationId))) return [];
    return [{ id, name, code, integration: { id: integrationId, name: integration.name } }];
  });
  return matching(own, text, ({ name, code }) => `${name} ${code}`);
}
