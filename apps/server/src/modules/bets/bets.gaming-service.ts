import { messageOf } from '@ludus/contract';
import type { PlatformBets } from '@ludus/contract/operator-api';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import { type GameAtOperator, type OperatorApi, OperatorApiError } from '../../infra/operator-api/index.ts';
import type { IntegrationConnections } from '../integrations/index.ts';

/** A game at an operator of an integration. */
export interface BetsPlace extends GameAtOperator {
  integrationId: number;
}

/** The platform did not confirm a change, and no one knows whether it has made it. */
export class LostResponseError extends Error {
  override readonly name = 'LostResponseError';
}

/** The calls of a platform's gaming service about bets. Lists come back ascending. */
export interface GamingService {
  /** @throws NotFoundError where the platform does not know operator or game, OperatorApiError when it fails */
  read(place: BetsPlace): Promise<PlatformBets>;
  /**
   * @throws ConflictError, NotFoundError, ValidationError or OperatorApiError when it has certainly not been done
   * @throws LostResponseError when it may have been
   */
  change(place: BetsPlace, bets: readonly number[]): Promise<PlatformBets>;
}

export function createGamingService(
  operatorApi: Pick<OperatorApi, 'readBets' | 'changeBets'>,
  connections: Pick<IntegrationConnections, 'find'>,
): GamingService {
  return {
    async read(place) {
      const connection = await connections.find(place.integrationId);
      try {
        return sorted(await operatorApi.readBets(connection, place));
      } catch (error) {
        throw toRefusal(error);
      }
    },
    async change(place, bets) {
      const connection = await connections.find(place.integrationId);
      try {
        return sorted(await operatorApi.changeBets(connection, place, bets));
      } catch (error) {
        if (error instanceof OperatorApiError && error.isOutcomeUnknown) {
          throw new LostResponseError(error.message, { cause: error });
        }
        throw toRefusal(error);
      }
    },
  };
}

/** Each bet once, the smallest first. */
export function ascending(bets: readonly number[]): number[] {
  return [...new Set(bets)].sort((a, b) => a - b);
}

const sorted = (list: PlatformBets): PlatformBets => ({ ...list, bets: ascending(list.bets) });

/** Translates the statuses that mean something about the place or the bets. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof OperatorApiError)) return error;
  switch (error.responseStatus) {
    case 404:
      return new NotFoundError(messageOf('refusals.platformUnknownGame'), { cause: error });
    case 409:
      return new ConflictError(messageOf('refusals.betsNotChangeable'), { cause: error });
    case 422:
      return new ValidationError({ bets: messageOf('fields.betsRefused') }, undefined, { cause: error });
    default:
      return error;
  }
}
