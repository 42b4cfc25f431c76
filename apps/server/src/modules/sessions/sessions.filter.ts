import {
  centsFromEuros,
  type EuroRange,
  messageOf,
  type SessionFilter,
  type SessionListQuery,
  sessionSortKinds,
} from '@ludus/contract';
import { parseInstant, parsePeriod } from '../../infra/clock/index.ts';
import { ValidationError } from '../../infra/errors/index.ts';
import {
  type CentsRange,
  isSessionId,
  type PagePosition,
  type SessionsFilter,
  type SessionsOrder,
} from '../session-store/index.ts';

/** The filter of the call, parsed; queued mails store it without the parts that were not sent. */
export type ListFilter = Omit<SessionFilter, 'sessionTypeId'> & {
  sessionTypeId?: SessionFilter['sessionTypeId'];
};

/** The order of a list that requests none, on the screen and in mails. */
export const defaultOrder: SessionsOrder = { field: 'externalUpdatedAt', direction: 'desc' };

/**
 * Maps the filter of the call to that of the session store: one object for list, count, mail and export. Returns null where
 * the call names integrations twice and the two have none in common: no session can match.
 * @throws ValidationError for a period that runs backwards
 */
export function toStoreFilter(query: ListFilter): SessionsFilter | null {
  const { from, to } = parsePeriod(query);
  const integrations = requestedIntegrations(query);
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

/** Returns the integrations that a call requests, which may name them twice; undefined for all. */
export function requestedIntegrations(
  query: Pick<ListFilter, 'integrationId' | 'filter'>,
): number[] | undefined {
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
 * Returns where the requested page begins. `nextItem` has the id of the last row seen and its value in the order's field,
 * euro as in the row; with it the page number does not matter.
 * @throws ValidationError for a cursor that does not fit the order
 */
export function parsePagePosition(
  { page, nextItem }: Pick<SessionListQuery, 'page' | 'nextItem'>,
  order: SessionsOrder,
): PagePosition {
  if (nextItem === undefined) return { page: page ?? 1 };
  const { id, [order.field]: text, ...others } = nextItem;
  const value = text === undefined ? null : parseCursorValue(order.field, text);
  if (id === undefined || !isSessionId(id) || value === null || Object.keys(others).length > 0) {
    throw new ValidationError({
      nextItem: messageOf('fields.cursor', { field: order.field }),
    });
  }
  return { after: { value, id: id.toLowerCase() } };
}

function parseCursorValue(field: SessionsOrder['field'], text: string): number | null {
  const kind = sessionSortKinds[field];
  if (kind === 'instant') return parseInstant(text)?.getTime() ?? null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (kind === 'count') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  try {
    return centsFromEuros(value);
  } catch {
    return null;
  }
}
