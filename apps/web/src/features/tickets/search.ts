import { type listTickets, type QueryInput, type TicketStatus, ticketStatuses } from '@ludus/contract';
import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const sortFields = [
  'status',
  'title',
  'integration',
  'game',
  'answers',
  'reporter',
  'createdAt',
] as const;
export type SortField = (typeof sortFields)[number];

/** What the URL of the list holds. Absent is the default: every ticket, newest first. */
export interface TicketsSearch {
  status?: TicketStatus | undefined;
  integration?: number | undefined;
  game?: number | undefined;
  operator?: number | undefined;
  find?: string | undefined;
  sort?: SortField | undefined;
  direction?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  /** The ticket that is open over the list. */
  ticket?: number | undefined;
}

export function readTicketsSearch(input: SearchInput): TicketsSearch {
  return {
    status: readOneOf(input.status, ticketStatuses),
    integration: readInteger(input.integration, 1, 65_535),
    game: readInteger(input.game, 1, 65_535),
    operator: readInteger(input.operator, 1, 65_535),
    find: readText(input.find, 120),
    sort: readOneOf(input.sort, sortFields),
    direction: readOneOf(input.direction, ['asc', 'desc']),
    page: readInteger(input.page, 1, 1_000_000),
    ticket: readInteger(input.ticket, 1, 2_147_483_647),
  };
}

/** The filters that the server applies. */
export function queryOf({
  status,
  integration,
  game,
  operator,
}: TicketsSearch): QueryInput<typeof listTickets> {
  return { status, integrationId: integration, gameId: game, operatorId: operator };
}

export function hasFilters({ status, integration, game, operator, find }: TicketsSearch): boolean {
  return [status, integration, game, operator, find].some((filter) => filter !== undefined);
}
