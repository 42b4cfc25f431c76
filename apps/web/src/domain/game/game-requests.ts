import {
  commentGameRequest,
  decideGameRequest,
  decideGameRequests,
  type GameRequestDecision,
  getGameRequest,
  listGameRequests,
  listOwnGameRequests,
  type QueryInput,
  reviewGameRequest,
  withdrawGameRequest,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export const requestsPerPage = 50;

/** One page of requests. The page before it stays while this one loads. */
export const requestsQuery = (query: QueryInput<typeof listGameRequests>) => ({
  ...queryFor(listGameRequests, { query }),
  placeholderData: keepPreviousData,
});

/** The open requests for a game that the reader has made. */
export const ownRequestsQuery = (gameId: number) => queryFor(listOwnGameRequests, { query: { gameId } });

export const requestQuery = (id: number) => queryFor(getGameRequest, { params: { id } });

function useReload() {
  const invalidate = useInvalidateTags();
  return () => invalidate(['requests', 'games', 'logs']);
}

export type RequestStep =
  | { kind: 'review' }
  | { kind: GameRequestDecision; reason?: string | undefined }
  | { kind: 'withdraw' }
  | { kind: 'comment'; text: string };

/** What either side does with a request. After a refusal, too, what it is by now is read: someone else was faster. */
export function useRequestStep(id: number) {
  return useMutation({
    mutationFn: (step: RequestStep) => {
      const params = { id };
      switch (step.kind) {
        case 'review':
          return call(reviewGameRequest, { params });
        case 'withdraw':
          return call(withdrawGameRequest, { params });
        case 'comment':
          return call(commentGameRequest, { params, body: { text: step.text } });
        default:
          return call(decideGameRequest, { params, body: decisionOf(step.kind, step.reason) });
      }
    },
    onSettled: useReload(),
  });
}

export interface ManyDecided {
  ids: readonly number[];
  decision: GameRequestDecision;
  reason?: string | undefined;
}

/** Decides many in one call; each has a result of its own. */
export function useDecideRequests() {
  return useMutation({
    mutationFn: ({ ids, decision, reason }: ManyDecided) =>
      call(decideGameRequests, { body: { ids: [...ids], ...decisionOf(decision, reason) } }),
    onSettled: useReload(),
  });
}

const decisionOf = (decision: GameRequestDecision, reason: string | undefined) => ({
  decision,
  ...(reason === undefined || reason === '' ? {} : { reason }),
});
