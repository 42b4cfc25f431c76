import { type listTickets, type QueryInput, ticketStatuses } from '@ludus/contract';
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

/** The states of tickets that the list can be filtered by; those that wait for the reader's side are open or ongoing. */
export const ticketStates = [...ticketStatuses, 'waiting', 'deleted'] as const;
export type TicketState = (typeof ticketStates)[number];

/** What the URL of the list holds. Absent is the default: every ticket that is not deleted, newest first. */
export interface TicketsSearch {
  status?: TicketState | undefined;
  integration?: number | undefined;
  game?: number | undefined;
  operator?: number | undefined;
  find?: string | undefined;
  sort?: SortField | undefined;
  direction?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  /** The ticket that is open, beside the list or over it. */
  ticket?: number | undefined;
}

export function readTicketsSearch(input: SearchInput): TicketsSearch {
  return {
    status: readOneOf(input.status, ticketStates),
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
  const state =
    status === 'deleted' ? ({ deleted: 'true' } as const) : status === 'waiting' ? {} : { status };
  return { ...state, integrationId: integration, gameId: game, operatorId: operator };
}

export function countFilters({ status, integration, game, operator, find }: TicketsSearch): number {
  return [status, integration, game, operator, find].filter((filter) => filter !== undefined).length;
}
