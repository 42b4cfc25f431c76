import {
  type listTickets,
  type QueryInput,
  type TicketType,
  ticketStatuses,
  ticketTypes,
} from '@ludus/contract';
import { readBoolean, readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const sortFields = [
  'status',
  'title',
  'integration',
  'game',
  'answers',
  'reporter',
  'createdAt',
  'turn',
  'assignee',
] as const;
export type SortField = (typeof sortFields)[number];

/** The states of tickets that the list can be filtered by. */
export const ticketStates = [...ticketStatuses, 'deleted'] as const;
export type TicketState = (typeof ticketStates)[number];

/** Whose turn a ticket is, for the side that reads; `late` past the target of an answer, which the provider knows. */
export const ticketTurns = ['ours', 'late', 'theirs'] as const;
export type TurnChoice = (typeof ticketTurns)[number];

/** How tickets were rated; `none` of those that are closed. */
export const ratingChoices = ['good', 'bad', 'none'] as const;
export type RatingChoice = (typeof ratingChoices)[number];

/** Beside the id of a person: tickets of whoever reads, and those of no one. */
export const assigneeChoices = ['me', 'none'] as const;

/** What the URL of the list holds. Absent is the default: every ticket that is not deleted, newest first. */
export interface TicketsSearch {
  status?: TicketState | undefined;
  type?: TicketType | undefined;
  integration?: number | undefined;
  game?: number | undefined;
  operator?: number | undefined;
  turn?: TurnChoice | undefined;
  /** One of `assigneeChoices`, or the id of a person. */
  assignee?: string | undefined;
  rating?: RatingChoice | undefined;
  find?: string | undefined;
  sort?: SortField | undefined;
  direction?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  /** The ticket that is open, beside the list or over it. */
  ticket?: number | undefined;
  /** How tickets were rated, over the list. */
  satisfaction?: true | undefined;
}

export function readTicketsSearch(input: SearchInput): TicketsSearch {
  return {
    status: readOneOf(input.status, ticketStates),
    type: readOneOf(input.type, ticketTypes),
    integration: readInteger(input.integration, 1, 65_535),
    game: readInteger(input.game, 1, 65_535),
    operator: readInteger(input.operator, 1, 65_535),
    // A status in older views.
    turn: input.status === 'waiting' ? 'ours' : readOneOf(input.turn, ticketTurns),
    assignee: readText(input.assignee, 200),
    rating: readOneOf(input.rating, ratingChoices),
    find: readText(input.find, 120),
    sort: readOneOf(input.sort, sortFields),
    direction: readOneOf(input.direction, ['asc', 'desc']),
    page: readInteger(input.page, 1, 1_000_000),
    ticket: readInteger(input.ticket, 1, 2_147_483_647),
    satisfaction: readBoolean(input.satisfaction) || undefined,
  };
}

/** The filters that the server applies. */
export function queryOf({
  status,
  type,
  integration,
  game,
  operator,
}: TicketsSearch): QueryInput<typeof listTickets> {
  const state = status === 'deleted' ? ({ deleted: 'true' } as const) : { status };
  return { ...state, type, integrationId: integration, gameId: game, operatorId: operator };
}

export function countFilters({
  status,
  type,
  integration,
  game,
  operator,
  turn,
  assignee,
  rating,
  find,
}: TicketsSearch): number {
  return [status, type, integration, game, operator, turn, assignee, rating, find].filter(
    (filter) => filter !== undefined,
  ).length;
}

/** What the URL of a new ticket says of it. */
export interface NewTicketSearch {
  type?: TicketType | undefined;
  integration?: number | undefined;
  game?: number | undefined;
  /** A code; what is no jurisdiction is left out by the form. */
  jurisdiction?: string | undefined;
  /** What it is linked with, `incident:5`. */
  link?: string | undefined;
}

export function readNewTicketSearch(input: SearchInput): NewTicketSearch {
  return {
    type: readOneOf(input.type, ticketTypes),
    integration: readInteger(input.integration, 1, 65_535),
    game: readInteger(input.game, 1, 65_535),
    jurisdiction: readText(input.jurisdiction, 10),
    link: readText(input.link, 80),
  };
}
