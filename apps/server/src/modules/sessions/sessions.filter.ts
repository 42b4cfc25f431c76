import { centsFromEuros, type EuroRange, type SessionFilter, type SessionListQuery } from '@ludus/contract';
import { parseInstant, parsePeriod } from '../../platform/clock/index.ts';
import { ValidationError } from '../../platform/errors/index.ts';
import {
  type CentsRange,
  isSessionId,
  type PagePosition,
  type SessionsFilter,
  type SessionsOrder,
} from '../books/index.ts';

/** The filter of the call, parsed; queued mails keep it without the parts that were not sent. */
export type ListFilter = Omit<SessionFilter, 'sessionTypeId'> & {
  sessionTypeId?: SessionFilter['sessionTypeId'];
};

/** The order of a list that asks for none, on the screen and in mails (OPEN-83). */
export const defaultOrder: SessionsOrder = { field: 'externalUpdatedAt', direction: 'desc' };

/**
 * The filter of the call as the books understand it: one object for list, count, mail and export. Null where the call
 * names the integration twice (OPEN-76) and the two have nothing in common: no session can match.
 * @throws ValidationError for a period that runs backwards
 */
export function booksFilter(query: ListFilter): SessionsFilter | null {
  const { from, to } = parsePeriod(query);
  const integrations = askedIntegrations(query);
  if (integrations?.length === 0) return null;
  return {
    from,
    to,
    sessionType: query.sessionTypeId ?? null,
    integrations,
    operators: query.filter?.operatorId,
    games: query.gameIds,
    isOpen: query.isOpen ?? null,
    nonZeroRounds: query.nonZeroRounds ?? false,
    userId: query.userId === '' ? undefined : query.userId,
    bet: centsRange(query.betRange),
    win: centsRange(query.winRange),
    grossWin: centsRange(query.grossWinRange),
  };
}

/** The integrations that a call asks for, which may name them twice (OPEN-76); undefined for all. */
export function askedIntegrations(query: Pick<ListFilter, 'integrationId' | 'filter'>): number[] | undefined {
  const [one, other] = [query.integrationId, query.filter?.integrationId];
  if (one === undefined || other === undefined) return one?.slice() ?? other?.slice();
  return one.filter((id) => other.includes(id));
}

function centsRange(range: EuroRange | undefined): CentsRange | undefined {
  if (range === undefined) return undefined;
  const cents = (euros: number | null) => (euros === null ? null : centsFromEuros(euros));
  return { min: cents(range.min), max: cents(range.max) };
}

/**
 * Where the asked page begins. `nextItem` holds the id of the last row seen and its value in the order's field, euro as
 * in the row (OPEN-83); with it the page number does not matter.
 * @throws ValidationError for a cursor that does not fit the order
 */
export function pagePosition(
  { page, nextItem }: Pick<SessionListQuery, 'page' | 'nextItem'>,
  order: SessionsOrder,
): PagePosition {
  if (nextItem === undefined) return { page: page ?? 1 };
  const { id, [order.field]: text, ...others } = nextItem;
  const value = text === undefined ? null : cursorValue(order.field, text);
  if (id === undefined || !isSessionId(id) || value === null || Object.keys(others).length > 0) {
    throw new ValidationError({
      nextItem: `Give nextItem[id] and nextItem[${order.field}] of the last row seen, and nothing else.`,
    });
  }
  return { after: { value, id: id.toLowerCase() } };
}

function cursorValue(field: SessionsOrder['field'], text: string): number | null {
  if (field === 'externalUpdatedAt') return parseInstant(text)?.getTime() ?? null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (field === 'rounds') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  try {
    return centsFromEuros(value);
  } catch {
    return null;
  }
}
