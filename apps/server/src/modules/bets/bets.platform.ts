import { messages } from '@ludus/contract';
import { bearer, type PlatformBets, platformBetsSchema, platformUrls } from '@ludus/contract/operator-api';
import { ConflictError, NotFoundError, UpstreamError, ValidationError } from '../../platform/errors/index.ts';
import {
  type Outgoing,
  OutgoingError,
  type OutgoingReason,
  type OutgoingRequest,
} from '../../platform/outgoing/index.ts';
import type { IntegrationConnections } from '../integrations/index.ts';

/** Whose bets: a game at an operator of an integration. */
export interface BetsPlace {
  integrationId: number;
  operatorCode: string;
  gameSlug: string;
}

/** The platform was asked for a change, and nobody knows whether it has made it. */
export class LostAnswerError extends Error {
  override readonly name = 'LostAnswerError';
}

/** The calls of a platform's gaming service about bets. Lists come back ascending. */
export interface GamingService {
  /** @throws NotFoundError where the platform does not know operator or game, UpstreamError when it does not answer */
  read(place: BetsPlace): Promise<PlatformBets>;
  /**
   * @throws ConflictError, NotFoundError, ValidationError or UpstreamError when it has certainly not been done
   * @throws LostAnswerError when it may have been
   */
  change(place: BetsPlace, bets: readonly number[]): Promise<PlatformBets>;
}

/** Longest time for one call of a platform. */
const timeoutMs = 10_000;

/** Reasons for which a call cannot have reached the platform. */
const neverArrived: readonly OutgoingReason[] = ['bad-address', 'refused', 'unreachable'];

export function createGamingService(
  outgoing: Pick<Outgoing, 'send'>,
  connections: Pick<IntegrationConnections, 'find'>,
): GamingService {
  async function ask(place: BetsPlace, request: OutgoingRequest): Promise<PlatformBets> {
    const { name, services } = await connections.find(place.integrationId);
    const { url, token } = services.gaming;
    const response = await outgoing.send(platformUrls.bets(url, place.operatorCode, place.gameSlug), {
      ...request,
      timeoutMs,
      headers: { ...request.headers, ...(token === null ? {} : bearer(token.reveal())) },
    });
    if (response.status === 200) {
      const answer = await response.json(platformBetsSchema);
      return { ...answer, bets: ascending(answer.bets) };
    }
    response.discard();
    throw refusalOf(response.status, `The gaming service of ${name} answered ${response.status}.`);
  }
  return {
    async read(place) {
      try {
        return await ask(place, {});
      } catch (error) {
        if (error instanceof OutgoingError || error instanceof LostAnswerError) throw upstream(error);
        throw error;
      }
    },
    async change(place, bets) {
      try {
        return await ask(place, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ bets }),
        });
      } catch (error) {
        if (!(error instanceof OutgoingError)) throw error;
        if (neverArrived.includes(error.reason)) throw upstream(error);
        throw new LostAnswerError(error.message, { cause: error });
      }
    },
  };
}

/** Each bet once, the smallest first. */
export function ascending(bets: readonly number[]): number[] {
  return [...new Set(bets)].sort((a, b) => a - b);
}

function upstream(cause: Error): UpstreamError {
  return new UpstreamError(`The gaming service gave no usable answer: ${cause.message}`, { cause });
}

function refusalOf(status: number, text: string): Error {
  if (status === 404) return new NotFoundError('The platform knows no such operator or game.');
  if (status === 409) return new ConflictError(messages.betsNotChangeable);
  if (status === 422) return new ValidationError({ bets: 'The platform refuses these bets.' });
  // What failed within the platform may have failed after the change.
  return status >= 300 && status < 500 ? new UpstreamError(text) : new LostAnswerError(text);
}
