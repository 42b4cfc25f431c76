import type { EuroRange, SessionFilter } from '@ludus/contract';
import { centsFromEuros } from '@ludus/contract';
import { parsePeriod } from '../../platform/clock/index.ts';
import type { CentsRange, SessionsFilter } from '../books/index.ts';

/**
 * The filter of the call as the books understand it: one object for list, count, mail and export. Null where the call
 * names the integration twice (OPEN-76) and the two have nothing in common: no session can match.
 * @throws ValidationError for a period that runs backwards
 */
export function booksFilter(query: SessionFilter): SessionsFilter | null {
  const { from, to } = parsePeriod(query);
  const integrations = both(query.integrationId, query.filter?.integrationId);
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

function both(
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): number[] | undefined {
  if (one === undefined || other === undefined) return one?.slice() ?? other?.slice();
  return one.filter((id) => other.includes(id));
}

function centsRange(range: EuroRange | undefined): CentsRange | undefined {
  if (range === undefined) return undefined;
  const cents = (euros: number | null) => (euros === null ? null : centsFromEuros(euros));
  return { min: cents(range.min), max: cents(range.max) };
}
